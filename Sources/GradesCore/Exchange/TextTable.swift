/// Cuts text into a table of cells (Product rules, Tables).
package enum TextTable {
  package enum Delimiter: String, Sendable, CaseIterable {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"

    var byte: UInt8 { Array(rawValue.utf8)[0] }
  }

  private static let mostColumns = 10_000

  /// The table in the bytes of a text file; nil as the encoding: as its bytes are.
  static func read(_ bytes: [UInt8], encoding: TextEncoding? = nil) throws(TableError) -> CellTable
  {
    let decoded = try TextEncoding.decode(bytes, as: encoding)
    guard !decoded.text.starts(with: Array("%PDF-".utf8)) else { throw .notText }
    if let form = markup(of: decoded.text) { throw .foreign(form) }
    var table = try cells(of: decoded.text, delimiter: delimiter(of: decoded.text))
    table.encoding = decoded.encoding
    return table
  }

  /// The table in a text that names its students in a header, such as our own exports; nil for other texts.
  static func titled(_ text: String) -> CellTable? {
    let bytes = Array(text.utf8)
    let unmarked = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard let start = titledStart(of: starts(of: unmarked).all),
      let table = try? cells(of: unmarked, delimiter: start.delimiter)
    else { return nil }
    // A line of a text may have a word for students in it.
    let isTable = table.rows.allSatisfy { row in
      row.number <= start.title?.row ?? 0 || row.isBlank || row.cells.count > 1
    }
    return isTable ? table : nil
  }

  /// What a text is that begins like HTML or XML, which some programs call .xls.
  private static func markup(of text: [UInt8]) -> String? {
    let start = String(decoding: text.prefix(1000), as: UTF8.self).trimmingBlanks().lowercased()
    if start.hasPrefix("<?xml") { return start.contains("<html") ? "HTML" : "XML" }
    let isPage = ["<html", "<table", "<body", "<!doctype html"].contains(where: start.contains)
    return start.hasPrefix("<") && isPage ? "HTML" : nil
  }

  // MARK: The beginning

  /// The first rows with text in them, cut by a delimiter.
  private struct Start {
    var delimiter: Delimiter
    var rows: [CSVSyntax.Row] = []
    /// The first row with a title of a column of students, and the index of the column.
    var title: (row: Int, column: Int, count: Int)? {
      for row in rows {
        let titles = row.fields.map(FormulaGuard.restored)
        if let column = TitleWords.studentColumn(in: titles) {
          return (row.number, column, titles.count)
        }
      }
      return nil
    }
  }

  /// Finds the delimiter: the one with which a title of students is the earliest, because a title may contain
  /// anything. Without such a title, the one that cuts most of the first rows.
  private static func delimiter(of text: [UInt8]) throws(TableError) -> Delimiter {
    let (starts, unclosed) = starts(of: text)
    if let titled = titledStart(of: starts) { return titled.delimiter }
    // A value of ours may have any character, but then the titles are ours as well.
    guard !text.contains(0) else { throw .notText }
    guard text.contains(where: { !" ,;\t\r\n\"".utf8.contains($0) }) else { throw .empty }
    // A decimal comma is more likely than a comma between cells where another sign cuts the rows as well.
    let best = starts.reversed().max { left, right in
      left.rows.count { $0.fields.count > 1 } < right.rows.count { $0.fields.count > 1 }
    }
    guard let best else { throw .unclosedQuote(row: unclosed ?? 1) }
    return best.delimiter
  }

  private static func titledStart(of starts: [Start]) -> Start? {
    starts.filter { $0.title != nil }.min { left, right in
      guard let left = left.title, let right = right.title else { return false }
      return (left.row, left.column, -left.count) < (right.row, right.column, -right.count)
    }
  }

  private static func starts(of text: [UInt8]) -> (all: [Start], unclosed: Int?) {
    var all: [Start] = []
    var unclosed: Int?
    for delimiter in Delimiter.allCases {
      var start = Start(delimiter: delimiter)
      var syntax = CSVSyntax(text, delimiter: delimiter.byte, mostFields: mostColumns)
      do throws(CSVSyntax.UnclosedQuote) {
        while start.rows.count < TableColumns.mostRowsOfHeading, let row = try syntax.row() {
          if !isHint(row), row.fields.contains(where: { !$0.trimmingBlanks().isEmpty }) {
            start.rows.append(row)
          }
        }
      } catch {
        // With another separator the same quote may be in the middle of a field.
        unclosed = error.row
      }
      if !start.rows.isEmpty { all.append(start) }
    }
    return (all, unclosed)
  }

  /// Whether a row is the `sep=;` that spreadsheets understand.
  private static func isHint(_ row: CSVSyntax.Row) -> Bool {
    row.number == 1 && row.fields.count <= 2
      && row.fields[0].trimmingBlanks().lowercased().hasPrefix("sep=")
  }

  // MARK: Rows

  private static func cells(
    of text: [UInt8], delimiter: Delimiter
  ) throws(TableError) -> CellTable {
    var syntax = CSVSyntax(text, delimiter: delimiter.byte, mostFields: mostColumns)
    var rows: [CellTable.Row] = []
    var widest = 0
    while true {
      let next: CSVSyntax.Row?
      do throws(CSVSyntax.UnclosedQuote) { next = try syntax.row() } catch {
        throw .unclosedQuote(row: error.row)
      }
      guard let row = next else { return CellTable(rows: rows) }
      guard !isHint(row) else { continue }
      widest = max(widest, row.fields.count)
      try TableFile.check(rows: row.number, widest: widest)
      rows.append(
        CellTable.Row(
          number: row.number, cells: row.fields.map(FormulaGuard.restored),
          isMalformed: row.isMalformed))
    }
  }
}
