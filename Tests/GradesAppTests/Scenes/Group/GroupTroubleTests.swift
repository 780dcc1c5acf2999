import AppTestSupport
import ClientTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// The scene of a group when something is in its way.
@Suite("A group's screen in trouble", .inTurn)
struct GroupTroubleTests {
  private func open(
    _ teacher: Teacher, _ address: String = "group XI-ZPT.23 ALL"
  ) async -> RunningApp {
    let app = teacher.program.open("--open \(address)", columns: 80, rows: 12)
    _ = await app.text
    return app
  }

  @Test("A fault while loading is said; refreshing heals it")
  func fault() async throws {
    let teacher = try await Teacher.working()
    let fault = teacher.control.add(
      Fault("GET", "/student-classifications", times: nil, .answer(status: 400)))
    let app = await open(teacher)
    await expectFrame("GroupTrouble/fault", app.frame)
    fault.remove()
    #expect(await app.type("<f5>").contains("Bárta Daniel"))
  }

  @Test("Without the service what is stored is shown as such, and edits are kept all the same")
  func stale() async throws {
    var teacher = try await Teacher.working()
    _ = await open(teacher).hangUp()
    teacher.control.add(Fault(nil, "/api/", times: nil, .disconnectBeforeHandling))
    teacher.program.now = { .usual.addingTimeInterval(600) }
    let app = await open(teacher)
    await expectFrame("GroupTrouble/stale", app.pressing("5<enter>"))
    _ = await app.hangUp()
    #expect(await teacher.drafts().count == 1)
  }

  @Test("A group named by its number is looked up when the groups are available again")
  func lateGroups() async throws {
    var teacher = try await Teacher.working()
    let down = teacher.control.add(Fault("GET", "/api/", times: nil, .answer(status: 503)))
    teacher.program.requestClock = SteppedClock().requestClock
    let app = teacher.program.open("--open group XI-ZPT.23 101", columns: 80, rows: 12)
    _ = await app.text
    down.remove()
    let text = await app.type("<f5>")
    #expect(text.contains("tutorial no. 101") && text.contains("Task 1"), "\(text)")
  }

  @Test("Refreshing a hung service has a sign of life, however full the title is")
  func hung() async throws {
    let teacher = try await Teacher.working()
    let app = teacher.program.open("--open group XI-ZPT.23 ALL", columns: 80, rows: 12)
    _ = await app.text
    let silence = teacher.control.add(Fault(nil, "/api/", times: nil, .hangBeforeHandling))
    app.press("<f5>")
    await silence.waitUntilHit()
    await app.text(with: "⟳ XI-ZPT.23 · all students")
    silence.release()
    #expect(await app.text.hasPrefix("  XI-ZPT.23 · all students"))
  }

  @Test("Stale at 40 columns: the mark, the age, and on refreshing why; with changes too")
  func staleAndNarrow() async throws {
    var teacher = try await Teacher.working()
    _ = await open(teacher, "group XI-ZPT.23 PARALLEL_555000115551").hangUp()
    teacher.control.add(Fault(nil, "/api/", times: nil, .disconnectBeforeHandling))
    teacher.program.now = { .usual.addingTimeInterval(600) }
    let app = teacher.program.open(
      "--open group XI-ZPT.23 PARALLEL_555000115551", columns: 40, rows: 11)
    _ = await app.text
    await expectFrame("GroupTrouble/staleAndNarrow", app.pressing("<f5>"))
    await expectFrame("GroupTrouble/staleAndNarrow-2", app.pressing("5<enter>"))
  }

  @Test(
    "A colleague's change beneath a draft is seen, and the draft is still based on the old value")
  func conflict() async throws {
    let teacher = try await Teacher.working()
    let app = await open(teacher)
    await app.type("5<enter><up>")
    try await teacher.colleague("bartada1", "du1", .number(9))
    await expectFrame("GroupTrouble/conflict", app.pressing("<f5>"))
    // Another value over it does not hide the conflict.
    await app.type("6<enter>")
    #expect(await teacher.drafts() == ["bartada1 du1 7.75 6 draft"])
    // Their value is no conflict.
    #expect(await !app.type("<up>9<enter>").contains("≠"))
  }

  @Test("An unknown group and an unknown course say what may have been meant")
  func unknown() async throws {
    let teacher = try await Teacher.working()
    for (address, sentence) in [
      ("group XI-ZPT.23 PARALLEL_1", "No group PARALLEL_1 in XI-ZPT.23."),
      ("group XI-XXX.23", "No course XI-XXX.23 in B261."),
    ] {
      let app = await open(teacher, address)
      #expect(await app.frame.contains(sentence))
    }
  }
}
