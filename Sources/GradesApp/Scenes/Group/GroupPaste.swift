import Foundation
import GradesClient
import GradesCore
import GradesLocalization

/// What a block from a spreadsheet would change in the shown table.
struct GroupPaste: Equatable, Sendable {
  /// How the rows of the block find their students.
  enum Matching: Equatable, Sendable {
    /// The first row is the focused student's, and so on down.
    case position
    /// The first column has usernames.
    case username
  }

  /// A cell that would change.
  struct Change: Equatable, Sendable {
    var cell: EditableCell
    var value: GradeValue?
    /// Something to check, such as a value outside the bounds.
    var warning: EditProblem?
  }

  /// What cannot be taken.
  struct Refused: Equatable, Sendable {
    var problem: EditProblem
    /// The cell as far as one is meant.
    var cell: EditableCell?
  }

  let matching: Matching
  private(set) var changes: [Change] = []
  private(set) var unchangedCount = 0
  private(set) var refused: [Refused] = []
  /// Rows and columns of the block that go beyond the table.
  private(set) var outsideCount = 0

  /// Puts a block at the focused cell.
  init(_ block: [[String]], at state: GroupViewModel.State) {
    guard let matrix = state.matrix?.value, let gradebook = state.editing.gradebook else {
      matching = .position
      return
    }
    let names = Dictionary(
      matrix.rows.indices.map { (matrix.rows[$0].student.username, $0) },
      uniquingKeysWith: { first, _ in first })
    let hasNames = Self.hasUsernames(block, names)
    matching = hasNames ? .username : .position
    var rows = block[...]
    var columns = state.columns.dropFirst(state.grid.columns.focus).map(Int?.some)
    var repeated: [Refused] = []
    if hasNames, let header = rows.first, let chosen = Self.header(header, matrix, names) {
      repeated = Self.repeated(chosen, of: header.dropFirst())
      // Which of several columns is meant cannot be decided here: none is taken.
      columns = chosen.map { column in chosen.count { $0 == column } > 1 ? nil : column }
      rows = rows.dropFirst()
    }
    var evidence = NumberReader.DecimalEvidence()
    for text in rows.joined() { evidence.add(text) }
    var cells: [GradeCell: EditableCell] = [:]
    var edits: [RequestedEdit] = []
    for (number, row) in zip(rows.indices, rows) {
      let texts = hasNames ? row.dropFirst() : row[...]
      let name = hasNames ? row[0].trimmingCharacters(in: .whitespaces) : nil
      let index =
        name.map { names[Username($0)] }
        ?? state.order[safe: state.grid.rows.focus + number - rows.startIndex]
      for (offset, text) in texts.enumerated() where !Self.isNothing(text) {
        if offset < columns.count, columns[offset] == nil { continue }
        guard let column = columns[safe: offset] ?? nil, index != nil || name != nil else {
          outsideCount += 1
          continue
        }
        let found = index.map { state.cell(ofRow: $0, column: column, in: matrix) }
        if let found { cells[found.cell] = found }
        edits.append(
          RequestedEdit(
            username: found?.cell.username.rawValue ?? name ?? "",
            identifier: matrix.items[column].identifier.rawValue, content: .text(text),
            row: number + 1, column: offset + 1))
      }
    }
    take(
      Proposal(
        edits, in: gradebook, over: Self.grid(of: cells, matrix),
        options: Proposal.Options(
          allowsClearing: true, readNumber: NumberReader(decimal: evidence.sign).read)), cells)
    refused = repeated + refused
  }

  /// What the cells hold with the user's changes: the block is compared with what is shown.
  private static func grid(
    of cells: [GradeCell: EditableCell], _ matrix: GroupMatrix
  ) -> CellGrid {
    var students: [Student] = []
    var values: [Username: [ItemIdentifier: RecordedValue]] = [:]
    for (cell, shown) in cells {
      if values[cell.username] == nil { students.append(shown.student) }
      values[cell.username, default: [:]][cell.identifier] = shown.current
    }
    return CellGrid(
      definitions: matrix.items.map(\.definition), students: students, values: values)
  }

  private mutating func take(_ proposal: Proposal, _ cells: [GradeCell: EditableCell]) {
    unchangedCount = proposal.unchanged
    changes = proposal.changes.compactMap { edit in
      cells[edit.cell].map { cell in
        Change(
          cell: cell, value: edit.value,
          warning: edit.boundsViolation(of: cell.item).map { EditProblem($0, of: edit.cell) })
      }
    }
    refused = proposal.problems.compactMap { problem in
      guard case .requested(let problem) = problem, problem.severity == .refused else {
        return nil
      }
      let cell = GradeCell(
        Username(problem.username ?? ""), ItemIdentifier(problem.identifier ?? ""))
      return Refused(problem: problem, cell: cells[cell])
    }
  }

  /// The titles whose item has another column too, each as something that cannot be taken.
  private static func repeated(_ columns: [Int], of titles: ArraySlice<String>) -> [Refused] {
    zip(columns, titles).enumerated().compactMap { index, column in
      guard let other = columns.indices.first(where: { $0 != index && columns[$0] == column.0 })
      else { return nil }
      return Refused(
        problem: EditProblem(
          .duplicate, .refused, column: index + 2,
          identifier: column.1.trimmingCharacters(in: .whitespaces), first: other + 2))
    }
  }

  /// A blank cell, or the sign of one, changes nothing.
  private static func isNothing(_ text: String) -> Bool {
    let text = text.trimmingCharacters(in: .whitespaces)
    return text.isEmpty || text == ValueText.nothing
  }

  /// Whether most rows begin with a student's username.
  private static func hasUsernames(_ block: [[String]], _ names: [Username: Int]) -> Bool {
    let first = block.compactMap { $0.count > 1 ? $0[0].trimmingCharacters(in: .whitespaces) : nil }
    let known = first.count { names[Username($0)] != nil }
    return known > 0 && known * 2 >= first.count
  }

  /// The columns that a first row of titles names; nil: it is a row of values.
  private static func header(
    _ row: [String], _ matrix: GroupMatrix, _ names: [Username: Int]
  ) -> [Int]? {
    guard names[Username(row[0].trimmingCharacters(in: .whitespaces))] == nil else { return nil }
    var indices: [String: Int] = [:]
    for (index, item) in matrix.items.enumerated() {
      for name in [item.identifier.rawValue] + item.definition.names.map(\.name) {
        indices[name.lowercased()] = indices[name.lowercased()] ?? index
      }
    }
    let columns = row.dropFirst().map {
      indices[$0.trimmingCharacters(in: .whitespaces).lowercased()]
    }
    return columns.contains(nil) ? nil : columns.compactMap(\.self)
  }
}

extension GroupViewModel {
  /// Takes a pasted text: one value is written into the focused cell, a block is shown before it is
  /// taken.
  func paste(_ text: String) -> Response {
    let block = PastedTable.rows(text)
    guard let first = block.first else { return .done }
    if block.count == 1, first.count == 1 {
      return editing.handle(.begin(first[0]), state.focused)
    }
    let paste = GroupPaste(block, at: state)
    guard !paste.changes.isEmpty || !paste.refused.isEmpty else {
      return .say(Sentence(.gridPasteNothing))
    }
    return .present(
      PasteOverlay(paste) { [weak self] in
        self?.editing.set(paste.changes.map { ($0.cell, $0.value) }) ?? .done
      })
  }
}
