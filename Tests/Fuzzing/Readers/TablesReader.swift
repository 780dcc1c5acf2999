import Foundation
@testable import GradesClient
@testable import GradesCore

/// Tables in files and in pasted texts.
enum TablesReader {
  private static let definitions = [
    Classification(identifier: "du1", valueType: .number),
    Classification(identifier: "du2", valueType: .boolean),
    Classification(identifier: "slovne", valueType: .string),
  ]
  private static let students = (1...4).map { index in
    Student(
      username: Username("zkusade\(index)"), firstName: "Adéla", lastName: "Zkušební \(index)")
  }

  static func read(_ bytes: [UInt8]) {
    // Workbooks have a reader of their own.
    guard let choice = Choice(bytes, of: 16), !choice.rest.starts(with: Array("PK".utf8))
    else { return }
    let isPasted = choice.number & 1 != 0
    let text = String(decoding: choice.rest, as: UTF8.self)
    checkLineFeeds(text)
    let file: TableFile
    if isPasted {
      file = .cells(PastedTable.table(text))
    } else {
      guard let read = try? TableFile(Data(choice.rest)) else { return }
      file = read
    }
    checkEdits(of: file, options(choice.number))
    // A fourth of the inputs, because writing takes the longest.
    if case .cells(let table) = file, choice.number & 6 == 0 {
      checkWritten(table.rows.map(\.cells))
    }
  }

  private static func checkLineFeeds(_ text: String) {
    let plain = text.withLineFeeds
    check(!plain.unicodeScalars.contains("\r"), "a carriage return is left")
    checkEqual(plain, plain.withLineFeeds, "line ends change again")
    for row in PastedTable.rows(text) {
      check(row.allSatisfy { !$0.unicodeScalars.contains("\r") }, "a carriage return in \(row)")
    }
  }

  private static func options(_ number: Int) -> TableReading.Options {
    var options = TableReading.Options()
    options.emptyClears = number & 2 != 0
    options.clearsNotes = number & 4 != 0
    if number & 9 == 9 {
      options.anchor = (
        items: definitions, students: students.map(\.username)
      )
    }
    return options
  }

  /// An edit names a student and an item, and is in a row and a column.
  private static func checkEdits(of file: TableFile, _ options: TableReading.Options) {
    guard
      let reading = try? TableReading(
        file, definitions: definitions, students: students, options: options)
    else { return }
    let known = Set(definitions.map(\.identifier.rawValue))
    for edit in reading.edits {
      check(known.contains(edit.identifier), "an edit of \(edit.identifier)")
      check(!edit.username.trimmingBlanks().isEmpty, "an edit of no student")
      check((edit.row ?? 1) > 0 && (edit.column ?? 1) > 0, "an edit in no cell")
    }
    let values = reading.edits.map { "\($0.row ?? 0):\($0.column ?? 0)" }
    if case .cells = file { check(Set(values).count == values.count, "a cell is read twice") }
  }

  // MARK: Writing

  /// The texts of cells, written in all ways, are read as the same ones.
  private static func checkWritten(_ rows: [[String]]) {
    let rows = rows.prefix(6).map { Array($0.prefix(3)) }
    let width = rows.map(\.count).max() ?? 0
    guard width > 0 else { return }
    let columns = (0..<width).map { ItemIdentifier("c\($0)") }
    let filled = rows.map { $0 + Array(repeating: "", count: width - $0.count) }
    checkPasted(columns.map(\.rawValue), filled)
    checkExported(columns, filled)
  }

  private static func checkPasted(_ titles: [String], _ rows: [[String]]) {
    let written = PastedTable.text(
      ["username"] + titles,
      rows.enumerated().map { index, cells in (["st\(index)"] + cells).map(PastedTable.field) })
    let expected =
      [["username"] + titles]
      + rows.enumerated().map { index, cells in ["st\(index)"] + cells.map(\.withLineFeeds) }
    for text in [written, written.withLineFeeds.replacing("\n", with: "\r")] {
      checkEqual(
        PastedTable.table(text).rows.map(\.cells), expected, "copied and pasted", exactly: true)
    }
  }

  private static func checkExported(_ columns: [ItemIdentifier], _ rows: [[String]]) {
    let items = columns.map { Classification(identifier: $0, valueType: .string) }
    let students = rows.enumerated().map { index, cells in
      Student(username: Username("st\(index)"), firstName: cells.first, lastName: cells.last)
    }
    var values: [Username: [ItemIdentifier: RecordedValue]] = [:]
    for (student, cells) in zip(students, rows) {
      for (column, cell) in zip(columns, cells) {
        values[student.username, default: [:]][column] = RecordedValue(
          value: .text(cell), note: cell)
      }
    }
    let grid = CellGrid(definitions: items, students: students, values: values)
    let table = ExportedTable(grid, hasNotes: true)
    let files = [CSVDialect.standard, .czechExcel].map { table.csv($0) }
    for file in files + [table.workbook(sheetName: "du1")] {
      checkRead(file, grid)
    }
  }

  private static func checkRead(_ file: Data, _ grid: CellGrid) {
    guard
      let reading = try? TableReading(
        try TableFile(file), definitions: grid.definitions, students: grid.students)
    else { return check(false, "an exported table is not read") }
    check(reading.problems.isEmpty, "problems of an export: \(reading.problems)")
    var expected: [String] = []
    for student in grid.students {
      for item in grid.definitions {
        guard case .text(let text)? = grid[GradeCell(student.username, item.identifier)].value
        else { continue }
        let note = text.trimmingBlanks().isEmpty ? nil : text
        if note == nil { continue }
        expected.append(
          "\(student.username) \(item.identifier) \(text.debugDescription) \(note.debugDescription)"
        )
      }
    }
    let found = reading.edits.map { edit in
      let value: String = if case .text(let text) = edit.content { text } else { "" }
      let note: String? = if case .always(let text) = edit.note { text } else { nil }
      return
        "\(edit.username) \(edit.identifier) \(value.debugDescription) \(note.debugDescription)"
    }
    checkEqual(found, expected, "exported and imported", exactly: true)
  }
}
