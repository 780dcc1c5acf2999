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
    var place: GroupViewModel.CellPlace
    var value: GradeValue?
    /// Something to look at, such as a value outside the bounds.
    var warning: EditProblem?
  }

  /// What cannot be taken.
  struct Refused: Equatable, Sendable {
    var problem: EditProblem
    /// The cell as far as one is meant.
    var place: GroupViewModel.CellPlace?
  }

  let matching: Matching
  private(set) var changes: [Change] = []
  private(set) var unchangedCount = 0
  private(set) var refused: [Refused] = []
  /// Rows and columns of the block that go beyond the table.
  private(set) var outsideCount = 0

  /// Puts a block at the focused cell.
  init(_ block: [[String]], at state: GroupViewModel.State, in gradebook: Gradebook) {
    guard let matrix = state.matrix?.value else {
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
      // Which of several columns is meant only a person knows: none is taken.
      columns = chosen.map { column in chosen.count { $0 == column } > 1 ? nil : column }
      rows = rows.dropFirst()
    }
    var evidence = NumberReader.DecimalEvidence()
    for text in rows.joined() { evidence.add(text) }
    var places: [GradeCell: GroupViewModel.CellPlace] = [:]
    var edits: [RequestedEdit] = []
    for (number, row) in zip(rows.indices, rows) {
      let texts = hasNames ? row.dropFirst() : row[...]
      let name = hasNames ? row[0].trimmingCharacters(in: .whitespaces) : nil
      let place =
        name.map { names[Username($0)] }
        ?? state.order[safe: state.grid.rows.focus + number - rows.startIndex]
      for (offset, text) in texts.enumerated() where !Self.isNothing(text) {
        if offset < columns.count, columns[offset] == nil { continue }
        guard let column = columns[safe: offset] ?? nil, place != nil || name != nil else {
          outsideCount += 1
          continue
        }
        let found = place.map { state.place(ofRow: $0, column: column, in: matrix) }
        if let found { places[found.cell] = found }
        edits.append(
          RequestedEdit(
            username: found?.cell.username.rawValue ?? name ?? "",
            identifier: matrix.items[column].identifier.rawValue, content: .text(text),
            row: number + 1, column: offset + 1))
      }
    }
    review(edits, places, in: gradebook, matrix, NumberReader(decimal: evidence.sign))
    refused = repeated + refused
  }

  /// Judges the block by the rules of all edits.
  private mutating func review(
    _ edits: [RequestedEdit], _ places: [GradeCell: GroupViewModel.CellPlace],
    in gradebook: Gradebook, _ matrix: GroupMatrix, _ reader: NumberReader
  ) {
    var students: [Student] = []
    var values: [Username: [ItemIdentifier: RecordedValue]] = [:]
    for place in places.values {
      if values[place.cell.username] == nil { students.append(place.student) }
      values[place.cell.username, default: [:]][place.cell.identifier] = place.current
    }
    let proposal = Proposal(
      edits, in: gradebook,
      over: CellGrid(
        definitions: matrix.items.map(\.definition), students: students, values: values),
      options: Proposal.Options(allowsClearing: true, readNumber: reader.read))
    unchangedCount = proposal.unchanged
    changes = proposal.changes.compactMap { edit in
      places[edit.cell].map { place in
        Change(
          place: place, value: edit.value,
          warning: edit.boundsViolation(of: place.item).map { EditProblem($0, of: edit.cell) })
      }
    }
    refused = proposal.problems.compactMap { problem in
      guard case .requested(let problem) = problem, problem.severity == .refused else {
        return nil
      }
      let cell = GradeCell(
        Username(problem.username ?? ""), ItemIdentifier(problem.identifier ?? ""))
      return Refused(problem: problem, place: places[cell])
    }
  }

  /// The titles whose item has another column too, each as something that cannot be taken.
  private static func repeated(_ columns: [Int], of titles: ArraySlice<String>) -> [Refused] {
    zip(columns, titles).enumerated().compactMap { place, column in
      guard let other = columns.indices.first(where: { $0 != place && columns[$0] == column.0 })
      else { return nil }
      return Refused(
        problem: EditProblem(
          .duplicate, .refused, column: place + 2,
          identifier: column.1.trimmingCharacters(in: .whitespaces), first: other + 2))
    }
  }

  /// Takes a text of a block apart at tabs and line ends.
  static func block(_ text: String) -> [[String]] {
    var lines = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { unquoted(String($0)) }
    }
  }

  /// Spreadsheets quote what has quotes in it.
  private static func unquoted(_ text: String) -> String {
    guard text.count > 1, text.first == "\"", text.last == "\"" else { return text }
    return String(text.dropFirst().dropLast()).replacing("\"\"", with: "\"")
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
    var places: [String: Int] = [:]
    for (place, item) in matrix.items.enumerated() {
      for name in [item.identifier.rawValue] + item.definition.names.map(\.name) {
        places[name.lowercased()] = places[name.lowercased()] ?? place
      }
    }
    let columns = row.dropFirst().map {
      places[$0.trimmingCharacters(in: .whitespaces).lowercased()]
    }
    return columns.contains(nil) ? nil : columns.compactMap(\.self)
  }
}

extension GroupViewModel.State {
  /// What is at a place of the matrix.
  fileprivate func place(
    ofRow row: Int, column: Int, in matrix: GroupMatrix
  ) -> GroupViewModel.CellPlace {
    let (student, item) = (matrix.rows[row].student, matrix.items[column].definition)
    let recorded = matrix.rows[row].values[column]
    let cell = GradeCell(student.username, item.identifier)
    return GroupViewModel.CellPlace(
      student: student, item: item, cell: cell, recorded: recorded,
      current: edits.value(of: cell, over: recorded))
  }
}

extension GroupViewModel {
  /// Takes a pasted text: one value is written into the focused cell, a block is shown before it is
  /// taken.
  func paste(_ text: String) -> Response {
    let block = GroupPaste.block(text)
    guard let first = block.first else { return .done }
    if block.count == 1, first.count == 1 {
      guard let place = state.focused, place.item.isEditable else {
        return .say(Sentence(.obstacleComputed))
      }
      return startWriting(first[0])
    }
    guard let gradebook = editor?.gradebook else { return .done }
    let paste = GroupPaste(block, at: state, in: gradebook)
    guard !paste.changes.isEmpty || !paste.refused.isEmpty else {
      return .say(Sentence(.gridPasteNothing))
    }
    return .present(
      PasteOverlay(paste) { [weak self] in
        self?.set(paste.changes.map { ($0.place, $0.value) }) ?? .done
      })
  }
}
