import Foundation
import GradesClient

/// Why a file cannot be read as a table of values at all.
public enum CSVError: Error, Hashable, Sendable {
  /// There is nothing in it.
  case empty
  /// It is larger than ``CSVReading/largestFile`` bytes.
  case tooLarge
  /// It begins like UTF-16 and is not.
  case damagedText
  /// No column has the students' usernames; with the existing titles.
  case noUsernameColumn([String])
  /// A quote opens in the row and never closes.
  case unclosedQuote(row: Int)
}

/// The edits that a table asks for (Product rules, CSV).
public struct CSVReading: Sendable {
  /// What separates fields.
  public enum Delimiter: String, Sendable, CaseIterable {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"

    var byte: UInt8 {
      switch self {
      case .comma: UInt8(ascii: ",")
      case .semicolon: UInt8(ascii: ";")
      case .tab: UInt8(ascii: "\t")
      }
    }
  }

  /// The most bytes that are read.
  public static let largestFile = 32 << 20
  private static let mostColumns = 10_000

  /// How the bytes were read; ``TextEncoding/windows1250`` is a guess, which the program reports.
  public let encoding: TextEncoding
  /// What separates the fields.
  public let delimiter: Delimiter
  /// The decimal sign that the file's numbers use, if they show it.
  public let decimal: NumberReader.DecimalSign
  /// How many rows name a student.
  public private(set) var rowCount = 0
  /// The requested edits, row by row, with row and column.
  public private(set) var edits: [RequestedEdit] = []
  /// Columns and rows that cannot be used.
  public private(set) var problems: [EditProblem] = []
  /// The named students, with their rows.
  public private(set) var listed: [Username: Int] = [:]

  /// Reads a file against a course's definitions.
  ///
  /// An empty field keeps its value, or clears it if `emptyClears`. `note` is used for all edits.
  public init(
    _ data: Data, definitions: [Classification], emptyClears: Bool = false,
    note: RequestedEdit.Note = .keep
  ) throws(CSVError) {
    guard data.count <= Self.largestFile else { throw .tooLarge }
    guard let decoded = TextEncoding.decode([UInt8](data)) else { throw .damagedText }
    encoding = decoded.encoding
    let start = try Self.start(of: decoded.text)
    delimiter = start.delimiter
    let header = CSVHeader(
      start.titles, usernameColumn: start.usernameColumn, row: start.row,
      definitions: definitions)
    problems = header.problems
    // Two walks instead of a copy of all rows: the sign is known only at the end.
    var numbers = NumberReader.DecimalEvidence()
    try Self.forEachRow(of: decoded.text, after: start) { row in
      for column in header.items where column.item.valueType == .number {
        if column.index < row.fields.count { numbers.add(row.fields[column.index]) }
      }
    }
    decimal = numbers.sign
    try Self.forEachRow(of: decoded.text, after: start) { row in
      read(row, header: header, emptyClears: emptyClears, note: note)
    }
  }

  // MARK: The beginning

  /// The titles and where they are.
  private struct Start {
    var delimiter: Delimiter
    var titles: [String]
    var usernameColumn: Int
    var row: Int
  }

  /// Finds the separator: the one with which the titles have a column of usernames, and the
  /// earliest, because a title may contain anything.
  private static func start(of text: [UInt8]) throws(CSVError) -> Start {
    var best: Start?
    var titles: [String] = []
    var unclosed: CSVSyntax.UnclosedQuote?
    for delimiter in Delimiter.allCases {
      let first: CSVSyntax.Row?
      do throws(CSVSyntax.UnclosedQuote) {
        first = try firstRow(of: text, delimiter: delimiter)
      } catch {
        // With another separator the same quote may be in the middle of a field.
        unclosed = error
        continue
      }
      guard let row = first else { continue }
      let found = row.fields.map(FormulaGuard.restored)
      if found.count > titles.count { titles = found }
      guard let column = CSVHeader.usernameColumn(in: found) else { continue }
      let start = Start(
        delimiter: delimiter, titles: found, usernameColumn: column, row: row.number)
      guard let other = best else {
        best = start
        continue
      }
      if (column, -found.count) < (other.usernameColumn, -other.titles.count) { best = start }
    }
    if let best { return best }
    guard text.contains(where: { !" ,;\t\r\n\"".utf8.contains($0) }) else { throw .empty }
    if titles.isEmpty, let unclosed { throw .unclosedQuote(row: unclosed.row) }
    throw .noUsernameColumn(titles)
  }

  /// The row of titles: the first one with text in it, after the `sep=;` that spreadsheets
  /// understand.
  private static func firstRow(of text: [UInt8], delimiter: Delimiter)
    throws(CSVSyntax.UnclosedQuote) -> CSVSyntax.Row?
  {
    var syntax = CSVSyntax(text, delimiter: delimiter.byte, mostFields: mostColumns)
    while let row = try syntax.row() {
      let first = row.fields[0].trimmingBlanks().lowercased()
      let isHint = row.number == 1 && first.hasPrefix("sep=") && row.fields.count <= 2
      if !isHint, row.fields.contains(where: { !$0.trimmingBlanks().isEmpty }) { return row }
    }
    return nil
  }

  // MARK: Rows

  private static func forEachRow(
    of text: [UInt8], after start: Start, _ body: (CSVSyntax.Row) -> Void
  ) throws(CSVError) {
    var syntax = CSVSyntax(
      text, delimiter: start.delimiter.byte, mostFields: start.titles.count)
    do throws(CSVSyntax.UnclosedQuote) {
      while let row = try syntax.row() {
        // An empty line, or one of separators only, is ignored.
        if row.number > start.row, !row.fields.allSatisfy(\.isEmpty) || row.isMalformed {
          body(row)
        }
      }
    } catch {
      throw .unclosedQuote(row: error.row)
    }
  }

  private mutating func read(
    _ row: CSVSyntax.Row, header: CSVHeader, emptyClears: Bool, note: RequestedEdit.Note
  ) {
    let username =
      header.usernameColumn < row.fields.count
      ? FormulaGuard.restored(row.fields[header.usernameColumn]) : ""
    // A decimal comma between separating commas makes one field too many: 7,5 would become 7.
    guard !row.isMalformed else {
      problems.append(
        EditProblem(.malformedRow, .refused, row: row.number, username: username))
      return
    }
    let values = header.items.filter { $0.index < row.fields.count }
    guard !username.trimmingBlanks().isEmpty else {
      if values.contains(where: { !row.fields[$0.index].trimmingBlanks().isEmpty }) {
        problems.append(
          EditProblem(.missingUsername, .refused, row: row.number))
      }
      return
    }
    rowCount += 1
    let student = Username(username.trimmingBlanks())
    if listed[student] == nil { listed[student] = row.number }
    for column in values {
      let field = row.fields[column.index]
      let isBlank =
        column.item.valueType == .string ? field.isEmpty : field.trimmingBlanks().isEmpty
      if isBlank, !emptyClears { continue }
      edits.append(
        RequestedEdit(
          username: username, identifier: column.item.identifier.rawValue,
          content: field.isEmpty ? .clear : .text(FormulaGuard.restored(field)), note: note,
          row: row.number, column: column.index + 1))
    }
  }
}
