import AppTestSupport
import GradesServer
import TestSupport
import Testing

/// The group that is meant where none is named.
@Suite("The usual group of a course", .inTurn)
struct UsualGroupTests {
  @Test(
    "One's own parallels at first, then the group that was chosen last, in the app and in the table"
  )
  func remembered() async throws {
    let teacher = try await Teacher.working()
    let table = await teacher("group XI-ZPT.23")
    #expect(table.lines.first?.contains("all my parallels") == true, "\(table.out)")
    let app = teacher.program.open("--open group XI-ZPT.23", columns: 80, rows: 16)
    #expect(await app.text.contains("XI-ZPT.23 · all my parallels"))
    // The user's own parallels are offered first.
    let groups = await app.type("<c-k>g")
    let lines = groups.split(separator: "\n")
    let own = lines.firstIndex { $0.contains("mine") } ?? .max
    let all = lines.firstIndex { $0.contains("all students") } ?? .min
    #expect(own < all)
    #expect(await app.type("102<enter>").contains("tutorial no. 102"))
    #expect(await app.type("<esc>").contains("grades · Courses"))
    _ = await app.hangUp()
    let again = teacher.program.open("--open group XI-ZPT.23", columns: 80, rows: 16)
    #expect(await again.text.contains("tutorial no. 102"))
    _ = await again.hangUp()
    #expect(await teacher("group XI-ZPT.23").out.contains("tutorial no. 102"))
    // A group that is named is that one, and documents have all students.
    #expect(await teacher("group XI-ZPT.23 ALL").out.contains("all students"))
    for format in ["--json", "--csv"] {
      let all = await teacher("group XI-ZPT.23 ALL \(format)").out
      #expect(await teacher("group XI-ZPT.23 \(format)").out == all)
    }
  }

  @Test("Items are remembered like the group, and named where the table shows them alone")
  func items() async throws {
    let teacher = try await Teacher.working()
    let app = teacher.program.open("--open group XI-ZPT.23 102", columns: 80, rows: 16)
    #expect(await app.text.contains("tutorial no. 102"))
    await app.type("<c-k>idu1<space><c-u>du3<space><enter>")
    #expect(await !app.text.contains("Task 2"))
    _ = await app.hangUp()
    let again = teacher.program.open("--open group XI-ZPT.23", columns: 80, rows: 16)
    let shown = await again.text
    #expect(shown.contains("Task 1") && shown.contains("Task 3") && !shown.contains("Task 2"))
    _ = await again.hangUp()
    let table = await teacher("group XI-ZPT.23")
    #expect(table.lines.contains { $0.hasSuffix("du1     du3") }, "\(table.out)")
    #expect(
      table.err.hasPrefix(
        "Showing the items you chose last: du1, du3. To show all, run “grades group XI-ZPT.23 "))
    // What is named is shown, and documents have everything.
    for command in ["group XI-ZPT.23 102", "group XI-ZPT.23 --csv", "group XI-ZPT.23 102 du2"] {
      let run = await teacher(command)
      #expect(run.err.isEmpty)
      #expect(run.out.contains("du2"))
    }
    // All items are a choice like others.
    let whole = teacher.program.open("--open group XI-ZPT.23", columns: 80, rows: 16)
    await whole.pressing("<c-k>i<c-a><space><c-a><enter>")
    _ = await whole.hangUp()
    #expect(await teacher("group XI-ZPT.23").out.contains("du2"))
  }

  @Test("Logging out forgets what was chosen")
  func loggedOut() async throws {
    let teacher = try await Teacher.working()
    let app = teacher.program.open("--open group XI-ZPT.23", columns: 80, rows: 16)
    await app.pressing("<c-k>g102<enter>")
    _ = await app.hangUp()
    #expect(await teacher("logout --yes").status == 0)
    try await teacher.program.signIn(to: teacher.service, as: DemoAccounts.teacher.username)
    #expect(await teacher("group XI-ZPT.23").lines.first?.contains("all my parallels") == true)
  }
}
