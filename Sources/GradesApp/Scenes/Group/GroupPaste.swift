import Foundation
import GradesClient
import GradesCore
import Terminal

/// What a block from a spreadsheet would change in the shown table.
struct GroupPaste: Sendable {
  /// A cell that would change, or what is not taken of the block or only noted.
  struct Row: Sendable {
    /// Nil where no cell of the table is meant.
    var cell: EditableCell?
    /// What the cell would have; nil: it stays.
    var content: RecordedValue?
    /// What should be checked, or why it is not taken.
    var problem: EditProblem?
  }

  typealias Change = (cell: EditableCell, content: RecordedValue)

  let matching: TableReading.Matching
  /// Values out of bounds first, then what is refused, what else would change, and what is left out.
  private(set) var rows: [Row] = []
  /// Where the block begins, where it is matched by position.
  private(set) var origin: (student: Student, item: Classification)?
  private(set) var unchangedCount: Int
  let outside: [String]
  /// Whether lines name their items: they are not all in the focused column.
  let namesItems: Bool
  /// Whether nothing is taken because not everything can be.
  let isRejected: Bool
  let review: Review

  /// What would change, values out of the bounds only if they are wanted.
  func changes(outOfBounds: Bool = true) -> [Change] {
    isRejected
      ? []
      : rows.compactMap { row in
        guard let cell = row.cell, let content = row.content, outOfBounds || row.problem == nil
        else { return nil }
        return (cell, content)
      }
  }

  var refusedCount: Int { rows.count { $0.content == nil && $0.problem?.severity == .refused } }

  /// Puts a pasted text at the focused cell, where nothing in it says whose values they are; nil for one that cannot
  /// be read.
  init?(_ text: String, at sheet: GroupSheet, _ edits: EditedCells, in gradebook: Gradebook) {
    guard let matrix = sheet.matrix?.value else { return nil }
    let definitions = matrix.items.map(\.definition)
    var options = TableReading.Options()
    options.anchor = (
      items: sheet.columns.dropFirst(sheet.grid.columns.focus).map { definitions[$0] },
      students: sheet.rows.dropFirst(sheet.grid.rows.focus).map(\.student.username)
    )
    guard
      let reading = try? TableReading(
        .cells(PastedTable.table(text)), definitions: definitions,
        students: matrix.rows.map(\.student), options: options)
    else { return nil }
    matching = reading.matching
    outside = reading.outside
    namesItems = matching != .position || !reading.titles.isEmpty || reading.items.count > 1
    if matching == .position, let student = sheet.focusedRow?.student,
      let item = definitions.first(where: { $0.identifier == reading.items.first })
    {
      origin = (student, item)
    }
    let wanted = Set(
      reading.edits.map { edit in
        GradeCell(
          Username(edit.username.trimmingCharacters(in: .whitespaces)),
          ItemIdentifier(edit.identifier))
      })
    let cells = sheet.cells(Array(wanted), edits).keyed(by: \.cell)
    // The pasted table is compared with what is shown, which is with the user's changes.
    var students: [Username: Student] = [:]
    var values: [Username: [ItemIdentifier: RecordedValue]] = [:]
    for cell in cells.values {
      students[cell.student.username] = cell.student
      values[cell.student.username, default: [:]][cell.item.identifier] = cell.current
    }
    review = Review(
      reading, in: gradebook,
      over: CellGrid(
        definitions: definitions, students: Array(students.values), values: values),
      allowsClearing: true)
    isRejected = matching == .position && (review.isRefused || !outside.isEmpty)
    unchangedCount = review.unchanged
    take(cells)
  }

  private mutating func take(_ cells: [GradeCell: EditableCell]) {
    for edit in isRejected ? review.withheld : review.changes {
      guard let cell = cells[edit.cell] else { continue }
      let value = isCopy(edit.value, of: cell.current.value) ? cell.current.value : edit.value
      let content = RecordedValue(value: value, note: edit.note)
      if value == cell.current.value, edit.note == cell.current.note {
        unchangedCount += 1
      } else {
        rows.append(
          Row(cell: cell, content: content, problem: edit.boundsViolation(of: cell.item)))
      }
    }
    for problem in review.problems
    where problem.kind != .missingFromFile && problem.kind != .outOfBounds {
      let cell = GradeCell(
        Username(problem.username ?? ""), ItemIdentifier(problem.identifier ?? ""))
      rows.append(Row(cell: cells[cell], problem: problem))
    }
    let ranked = Dictionary(grouping: rows) { row in
      guard row.content != nil else { return row.problem?.severity == .refused ? 1 : 3 }
      // What should be checked is seen first, unless nothing is taken.
      return row.problem == nil || isRejected ? 2 : 0
    }
    rows = ranked.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// Whether a pasted value is the shown one as copying wrote it: with pictures of its control characters.
  private func isCopy(_ pasted: GradeValue?, of shown: GradeValue?) -> Bool {
    guard case .text(let pasted) = pasted, case .text(let shown) = shown else { return false }
    return pasted == SafeText.keepingBlanks(shown).withLineFeeds
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
    return act(begins: true) {
      guard let gradebook = editing.gradebook,
        let paste = GroupPaste(text, at: sheet, editing.cells, in: gradebook),
        !paste.changes().isEmpty || paste.refusedCount > 0 || !paste.outside.isEmpty
      else { return .say(Sentence(.gridPasteNothing)) }
      return .present(
        PasteOverlay(paste, strings) { [weak self] changes in self?.take(changes) ?? .done })
    }
  }
}
