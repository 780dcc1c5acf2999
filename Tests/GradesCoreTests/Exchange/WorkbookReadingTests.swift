import Foundation
import GradesClient
import GradesCore
import Spreadsheet
import Testing

/// Workbooks as tables of values.
@Suite("Reading workbooks")
struct WorkbookReadingTests {
  private let definitions = [
    Classification(identifier: ItemIdentifier("du1")),
    Classification(identifier: ItemIdentifier("uznáno"), valueType: .boolean),
    Classification(identifier: ItemIdentifier("poznámka"), valueType: .string),
  ]

  private func workbook(_ rows: [[SheetCell]]) -> Data {
    var writer = SheetWriter(sheetName: "body")
    for row in rows { writer.append(row) }
    return Data(writer.file)
  }

  private func contents(_ reading: TableReading) -> [String] {
    reading.edits.map { "\($0.row ?? 0):\($0.column ?? 0) \($0.username) \($0.content)" }
  }

  @Test("Values keep their types, whatever the texts beside them look like")
  func types() throws {
    let reading = try TableReading(
      TableFile(
        workbook([
          [.text("Výsledky testu")], [],
          [.text("Příjmení"), .text("Login"), .text("DU1"), .text("uznáno"), .text("poznámka")],
          [.text("Zkušební"), .text("zkusade1"), .number("1.234"), .flag(true), .number("7.5")],
          [.text("Druhý"), .text("druhyst2"), .text("7,5"), .text("ne"), .text("'=1+1")],
          [.text("Třetí"), .text("tretist3"), .empty, .empty, .flag(false), .text("aside")],
        ])), definitions: definitions)
    #expect(reading.sheet?.name == "body")
    #expect(reading.sheet?.count == 1)
    #expect(reading.decimal == .comma)
    #expect(
      reading.problems.map { "\($0.kind) \($0.row ?? 0):\($0.column ?? 0)" } == [
        "headingRows 3:0", "untitledColumn 3:6",
      ])
    #expect(
      contents(reading) == [
        "4:3 zkusade1 value(1.234)",
        "4:4 zkusade1 value(yes)", "4:5 zkusade1 text(\"7.5\")",
        "5:3 druhyst2 text(\"7,5\")", "5:4 druhyst2 text(\"ne\")", "5:5 druhyst2 text(\"=1+1\")",
        "6:5 tretist3 text(\"FALSE\")",
      ])
  }

  @Test("Errors, dates, merged cells and formulas without a value are rejected by their names")
  func faults() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../SpreadsheetTests/Workbooks/libreoffice.xlsx").standardizedFileURL
    let reading = try TableReading(TableFile(Data(contentsOf: file)), definitions: definitions)
    #expect(
      reading.problems.map {
        "\($0.kind) \($0.row ?? 0):\($0.column ?? 0) \($0.username ?? "") \($0.text ?? "")"
      } == [
        "dateCell 6:2 tretist3 ", "cellError 6:3 tretist3 #DIV/0!",
        "mergedCell 8:2 patyst05 ",
      ])
    #expect(reading.edits.count == 9)
    #expect(reading.sheet?.name == "Výsledky & body")
    #expect(reading.sheet?.isChosen == false)
    #expect(reading.sheet?.count == 3)
    // Of several sheets, the one that was read is named.
    let error = #expect(throws: TableError.self) {
      try TableReading(TableFile(Data(contentsOf: file), sheet: "Skryt"), definitions: definitions)
    }
    guard case .sheet(let sheet, .noStudents(["skryto"]))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(sheet.name == "Skryt")
  }

  @Test("What is no workbook is named, and a text has no sheets")
  func others() {
    #expect(throws: TableError.workbook(.damaged(part: ""))) {
      try TableFile(Data("PK\u{3}\u{4}".utf8))
    }
    #expect(throws: TableError.workbook(.oldFormatOrPassword)) {
      try TableFile(Data([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]))
    }
    #expect(throws: TableError.noText) {
      try TableFile(workbook([]), encoding: .latin2)
    }
    #expect(throws: TableError.noWorkbook) {
      try TableFile(Data("username\n".utf8), sheet: "1")
    }
    #expect(throws: TableError.empty) {
      try TableReading(TableFile(workbook([])), definitions: definitions)
    }
  }
}
