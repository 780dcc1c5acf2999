import Foundation
@testable import GradesCore
@testable import Spreadsheet

/// Workbooks: whole files, and parts in a sound archive, because a damaged archive is refused as a whole.
enum WorkbooksReader {
  private static let limits: SpreadsheetLimits = {
    var limits = SpreadsheetLimits()
    limits.partSize = 1 << 20
    limits.cells = 20_000
    limits.items = 5_000
    return limits
  }()

  static func read(_ bytes: [UInt8]) {
    guard let choice = Choice(bytes, of: 5) else { return }
    let part = choice.rest
    switch choice.number {
    case 0: checkRows(of: part)
    case 1: checkRows(of: workbook(sheet: part))
    case 2: checkRows(of: workbook(strings: part))
    case 3: checkRows(of: workbook(styles: part))
    default: _ = try? Inflater.inflate(part[...], upTo: 1 << 16)
    }
  }

  private static let sheet = Array(
    """
    <worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45000</v></c>
    <c t="s"><v>1</v></c></row></sheetData></worksheet>
    """.utf8)
  private static let strings = Array("<sst><si><t>user</t></si></sst>".utf8)
  private static let styles = Array(
    "<styleSheet><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs></styleSheet>".utf8)

  private static func workbook(
    sheet: [UInt8] = sheet, strings: [UInt8] = strings, styles: [UInt8] = styles
  ) -> [UInt8] {
    var archive = ZIPWriter()
    archive.add(
      "_rels/.rels",
      Array(
        "<Relationships><Relationship Id='r1' Type='x/officeDocument' Target='xl/w.xml'/></Relationships>"
          .utf8))
    archive.add(
      "xl/w.xml",
      Array("<workbook><sheets><sheet name='A' r:id='r1'/></sheets></workbook>".utf8))
    archive.add(
      "xl/_rels/w.xml.rels",
      Array(
        """
        <Relationships><Relationship Id="r1" Type="x/worksheet" Target="sheet1.xml"/>
        <Relationship Id="r2" Type="x/sharedStrings" Target="strings.xml"/>
        <Relationship Id="r3" Type="x/styles" Target="styles.xml"/></Relationships>
        """.utf8))
    archive.add("xl/sheet1.xml", sheet)
    archive.add("xl/strings.xml", strings)
    archive.add("xl/styles.xml", styles)
    return archive.archive
  }

  /// Rows are within the limits, and written again they are the same.
  private static func checkRows(of bytes: [UInt8]) {
    guard let rows = try? rows(bytes) else { return }
    check(rows.reduce(0) { $0 + $1.cells.count } <= limits.cells, "too many cells")
    check(zip(rows, rows.dropFirst()).allSatisfy { $0.number < $1.number }, "rows in disorder")
    check(
      rows.allSatisfy { $0.number <= 1_048_576 && $0.cells.count <= 16_384 }, "a cell outside")
    guard let last = rows.last, last.number <= 200 else { return }
    var writer = SheetWriter(sheetName: "A")
    let byNumber = Dictionary(uniqueKeysWithValues: rows.map { ($0.number, $0.cells) })
    for number in 1...last.number { writer.append(byNumber[number] ?? []) }
    guard let again = try? self.rows(writer.file) else {
      return check(false, "a written workbook is not read")
    }
    checkEqual(filled(again), filled(rows), "written and read", exactly: true)
  }

  private static func rows(_ bytes: [UInt8]) throws -> [SheetRow] {
    let workbook = try Workbook(bytes, limits: limits)
    return try workbook.content(of: workbook.sheet(nil)).rows
  }

  /// The rows with values, without what is left empty in writing.
  private static func filled(_ rows: [SheetRow]) -> [SheetRow] {
    rows.compactMap { row in
      var cells = row.cells.map { cell in
        if case .fault = cell { SheetCell.empty } else { cell }
      }
      while cells.last == .empty { cells.removeLast() }
      return cells.isEmpty ? nil : SheetRow(row.number, cells)
    }
  }
}
