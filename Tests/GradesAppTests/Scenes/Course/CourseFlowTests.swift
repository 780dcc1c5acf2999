import AppTestSupport
import Foundation
import GradesTesting
import Terminal
import TestSupport
import Testing

/// What can be done in a course: to fold its tree, to find an item, to read all about it.
@Suite("Looking around in a course", .inTurn)
struct CourseFlowTests {
  private func app(_ arguments: String, columns: Int = 60, rows: Int = 16) async throws
    -> RunningApp
  {
    try await Program.signedIn(to: .shared()).open(arguments, columns: columns, rows: rows)
  }

  @Test("The arrows close and open items, and go to what belongs together")
  func fold() async throws {
    let app = try await app("--open course XI-PRJ.22", rows: 20)
    #expect(await app.pressing("<down><down><down>").contains("▌        Content"))
    #expect(await app.pressing("<left>").contains("▌    ▾ Report"))
    #expect(await app.pressing("<left>").contains("▌    ▸ Report"))
    #expect(await app.pressing("<left><left>").contains("▌  ▸ Iteration 1"))
    await expectFrame("CourseFlow/fold", app.pressing("<left><left>"))
    #expect(await app.pressing("<down><space>").contains("This item has no sub-items."))
    #expect(await app.pressing("<up><right>").contains("▌▾ Project"))
    #expect(await app.pressing("<right>").contains("▌  ▸ Iteration 1"))
  }

  @Test("An item is found where it is, also in a folded tree; Escape folds it again")
  func find() async throws {
    let app = try await app("--open course XI-PRJ.22", rows: 20)
    #expect(await app.pressing("<left>").contains("▌▸ Project"))
    await expectFrame("CourseFlow/find", app.pressing("/report"))
    // What an item belongs to is passed.
    #expect(await app.pressing("<down>").contains("▌    ▾ Report     Pěkné a čitelné řešení.\n\n"))
    await expectFrame("CourseFlow/find-2", app.pressing("zz"))
    // Escape brings back what was there, folded as it was.
    #expect(await app.pressing("<esc>").contains("▌▸ Project"))
  }

  @Test("Everything about an item, of any length")
  func details() async throws {
    let app = try await app("--open course XI-ZPT.23")
    await expectFrame("CourseFlow/details", app.pressing("<end><up><up><up><enter>"))
    #expect(await app.pressing("<esc>").contains("▌  Project review"))
  }

  @Test("What is not graded is hidden and shown at once, and in the settings")
  func hideUngraded() async throws {
    let program = try await Program.signedIn(to: .shared())
    let app = program.open(columns: 60, rows: 18)
    _ = await app.pressing("<down><down><down>")
    let all = await app.pressing("<enter>")
    #expect(all.contains("Early exam"))
    await expectFrame("CourseFlow/hideUngraded", app.pressing("u"))
    #expect(await program("settings --json").out.contains("\"hideUngraded\": true"))
    #expect(await app.pressing("u") == all)
    // The courses behind are where they were.
    #expect(await app.pressing("<esc>").contains("▌ XI-LOG.23"))
  }

  @Test("A zero, a no and nothing at all look different")
  func zero() async throws {
    let teacher = try await Teacher.working()
    try await teacher.colleague("zkusade1", "du1", 0)
    try await teacher.colleague("zkusade1", "du2", nil)
    try await teacher.colleague("zkusade1", "projekt", 3)
    try await teacher.program.signIn(to: teacher.service, as: "zkusade1")
    let app = teacher.program.open("--open course XI-ZPT.23", columns: 80, rows: 24)
    await expectFrame("CourseFlow/zero", app.frame)
  }

  @Test("Wide and combining letters, escape sequences and very long names keep the columns")
  func hostile() async throws {
    let teacher = try await Teacher.working()
    try await teacher.colleague(
      "zkusade1", "du1", 7.5,
      note: "成績 \u{1B}[31mred e\u{301}tude " + String(repeating: "x", count: 90))
    try await teacher.program.signIn(to: teacher.service, as: "zkusade1")
    let app = teacher.program.open("--open course XI-ZPT.23", columns: 80, rows: 16)
    await expectFrame("CourseFlow/hostile", app.pressing("<down>"))
  }

  @Test("Offline: what is stored, its age with the day, and why there is nothing else")
  func offline() async throws {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    #expect(await program("course XI-LOG.23").status == 0)
    #expect(await program("courses").status == 0)
    program.now = { Date.usual.addingTimeInterval(50 * 3600) }
    let app = program.open("--offline --open course XI-LOG.23", columns: 80, rows: 12)
    await expectFrame("CourseFlow/offline", app.frame)
    #expect(await app.pressing("<esc><end><enter>").contains("is not available offline"))
  }

  @Test("A course that the user teaches has no results of theirs, and that is said")
  func taught() async throws {
    let program = try await Program.signedIn(to: try await .shared(), as: "ucitezk1")
    let app = program.open("--open course XI-ZPT.23", columns: 80, rows: 9)
    await expectFrame("CourseFlow/taught", app.frame)
  }
}
