import Spreadsheet
import Testing

/// Workbooks of LibreOffice, of Excel and of libraries.
@Suite("Workbooks")
struct WorkbookTests {
  @Test("A workbook of LibreOffice is read as its source has it")
  func libreOffice() throws {
    let workbook = try Workbook(Workbooks.bytes("libreoffice.xlsx"))
    #expect(workbook.sheets.map(\.name) == ["Výsledky & body", "Skryt", "2"])
    #expect(workbook.sheets.map(\.isHidden) == [false, true, false])
    #expect(try workbook.content(of: workbook.sheets[0]).rows == Self.source)
  }

  /// The first sheet of `source.fods`. LibreOffice stores yes and no of unformatted cells as numbers.
  static let source = [
    SheetRow(1, .text("username"), .text("du1"), .text("uznáno"), .text("poznámka")),
    SheetRow(2, .text("zkusade1"), .number("7.4"), .number("1"), .text("se zvýrazněním")),
    SheetRow(3, .text("druhyst2"), .number("0.3"), .empty, .text("<&\" řádek\ndruhý")),
    SheetRow(
      6, .text("tretist3"), .fault(.date), .fault(.error("#DIV/0!")), .text("ab")),
    SheetRow(7, .text("ctvrtst4"), .number("-3"), .number("0")),
    SheetRow(8, .text("patyst05"), .fault(.merged), .text("007")),
  ]

  @Test(
    "A workbook of Excel is read: prefixes, runs, escapes, formats, and cells without addresses")
  func excel() throws {
    let workbook = try Workbook(Workbooks.bytes("excel.xlsx"))
    #expect(workbook.sheets.map(\.name) == ["Data"])
    let rows = try workbook.content(of: workbook.sheet(nil)).rows
    #expect(
      Array(rows.prefix(4)) == [
        SheetRow(2, .empty, .text("username"), .empty, .text("du1 ")),
        SheetRow(
          3, .empty, .text("a\r\nb & _x0041_ <c>"), .number("7.4"), .number("-0.5"), .fault(.date),
          .fault(.date), .fault(.date)),
        SheetRow(
          4, .number("0.3"), .number("0.30000000000000004"), .flag(true), .fault(.error("#N/A")),
          .fault(.notComputed), .empty, .text(" x ")),
        SheetRow(
          7,
          [.number("20261122000012345"), .number("0.0015")]
            + Array(repeating: .empty, count: 25) + [.number("1")]),
      ])
    // Long repetitions, in a block of its own code.
    #expect(rows.dropFirst(4).map(\.cells) == (12..<400).map { [.number("\($0)")] })
  }

  @Test("A sheet is chosen by its name or else its number; the first visible one is the default")
  func choice() throws {
    let workbook = try Workbook(Workbooks.bytes("libreoffice.xlsx"))
    #expect(try workbook.sheet(nil).name == "Výsledky & body")
    #expect(try workbook.sheet("skryt").name == "Skryt")
    #expect(try workbook.sheet("2").name == "2")
    #expect(try workbook.sheet("1").name == "Výsledky & body")
    for choice in ["0", "4", "-1", "List1", ""] {
      #expect(
        throws: SpreadsheetError.unknownSheet(
          choice, existing: ["Výsledky & body", "Skryt", "2"])
      ) { try workbook.sheet(choice) }
    }
  }

  @Test(
    "A number is read as its shortest text",
    arguments: [
      ("7.4000000000000004", "7.4"), ("10", "10"), ("-0", "0"), ("1E2", "100"), (" 5 ", "5"),
      ("0.1", "0.1"), ("7.50", "7.5"), ("1e-7", "1e-07"), ("12345678901234567890", nil),
    ])
  func numbers(_ stored: String, _ shown: String?) throws {
    let rows = try Workbooks.rows(Workbooks.made(rows: "<row><c><v>\(stored)</v></c></row>"))
    #expect(rows == [SheetRow(1, .number(shown ?? stored))])
  }

  @Test(
    "What breaks the format's rules damages its part",
    arguments: [
      "<row r='2'/><row r='1'/>", "<row r='2'/><row r='2'/>", "<row r='0'/>", "<row r='1048577'/>",
      "<row><c r='B1'/><c r='A1'/></row>", "<row><c r='A2'/></row>", "<row><c r='XFE1'/></row>",
      "<row><c></row></c>", "<row><c><v>&unknown;</v></c></row>", "<row a=1/>", "<row",
      "<row r='1' r>",
    ])
  func damaged(_ rows: String) throws {
    #expect(throws: SpreadsheetError.damaged(part: "xl/sheet1.xml")) {
      try Workbooks.rows(Workbooks.made(rows: rows))
    }
  }

  @Test(
    "An odd cell is its own fault, and empty forms are empty",
    arguments: [
      ("<c><v>8,25</v></c>", SheetCell.fault(.error("8,25"))),
      ("<c><v>nan</v></c>", .fault(.error("nan"))),
      ("<c><v>-1e999</v></c>", .fault(.error("-1e999"))),
      ("<c t='s'><v>5</v></c>", .fault(.error("5"))),
      ("<c t='s'><v>x</v></c>", .fault(.error("x"))),
      ("<c t='b'><v>2</v></c>", .fault(.error("2"))),
      ("<c t='x'><v>1</v></c>", .fault(.error("1"))),
      ("<c t='e'/>", .fault(.error("#ERROR!"))), ("<c t='s'><f>A1</f></c>", .fault(.notComputed)),
      ("<c t='s'/>", .empty), ("<c t='x'/>", .empty), ("<c t='d'><v> </v></c>", .empty),
      ("<c t='inlineStr'/>", .empty), ("<c t='str'><f>A1</f><v></v></c>", .empty),
    ])
  func oddCells(_ cell: String, _ read: SheetCell) throws {
    let rows = try Workbooks.rows(
      Workbooks.made(rows: "<row><c r='A1'><v>3</v></c>\(cell)<c r='C1'><v>4</v></c></row>"))
    #expect(rows == [SheetRow(1, .number("3"), read, .number("4"))])
  }

  @Test(
    "A number whose format shows another one is a fault",
    arguments: [
      ("0.00%", "0.5", true), ("0,", "7", true), ("#,##0.0,,", "7", true), ("# ??/??", "2.5", true),
      ("\"passed\"", "1", true), (";;;", "7", true), ("0;0", "-3", true), ("0;-0;", "0", true),
      ("[>=50]\"yes\";0", "7", true), ("General", "7.5", false), ("@", "7", false),
      ("#,##0.00", "1234.5", false), ("# ##0\\ \"%\"", "8", false), ("0;-0;", "4", false),
      ("#,##0_);[Red](#,##0)", "-8", false), ("_-* 0_-;-* 0_-;_-* \"-\"_-", "0", false),
      ("0.0E+00", "12", false), ("[$-405]0.0", "12", false),
    ])
  func formats(_ code: String, _ number: String, isChanged: Bool) throws {
    let escaped = code.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
      .replacing(">", with: "&gt;")
    let rows = try Workbooks.rows(
      Workbooks.made(
        sheet:
          "<worksheet><sheetData><row><c s='1'><v>\(number)</v></c></row></sheetData></worksheet>",
        styles: """
          <styleSheet><numFmts><numFmt numFmtId="170" formatCode="\(escaped)"/></numFmts>
          <cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>
          """))
    #expect(rows == [SheetRow(1, isChanged ? .fault(.format) : .number(number))])
  }

  @Test("Hidden rows and columns are read, and marked")
  func hidden() throws {
    let workbook = try Workbook(
      Workbooks.made(
        sheet: """
          <worksheet><cols><col min="2" max="3" hidden="1"/><col min="4" max="9"/>
          <col min="6" max="6" hidden="true"/></cols><sheetData><row hidden="1"><c><v>1</v></c></row>
          <row hidden="0"><c><v>2</v></c></row></sheetData></worksheet>
          """))
    let content = try workbook.content(of: workbook.sheet(nil))
    #expect(content.rows.map(\.isHidden) == [true, false])
    #expect(content.rows.map(\.cells) == [[.number("1")], [.number("2")]])
    #expect(content.hiddenColumns == [1..<3, 5..<6])
  }

  @Test("A document type, whose entities may grow without a bound, is refused")
  func documentType() throws {
    let sheet = """
      <!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>
      <worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>
      """
    #expect(throws: SpreadsheetError.damaged(part: "xl/sheet1.xml")) {
      try Workbooks.rows(Workbooks.made(sheet: sheet))
    }
  }

  @Test("Elements within elements and bytes that are no UTF-8 are refused")
  func depth() throws {
    let deep = String(repeating: "<a>", count: 500) + String(repeating: "</a>", count: 500)
    #expect(throws: SpreadsheetError.damaged(part: "xl/sheet1.xml")) {
      try Workbooks.rows(Workbooks.made(rows: deep))
    }
    var archive = ZIPWriter()
    archive.add("_rels/.rels", [0x3C, 0x61, 0xFF, 0x2F, 0x3E])
    #expect(throws: SpreadsheetError.damaged(part: "_rels/.rels")) {
      try Workbook(archive.archive)
    }
  }

  @Test("What is larger than the limits is refused before it takes their memory")
  func limits() throws {
    #expect(throws: SpreadsheetError.tooLarge) { try Workbooks.rows(Workbooks.bytes("bomb.xlsx")) }
    var limits = SpreadsheetLimits()
    limits.fileSize = 100
    #expect(throws: SpreadsheetError.tooLarge) {
      try Workbooks.rows(Workbooks.bytes("excel.xlsx"), limits: limits)
    }
    limits = SpreadsheetLimits()
    limits.partSize = 1000
    #expect(throws: SpreadsheetError.tooLarge) {
      try Workbooks.rows(Workbooks.bytes("excel.xlsx"), limits: limits)
    }
    limits = SpreadsheetLimits()
    limits.entries = 3
    #expect(throws: SpreadsheetError.tooLarge) {
      try Workbooks.rows(Workbooks.bytes("excel.xlsx"), limits: limits)
    }
    limits = SpreadsheetLimits()
    limits.cells = 16_000
    let far = Workbooks.made(rows: "<row><c r='XFD1'><v>1</v></c></row>")
    #expect(throws: SpreadsheetError.tooLarge) { try Workbooks.rows(far, limits: limits) }
    let merged = Workbooks.made(
      rows: "<row/><row/><row/>", after: "<mergeCells><mergeCell ref='A1:XFD3'/></mergeCells>")
    #expect(throws: SpreadsheetError.tooLarge) { try Workbooks.rows(merged, limits: limits) }
    // One text in many cells, one column merged again and again, and more sheets than anybody has.
    limits = SpreadsheetLimits()
    limits.texts = 1000
    let cells = (1...20).map { "<row r='\($0)'><c r='A\($0)' t='s'><v>0</v></c></row>" }.joined()
    let repeated = Workbooks.made(
      sheet: "<worksheet><sheetData>\(cells)</sheetData></worksheet>",
      strings: "<sst><si><t>\(String(repeating: "x", count: 100))</t></si></sst>")
    #expect(throws: SpreadsheetError.tooLarge) { try Workbooks.rows(repeated, limits: limits) }
    limits = SpreadsheetLimits()
    limits.cells = 100
    let areas = String(repeating: "<mergeCell ref='A1:A20'/>", count: 10)
    let overlapping = Workbooks.made(rows: cells, after: "<mergeCells>\(areas)</mergeCells>")
    #expect(throws: SpreadsheetError.tooLarge) { try Workbooks.rows(overlapping, limits: limits) }
    let sheets = String(repeating: "<sheet name='A' r:id='r1'/>", count: 1001)
    #expect(throws: SpreadsheetError.tooLarge) {
      try Workbook(
        Workbooks.made(
          sheet: "<worksheet/>", workbook: "<workbook><sheets>\(sheets)</sheets></workbook>"))
    }
    #expect(try Workbooks.rows(merged)[1].cells.count == 16_384)
  }

  @Test("Other formats and passwords are named; a text is not taken for a workbook")
  func otherFormats() throws {
    let old: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0]
    #expect(Workbook.isRecognized(old))
    #expect(throws: SpreadsheetError.oldFormatOrPassword) { try Workbook(old) }
    var archive = ZIPWriter()
    archive.add("mimetype", Array("application/vnd.oasis.opendocument.spreadsheet".utf8))
    #expect(Workbook.isRecognized(archive.archive))
    #expect(throws: SpreadsheetError.otherFormat) { try Workbook(archive.archive) }
    let letter = Workbooks.made(sheet: "", main: "xl/workbook.xml", workbook: "<document/>")
    #expect(throws: SpreadsheetError.otherFormat) { try Workbook(letter) }
    let binary = Workbooks.made(sheet: "", main: "xl/workbook.bin")
    #expect(throws: SpreadsheetError.otherFormat) { try Workbook(binary) }
    let empty = Workbooks.made(sheet: "", workbook: "<workbook><sheets/></workbook>")
    #expect(throws: SpreadsheetError.noSheets) { try Workbook(empty) }
    #expect(!Workbook.isRecognized(Array("PK,username\n".utf8)))
    #expect(!Workbook.isRecognized(Array("\tusername\n".utf8)))
    #expect(throws: SpreadsheetError.damaged(part: "")) { try Workbook(Array("PK,".utf8)) }
  }
}

extension SheetRow {
  /// A row of these cells.
  init(_ number: Int, _ cells: SheetCell...) { self.init(number, cells) }
}
