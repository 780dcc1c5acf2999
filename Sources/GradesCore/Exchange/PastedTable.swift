/// Reads a table that was copied from a spreadsheet: tabs between cells, and quotes around cells that have
/// tabs, quotes or line breaks in them (RFC 4180).
public enum PastedTable {
  /// The cells, row by row, without empty rows at the end. A line break within a cell is LF.
  ///
  /// A quote that never closes, or closes within a cell, is a part of a text that was not quoted. Then no
  /// cell can have line breaks, and quotes count only around a whole cell.
  public static func rows(_ text: String) -> [[String]] {
    let text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    var rows = quoted(text) ?? plain(text)
    while rows.last == [""] { rows.removeLast() }
    return rows
  }

  /// The rows; nil with a misplaced quote.
  private static func quoted(_ text: String) -> [[String]]? {
    var syntax = CSVSyntax(
      Array(text.utf8), delimiter: CSVReading.Delimiter.tab.byte, mostFields: .max)
    var rows: [[String]] = []
    do throws(CSVSyntax.UnclosedQuote) {
      while let row = try syntax.row() {
        guard !row.isMalformed else { return nil }
        rows.append(row.fields)
      }
    } catch {
      return nil
    }
    return rows
  }

  private static func plain(_ text: String) -> [[String]] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { unquoted(String($0)) }
    }
  }

  /// A cell without the quotes around the whole of it.
  private static func unquoted(_ cell: String) -> String {
    guard cell.count > 1, cell.first == "\"", cell.last == "\"" else { return cell }
    let inner = String(cell.dropFirst().dropLast())
    let isWhole = !inner.replacing("\"\"", with: "").contains("\"")
    return isWhole ? inner.replacing("\"\"", with: "\"") : cell
  }
}
