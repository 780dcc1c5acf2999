import AppTestSupport
import Foundation
import TestSupport
import Testing

/// Workbooks of spreadsheets, imported as people have them.
@Suite("Import of workbooks", .inTurn)
struct ImportWorkbookTests {
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
}
