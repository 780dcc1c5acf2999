/// Reads a table that was copied from a spreadsheet: tabs between cells, and quotes around cells that have
/// tabs, quotes or line breaks in them (RFC 4180).
package enum PastedTable {
  /// The cells, row by row, without empty rows at the end. A line break within a cell is LF.
  ///
  /// A quote that never closes, or closes within a cell, is a part of a text that was not quoted. So are
  /// quotes of two cells that would take rows between them into one cell: those leave rows of different
  /// lengths, or a cell with tabs and line breaks. Then no cell can have line breaks, and quotes count
  /// only around a whole cell.
  package static func rows(_ text: String) -> [[String]] {
    let text = text.withLineFeeds
    return quoted(text) ?? withoutEmptyEnd(plain(text))
  }

  /// The cells as a table; a text without tabs that has titles like our own exports is read like a file.
  package static func table(_ text: String) -> CellTable {
    if !text.contains("\t"), let titled = TextTable.titled(text.withLineFeeds) { return titled }
    return CellTable(
      rows: rows(text).enumerated().map { index, cells in
        CellTable.Row(number: index + 1, cells: cells.map(FormulaGuard.restored))
      })
  }

  /// The table of a header, if there is one, and rows as a text that reads back, for the clipboard.
  ///
  /// Texts are guarded against being taken for formulas, and in quotes where they have tabs, line breaks or
  /// quotes. Where a cell has both tabs and line breaks the first title is in quotes too, so that reading
  /// cannot take them for other cells.
  ///
  /// - Parameter rows: the cells, of texts as ``field(_:)`` makes them.
  package static func text(_ titles: [String], _ rows: [[String]]) -> String {
    var lines = (titles.isEmpty ? [] : [titles.map(field)]) + rows
    // Scalars, because a carriage return and a line feed are one character to Swift.
    let isStrict = lines.contains {
      $0.map(\.unicodeScalars).contains { cell in
        cell.contains("\t") && (cell.contains("\n") || cell.contains("\r"))
      }
    }
    if isStrict, let title = titles.first { lines[0][0] = CSVDialect.quotes(title) }
    return lines.map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  /// A text as a cell, which reads back as it is but for its kinds of line breaks.
  package static func field(_ text: String) -> String {
    let text = FormulaGuard.guarded(text)
    // Scalars, because a quote with an accent is one character to Swift and a quote to readers.
    guard text.unicodeScalars.contains(where: { "\t\"\r\n".unicodeScalars.contains($0) }) else {
      return text
    }
    return CSVDialect.quotes(text)
  }

  private static func withoutEmptyEnd(_ rows: [[String]]) -> [[String]] {
    Array(rows[..<((rows.lastIndex { $0 != [""] }).map { $0 + 1 } ?? 0)])
  }

  /// The rows; nil with a misplaced quote, or if a cell seems to have rows in it.
  private static func quoted(_ text: String) -> [[String]]? {
    var syntax = CSVSyntax(
      Array(text.utf8), delimiter: TextTable.Delimiter.tab.byte, mostFields: .max)
    var rows: [[String]] = []
    do throws(CSVSyntax.UnclosedQuote) {
      while let row = try syntax.row() {
        guard !row.isMalformed else { return nil }
        rows.append(row.fields)
      }
    } catch {
      return nil
    }
    rows = withoutEmptyEnd(rows)
    let isStrict = text.hasPrefix("\"") && rows.first.map { TitleWords.key($0[0]) } == .username
    let isPlausible = rows.allSatisfy { row in
      row.count == rows[0].count
        && (isStrict || !row.contains { $0.contains("\n") && $0.contains("\t") })
    }
    return isPlausible ? rows : nil
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

extension String {
  /// The text with a line feed for each line end, as it was before a terminal made carriage returns of its
  /// line feeds, or a spreadsheet CR LF.
  ///
  /// In one pass: of CR CR LF a replacement of CR LF leaves CR LF, one character to Swift in which a
  /// replacement of CR finds nothing.
  package var withLineFeeds: String {
    split(omittingEmptySubsequences: false) { ["\r\n", "\r", "\n"].contains($0) }
      .joined(separator: "\n")
  }
}
