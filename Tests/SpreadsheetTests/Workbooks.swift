import Foundation
import Spreadsheet

/// The recorded workbooks: `libreoffice.xlsx`, which LibreOffice 7.4 made of `source.fods`; `excel.xlsx`,
/// with what Excel and libraries write and every kind of compressed block; `bomb.xlsx`.
enum Workbooks {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Workbooks")

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  /// A workbook of one sheet, made of its parts.
  static func made(
    sheet: String, strings: String? = nil, styles: String? = nil,
    main: String = "xl/workbook.xml",
    workbook: String = "<workbook><sheets><sheet name='A' r:id='r1'/></sheets></workbook>"
  ) -> [UInt8] {
    var archive = ZIPWriter()
    func add(_ name: String, _ text: String) { archive.add(name, Array(text.utf8)) }
    add(
      "_rels/.rels",
      "<Relationships><Relationship Id='r1' Type='x/officeDocument' Target='\(main)'/></Relationships>"
    )
    add(main, workbook)
    add(
      "xl/_rels/workbook.xml.rels",
      """
      <Relationships><Relationship Id="r1" Type="x/worksheet" Target="sheet1.xml"/>
      <Relationship Id="r2" Type="x/sharedStrings" Target="strings.xml"/>
      <Relationship Id="r3" Type="x/styles" Target="styles.xml"/></Relationships>
      """)
    add("xl/sheet1.xml", sheet)
    if let strings { add("xl/strings.xml", strings) }
    if let styles { add("xl/styles.xml", styles) }
    return archive.archive
  }

  /// A workbook with these rows in its sheet.
  static func made(rows: String, after: String = "") -> [UInt8] {
    made(sheet: "<worksheet><sheetData>\(rows)</sheetData>\(after)</worksheet>")
  }

  /// The rows of a workbook's first visible sheet.
  static func rows(
    _ bytes: [UInt8], limits: SpreadsheetLimits = SpreadsheetLimits()
  ) throws(SpreadsheetError) -> [SheetRow] {
    let workbook = try Workbook(bytes, limits: limits)
    return try workbook.content(of: workbook.sheet(nil)).rows
  }
}
