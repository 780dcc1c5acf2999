import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// What a block from a spreadsheet would change in the shown table.
struct GroupPaste: Sendable {
  /// A cell that would change.
  struct Change: Equatable, Sendable {
    var cell: EditableCell
    var value: GradeValue?
    var note: String?
    /// Something to check, such as a value outside the bounds.
    var warning: EditProblem?
  }

  /// What is not taken, or only noted.
  struct Remark: Equatable, Sendable {
    var problem: EditProblem
    /// The cell as far as one is meant.
    var cell: EditableCell?
  }

  /// What a preview lists in a line.
  enum Line {
    case change(Change)
    case refused(Remark)
    /// A column that is left out.
    case leftOut(Remark)
  }

  private(set) var matching = TableReading.Matching.position
  /// What would change, values out of the bounds first.
  private(set) var changes: [Change] = []
  /// What would change if every cell fitted.
  private(set) var withheld: [Change] = []
  /// Where the block begins, where it is matched by position.
  private(set) var origin: (student: Student, item: Classification)?
  private(set) var unchangedCount = 0
  private(set) var refused: [Remark] = []
  private var leftOut: [Remark] = []
  /// What would go beyond the table.
  private(set) var outside: [String] = []
  /// Whether the table has titles, which name the items.
  private(set) var hasTitles = false
  /// What was made of the text.
  private(set) var proposal: Proposal?

  /// Whether nothing is taken because not everything can be.
  var isRejected: Bool {
    matching == .position && changes.isEmpty && (!refused.isEmpty || !outside.isEmpty)
  }

  var outOfBoundsCount: Int { changes.prefix { $0.warning != nil }.count }

  var changesInBounds: [Change] { Array(changes.dropFirst(outOfBoundsCount)) }

  /// Values out of bounds first, then what is refused, then what else changes or would.
  var lines: [Line] {
    let listed = (withheld.isEmpty ? changes : withheld).map(Line.change)
    return listed.prefix(outOfBoundsCount) + refused.map(Line.refused)
      + listed.dropFirst(outOfBoundsCount) + leftOut.map(Line.leftOut)
  }

  /// Puts a pasted text at the focused cell, where nothing in it says whose values they are.
  init(_ text: String, at sheet: GroupSheet, _ edits: EditedCells, in gradebook: Gradebook) {
    guard let matrix = sheet.matrix?.value else { return }
    var options = TableReading.Options()
    options.anchor = TableReading.Anchor(
      items: sheet.columns.dropFirst(sheet.grid.columns.focus).map { matrix.items[$0].definition },
      students: sheet.rows.dropFirst(sheet.grid.rows.focus).map(\.student.username))
    guard
      let reading = try? TableReading(
        .cells(PastedTable.table(text)), definitions: matrix.items.map(\.definition),
        students: matrix.rows.map(\.student), options: options)
    else { return }
    matching = reading.matching
    outside = reading.outside
    hasTitles = !reading.titles.isEmpty
    if matching == .position, let student = sheet.focusedRow?.student,
      let item = matrix.items.first(where: { $0.identifier == reading.items.first })
    {
      origin = (student, item.definition)
    }
    let wanted = Set(
      reading.edits.map { edit in
        GradeCell(
          Username(edit.username.trimmingCharacters(in: .whitespaces)),
          ItemIdentifier(edit.identifier))
      })
    let cells = Dictionary(
      sheet.cells(Array(wanted), edits).map { ($0.cell, $0) },
      uniquingKeysWith: { first, _ in first })
    // The pasted table is compared with what is shown, which is with the user's changes.
    var students: [Username: Student] = [:]
    var values: [Username: [ItemIdentifier: RecordedValue]] = [:]
    for cell in cells.values {
      students[cell.student.username] = cell.student
      values[cell.student.username, default: [:]][cell.item.identifier] = cell.current
    }
    let grid = CellGrid(
      definitions: matrix.items.map(\.definition), students: Array(students.values),
      values: values)
    let proposal = Proposal(reading, in: gradebook, over: grid, allowsClearing: true)
    take(proposal, cells)
    self.proposal = proposal
  }

  /// Whether a pasted value is the shown one as copying wrote it: with pictures of its control characters.
  private func isCopy(_ pasted: GradeValue?, of shown: GradeValue?) -> Bool {
    guard case .text(let pasted) = pasted, case .text(let shown) = shown else { return false }
    return pasted == SafeText.keepingBlanks(shown).withLineFeeds
  }

  private mutating func take(_ proposal: Proposal, _ cells: [GradeCell: EditableCell]) {
    func changes(_ edits: [DraftEdit]) -> [Change] {
      edits.compactMap { edit in
        guard let cell = cells[edit.cell] else { return nil }
        let current = cell.current
        let value = isCopy(edit.value, of: current.value) ? current.value : edit.value
        guard value != current.value || edit.note != current.note else { return nil }
        return Change(
          cell: cell, value: value, note: edit.note,
          warning: edit.boundsViolation(of: cell.item).map { EditProblem($0, of: edit.cell) })
      }
    }
    self.changes = changes(proposal.changes)
    withheld = changes(proposal.withheld)
    // What should be checked is seen first.
    self.changes =
      self.changes.filter { $0.warning != nil } + self.changes.filter { $0.warning == nil }
    unchangedCount = proposal.unchanged + proposal.changes.count - self.changes.count
    for case .requested(let problem) in proposal.problems
    where problem.kind != .missingFromFile && problem.kind != .outOfBounds {
      let cell = GradeCell(
        Username(problem.username ?? ""), ItemIdentifier(problem.identifier ?? ""))
      let remark = Remark(problem: problem, cell: cells[cell])
      if problem.severity == .refused { refused.append(remark) } else { leftOut.append(remark) }
    }
  }
}

extension GroupViewModel {
  /// Takes a pasted text: one value is written into the focused cell, a block is shown before it is
  /// taken.
  func takePaste(_ text: String) -> Response {
    let table = PastedTable.table(text)
    guard let first = table.rows.first else { return .done }
    if table.rows.count == 1, first.cells.count == 1 {
      return begin(first.cells[0])
    }
    guard let gradebook = editing.gradebook else { return .say(Sentence(.gridPasteNothing)) }
    let paste = GroupPaste(text, at: sheet, editing.cells, in: gradebook)
    guard !paste.changes.isEmpty || !paste.refused.isEmpty || !paste.outside.isEmpty else {
      return .say(Sentence(.gridPasteNothing))
    }
    return .present(
      PasteOverlay(paste, strings.serviceLanguage) { [weak self] changes in
        self?.take(changes.map { ($0.cell, value: $0.value, note: $0.note) }) ?? .done
      })
  }
}
