import Spreadsheet
import Testing

/// Workbooks that the program writes.
@Suite("Written workbooks")
struct SheetWriterTests {
  static let rows: [[SheetCell]] = [
    [.text("username"), .text("du1"), .text("uznáno")],
    [.text("zkusade1"), .number("7.5"), .flag(true)],
    [.text("=1+1"), .number("-0.3"), .flag(false), .empty, .text("007")],
    [],
    [
      .text(" <b>&\"'\r\n\t\u{1} _x0041_ _x0041\u{1} x_ 😀 \u{FFFE}\u{FFFF} "),
      .empty, .number("1e-07"),
    ],
  ]

  static func written(_ rows: [[SheetCell]] = rows, name: String = "du1: 2026/27") -> [UInt8] {
    var writer = SheetWriter(sheetName: name)
    for row in rows { writer.append(row) }
    return writer.file
  }

  @Test("What is written is read back exactly")
  func roundTrip() throws {
    let workbook = try Workbook(Self.written())
    #expect(workbook.sheets.map(\.name) == ["du1- 2026-27"])
    let rows = try workbook.content(of: workbook.sheets[0]).rows
    #expect(rows.map(\.cells) == Self.rows)
    #expect(rows.map(\.number) == [1, 2, 3, 4, 5])
  }

  @Test("Names stay in place, the header filters, and what is computed is grey")
  func form() {
    var writer = SheetWriter(sheetName: "A", frozen: 3, computed: [3])
    for row in Self.rows.prefix(2) { writer.append(row + [.number("1"), .text("x")]) }
    let text = String(decoding: writer.file, as: UTF8.self)
    #expect(text.contains("<pane xSplit=\"3\" ySplit=\"1\" topLeftCell=\"D2\""))
    #expect(text.contains("<autoFilter ref=\"A1:E2\"/>"))
    #expect(text.contains("<c r=\"D2\" s=\"3\"><v>1</v>"))
    #expect(text.contains("<c r=\"E2\" s=\"2\" t=\"inlineStr\">"))
  }

  @Test("The same rows give the same bytes")
  func deterministic() { #expect(Self.written() == Self.written()) }

  @Test("Faults are left empty, and texts and names fit")
  func fitting() throws {
    let long = String(repeating: "😀", count: 20_000)
    let workbook = try Workbook(
      Self.written([[.fault(.date), .text(long)]], name: String(repeating: "č", count: 40)))
    #expect(workbook.sheets[0].name == String(repeating: "č", count: 31))
    let cells = try workbook.content(of: workbook.sheets[0]).rows[0].cells
    #expect(cells == [.empty, .text(String(repeating: "😀", count: 16_383))])
    #expect(try Workbook(Self.written([], name: "")).sheets[0].name == "Sheet")
  }
}
