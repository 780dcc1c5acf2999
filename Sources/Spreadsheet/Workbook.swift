/// A workbook in the format of .xlsx files (ISO/IEC 29500), as far as values need it: formulas count as
/// their stored values, and formats only where they make something else of a number.
package struct Workbook: Sendable {
  /// A sheet with cells.
  package struct Sheet: Hashable, Sendable {
    package let name: String
    package let isHidden: Bool
    fileprivate let part: String
  }

  /// The sheets with cells in their order, without charts.
  package let sheets: [Sheet]
  private let archive: ZIPArchive
  private let limits: SpreadsheetLimits
  private let parts: Relationships

  /// Whether bytes begin like a workbook, of this format or an older one.
  package static func isRecognized(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: oldContainer)
  }

  /// The container of .xls files.
  private static let oldContainer: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

  /// Reads which sheets there are.
  package init(
    _ bytes: [UInt8], limits: SpreadsheetLimits = SpreadsheetLimits()
  ) throws(SpreadsheetError) {
    guard !bytes.starts(with: Self.oldContainer) else { throw .oldFormatOrPassword }
    archive = try ZIPArchive(bytes, limits: limits)
    self.limits = limits
    let main = try Relationships(of: "", in: archive).part(ofType: "officeDocument")
    guard let main, !main.hasSuffix(".bin") else { throw .otherFormat }
    guard let content = try archive.file(main) else { throw .damaged(part: main) }
    let parts = try Relationships(of: main, in: archive)
    self.parts = parts
    sheets = try Self.sheets(content, part: main, parts, limit: limits.sheets)
    guard !sheets.isEmpty else { throw .noSheets }
  }

  private static func sheets(
    _ bytes: [UInt8], part: String, _ parts: Relationships, limit: Int
  ) throws(SpreadsheetError) -> [Sheet] {
    var sheets: [Sheet] = []
    var isWorkbook = true
    try readingXML(bytes, part: part) { xml throws(XMLReader.Fault) in
      isWorkbook = try xml.child(at: 0)?.name == "workbook"
      while isWorkbook, let list = try xml.child(at: 1) {
        guard list.name == "sheets" else { continue }
        while let element = try xml.child(at: 2) {
          guard element.name == "sheet", let name = element["name"],
            let part = element["id"].flatMap({ parts.part($0, ofType: "worksheet") })
          else { continue }
          guard sheets.count < limit else { throw XMLReader.Fault(isTooLarge: true) }
          sheets.append(
            Sheet(
              name: EscapedText.decoded(name),
              isHidden: element["state"].map { $0 != "visible" } ?? false, part: part))
        }
      }
    }
    // Texts and presentations have the same container.
    guard isWorkbook else { throw .otherFormat }
    return sheets
  }

  /// The sheet with a name, in any case of its letters, or else with a number from 1; nil: the first one
  /// that is not hidden.
  package func sheet(_ choice: String?) throws(SpreadsheetError) -> Sheet {
    guard let choice else { return sheets.first { !$0.isHidden } ?? sheets[0] }
    if let sheet = sheets.first(where: { $0.name == choice })
      ?? sheets.first(where: { $0.name.lowercased() == choice.lowercased() })
    {
      return sheet
    }
    guard let number = Int(choice), sheets.indices.contains(number - 1) else {
      throw .unknownSheet(choice, existing: sheets.map(\.name))
    }
    return sheets[number - 1]
  }

  package func content(of sheet: Sheet) throws(SpreadsheetError) -> SheetContent {
    guard let content = try archive.file(sheet.part) else { throw .damaged(part: sheet.part) }
    var strings: [String] = []
    if let part = parts.part(ofType: "sharedStrings"), let bytes = try archive.file(part) {
      strings = try SharedStrings.read(bytes, part: part, limits: limits)
    }
    var formats = NumberFormats()
    if let part = parts.part(ofType: "styles"), let bytes = try archive.file(part) {
      formats = try NumberFormats(bytes, part: part, limits: limits)
    }
    return try SheetReader.read(
      content, part: sheet.part, strings: strings, formats: formats, limits: limits)
  }
}
