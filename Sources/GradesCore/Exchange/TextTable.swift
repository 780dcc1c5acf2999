/// Cuts text into a table of cells (Product rules, Tables).
public enum TextTable {
  /// What separates cells.
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

  private static let mostColumns = 10_000

  /// The table in the bytes of a text file.
  static func read(_ bytes: [UInt8]) throws(TableError) -> CellTable {
    guard let decoded = TextEncoding.decode(bytes) else { throw .damagedText }
    guard !isDocument(decoded.text) else { throw .notText }
    let start = try start(of: decoded.text)
    var table = try cells(of: decoded.text, delimiter: start.delimiter)
    table.rows.removeAll { $0.number < start.row }
    table.encoding = decoded.encoding
    return table
  }

  /// The table in a text that names its students in a header, such as our own exports; nil for other texts.
  static func titled(_ text: String) -> CellTable? {
    let bytes = Array(text.utf8)
    let unmarked = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard let start = titledStart(of: unmarked).best else { return nil }
    guard var table = try? cells(of: unmarked, delimiter: start.delimiter) else { return nil }
    table.rows.removeAll { $0.number < start.row }
    return table
  }

  private static func isDocument(_ text: [UInt8]) -> Bool {
    text.starts(with: Array("%PDF-".utf8))
  }

  // MARK: The beginning

  /// The first row with text in it, cut by a delimiter.
  private struct Start {
    var delimiter: Delimiter
    var titles: [String]
    var row: Int
    /// The index of the column that names the students; nil: no title says so.
    var studentColumn: Int?
  }

  /// Finds the delimiter: the one with which the titles have a column of students, and the earliest, because
  /// a title may contain anything. Without such a title, the one that cuts the row into most cells.
  private static func start(of text: [UInt8]) throws(TableError) -> Start {
    let found = titledStart(of: text)
    if let best = found.best { return best }
    // A value of ours may have any character, but then the titles are ours as well.
    guard !text.contains(0) else { throw .notText }
    guard text.contains(where: { !" ,;\t\r\n\"".utf8.contains($0) }) else { throw .empty }
    // A decimal comma is more likely than a comma between cells where another sign cuts the row as well.
    let preferred = [Delimiter.tab, .semicolon, .comma]
    let starts = preferred.compactMap { delimiter in
      found.all.first { $0.delimiter == delimiter }
    }
    if let cut = starts.first(where: { $0.titles.count > 1 }) ?? starts.first { return cut }
    throw .unclosedQuote(row: found.unclosed ?? 1)
  }

  private static func titledStart(
    of text: [UInt8]
  ) -> (best: Start?, all: [Start], unclosed: Int?) {
    var best: Start?
    var all: [Start] = []
    var unclosed: Int?
    for delimiter in Delimiter.allCases {
      let first: CSVSyntax.Row?
      do throws(CSVSyntax.UnclosedQuote) {
        first = try firstRow(of: text, delimiter: delimiter)
      } catch {
        // With another separator the same quote may be in the middle of a field.
        unclosed = error.row
        continue
      }
      guard let row = first else { continue }
      let titles = row.fields.map(FormulaGuard.restored)
      let start = Start(
        delimiter: delimiter, titles: titles, row: row.number,
        studentColumn: TitleWords.studentColumn(in: titles))
      all.append(start)
      guard let column = start.studentColumn else { continue }
      if let other = best, let known = other.studentColumn,
        (known, -other.titles.count) <= (column, -titles.count)
      {
        continue
      }
      best = start
    }
    return (best, all, unclosed)
  }

  /// The first row with text in it, after the `sep=;` that spreadsheets understand.
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

  private static func cells(
    of text: [UInt8], delimiter: Delimiter
  ) throws(TableError) -> CellTable {
    var syntax = CSVSyntax(text, delimiter: delimiter.byte, mostFields: mostColumns)
    var rows: [CellTable.Row] = []
    do throws(CSVSyntax.UnclosedQuote) {
      while let row = try syntax.row() {
        rows.append(
          CellTable.Row(
            number: row.number, cells: row.fields.map(FormulaGuard.restored),
            isMalformed: row.isMalformed))
      }
    } catch {
      throw .unclosedQuote(row: error.row)
    }
    return CellTable(rows: rows, delimiter: delimiter)
  }
}
