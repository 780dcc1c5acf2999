import AppTestSupport
import Foundation
import TestSupport
import Testing

/// Workbooks of spreadsheets, imported as people have them.
@Suite("Import of workbooks", .inTurn)
struct ImportWorkbookTests {
  private static let workbook = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../SpreadsheetTests/Workbooks/libreoffice.xlsx").standardizedFileURL

  @Test("Recognized by its content, from a file of any name and from standard input")
  func content() async throws {
    let teacher = try await Teacher.working()
    let file = teacher.program.home.file("results.csv")
    let sheet = teacher.program.home.file("sheet.xlsx").path
    #expect(await teacher("export XI-ZPT.23 --item du1 --xlsx \(sheet)").status == 0)
    try FileManager.default.moveItem(atPath: sheet, toPath: file.path)
    for arguments in [[file.path], ["-"]] {
      let run = await teacher.program.run(
        ["import", Teacher.course] + arguments + ["--dry-run"],
        bytes: try Data(contentsOf: file))
      #expect(run.status == 0)
      #expect(run.err == "Dry run: nothing was sent.\n")
      #expect(run.out.contains("No changes"))
    }
  }

  @Test("Its cells that are no values are named, and so is the sheet that was read")
  func complaints() async throws {
    let teacher = try await Teacher.working()
    let run = await teacher.program.run(["import", Teacher.course, Self.workbook.path, "--dry-run"])
    #expect(run.status == 65)
    #expect(
      run.err == "Using sheet “Výsledky & body”; the workbook has 3 sheets. "
        + "Choose another one with --sheet.\n"
        + "B6 tretist3:du1: the spreadsheet turned the value into a date; "
        + "format the cell as text or number and type it again\n"
        + "row 7 ctvrtst4: not a student of this course\n"
        + "B8 patyst05:du1: the cell is merged with the one above it; unmerge them\n"
        + "Nothing was changed. "
        + "Fix the rejected values, or skip them with --skip-invalid.\n")
    #expect(run.out.contains("the spreadsheet turned the value into a date"))
  }
}
