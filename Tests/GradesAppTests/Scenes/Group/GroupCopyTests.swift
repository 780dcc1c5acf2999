import AppTestSupport
import TestSupport
import Testing

/// Copying a table out of the spreadsheet.
@Suite("Copying a group's values", .inTurn)
struct GroupCopyTests {
  @Test("The focused column of the shown rows, with drafts, in the user's language")
  func column() async throws {
    let teacher = try await Teacher.working()
    let app = teacher.program.open("--open group XI-ZPT.23 ALL --lang cs", columns: 80, rows: 16)
    await app.pressing("9,5<enter><delete><c-f>ba<enter>")
    let said = await app.type("<c-k>y")
    let copied = app.screen.copied.all.last ?? ""
    let lines = copied.split(separator: "\n")
    #expect(lines.prefix(2) == ["username\tdu1", "bartada1\t9,5"])
    #expect(said.contains("Zkopírován") && said.contains("\(lines.count - 1) "))
  }

  @Test("The addresses of the students without a value in the focused column")
  func addresses() async throws {
    let teacher = try await Teacher.working()
    let app = teacher.program.open("--open group XI-ZPT.23 ALL", columns: 80, rows: 16)
    await app.pressing("<c-k>x")
    #expect(await app.text.contains("=du1 == null"))
    await app.pressing("<esc><c-k>cdu3<enter><c-k>x")
    let shown = await app.text
    #expect(shown.contains("=du3 == null") && shown.contains("1 of 30"))
    #expect(await app.type("<c-k>a").contains("Copied 1 e-mail address."))
    #expect(app.screen.copied.all.last?.wholeMatch(of: #/\w+@[\w.]+/#) != nil)
  }

  @Test("The whole sheet comes back as it was: pasting it changes nothing")
  func sheet() async throws {
    let teacher = try await Teacher.working()
    let app = teacher.program.open("--open group XI-ZPT.23 ALL", columns: 80, rows: 16)
    await app.pressing("<c-k>islovne<space><c-u>du<c-a><space><enter>")
    #expect(await app.type("<c-k>Y").contains("Copied 30 rows."))
    let copied = try #require(app.screen.copied.all.last)
    #expect(copied.hasPrefix("username\tdu"))
    #expect(copied.contains("\"Text má víc řádků."))
    #expect(await app.paste(copied).contains("The pasted text changes nothing."))
  }
}
