/// Writes a workbook of one sheet that spreadsheets open without a question.
///
/// The first row is the header: it is bold, stays in place and filters the others. The same rows give the same bytes.
package struct SheetWriter {
  private let name: String
  private let frozen: Int
  private let computed: Set<Int>
  private var rowCount = 0
  private var rows: [UInt8] = []
  /// The widest text of each column, in characters.
  private var widths: [Int] = []

  private static let longestName = 31
  private static let longestText = 32_767
  private static let widest = 40

  /// Makes a writer. Characters that names of sheets cannot have are replaced.
  ///
  /// - Parameters:
  ///   - frozen: how many columns stay in place.
  ///   - computed: the columns on grey, of which a change would mean nothing.
  package init(sheetName: String, frozen: Int = 0, computed: Set<Int> = []) {
    (self.frozen, self.computed) = (frozen, computed)
    let name = sheetName.map { "[]:*?/\\'".contains($0) ? "-" : $0 }
    var units = 0
    // Counted as spreadsheets do, in UTF-16.
    let short = name.prefix { character in
      units += character.utf16.count
      return units <= Self.longestName
    }
    self.name = short.isEmpty ? "Sheet" : String(short)
  }

  /// Appends a row. Faults are left empty: they are no values.
  package mutating func append(_ cells: [SheetCell]) {
    rowCount += 1
    rows += Array("<row r=\"\(rowCount)\">".utf8)
    for (column, cell) in cells.enumerated() {
      guard let (attributes, content, width) = parts(of: cell) else { continue }
      let address = CellAddress.letters(ofColumn: column) + String(rowCount)
      let style = rowCount == 1 ? 1 : attributes.style + (computed.contains(column) ? 3 : 0)
      let styled = style == 0 ? "" : " s=\"\(style)\""
      rows += Array("<c r=\"\(address)\"\(styled)\(attributes.type)>\(content)</c>".utf8)
      if column >= widths.count {
        widths += repeatElement(0, count: column + 1 - widths.count)
      }
      widths[column] = max(widths[column], width)
    }
    rows += Array("</row>".utf8)
  }

  package var file: [UInt8] {
    var archive = ZIPWriter()
    for (name, content) in WorkbookParts.fixed { archive.add(name, Array(content.utf8)) }
    archive.add("xl/workbook.xml", Array(WorkbookParts.workbook(sheet: name).utf8))
    archive.add("xl/worksheets/sheet1.xml", sheet)
    return archive.archive
  }

  private typealias Attributes = (type: String, style: Int)

  private func parts(of cell: SheetCell) -> (Attributes, content: String, width: Int)? {
    switch cell {
    case .empty, .fault: nil
    case .number(let text): (("", 0), "<v>\(EscapedText.encoded(text))</v>", text.count)
    case .flag(let flag): ((" t=\"b\"", 0), "<v>\(flag ? 1 : 0)</v>", 6)
    case .text(let text):
      // Formatted as a text, so that what is typed instead stays one.
      (
        (" t=\"inlineStr\"", 2),
        "<is><t xml:space=\"preserve\">\(EscapedText.encoded(Self.short(text)))</t></is>",
        text.count
      )
    }
  }

  /// A text with at most as many code units as a cell holds.
  private static func short(_ text: String) -> String {
    guard text.utf16.count > longestText else { return text }
    var units = 0
    let scalars = text.unicodeScalars.prefix { scalar in
      units += scalar.utf16.count
      return units <= longestText
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private var sheet: [UInt8] {
    var text = WorkbookParts.sheetStart(frozen: frozen)
    if !widths.isEmpty {
      text += "<cols>"
      for (index, width) in widths.enumerated() {
        let column = index + 1
        text += "<col min=\"\(column)\" max=\"\(column)\""
        text += " width=\"\(min(max(width, 6), Self.widest) + 2)\" customWidth=\"1\"/>"
      }
      text += "</cols>"
    }
    text += "<sheetData>"
    let last = CellAddress.letters(ofColumn: max(0, widths.count - 1)) + String(max(1, rowCount))
    let end = "</sheetData><autoFilter ref=\"A1:\(last)\"/></worksheet>"
    return Array(text.utf8) + rows + Array(end.utf8)
  }
}
