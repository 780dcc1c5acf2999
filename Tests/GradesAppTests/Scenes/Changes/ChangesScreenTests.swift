import AppTestSupport
import ClientTestSupport
import GradesTesting
import TestSupport
import Testing

/// The Changes scene in a window.
@Suite("Changes on a screen", .hangLimit, .inTurn)
struct ChangesScreenTests {
  /// A student who has looked, and for whom something has changed since.
  private func changed() async throws -> (Program, TestService) {
    let (program, service) = try await Program.atService()
    #expect(await program("changes").status == 0)
    try await service.control.changeAsColleague(
      course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: .number(9), note: "pozdě 漢字")
    try await service.control.changeAsColleague(
      course: "XI-LOG.23", username: "zkusade1", item: "test", value: nil)
    return (program, service)
  }

  @Test("Before anything has changed")
  func nothing() async throws {
    let (program, _) = try await Program.atService()
    let app = program.open("", columns: 40, rows: 12)
    await app.type("c")
    await expectFrame("ChangesScreen/nothing", app.text)
    #expect(await app.type("<enter>").contains("Nothing is selected."))
    await app.type("<c-c>")
    #expect(await app.end().status == 0)
  }

  @Test("In 40 columns the time gives way, and values stay whole")
  func at40() async throws {
    let (program, _) = try await changed()
    let app = program.open("--open changes", columns: 40, rows: 12)
    await expectFrame("ChangesScreen/at40", app.frame)
    await app.type("<c-c>")
    _ = await app.end()
  }

  @Test("In 80 columns, in Czech; the next time nothing of it is new")
  func at80() async throws {
    let (program, _) = try await changed()
    let app = program.open("--open changes --lang cs", columns: 80, rows: 13)
    await expectFrame("ChangesScreen/at80", app.pressing("<down><down>"))
    await expectFrame("ChangesScreen/at80-2", app.pressing("<esc>c"))
    await app.type("<c-c>")
    _ = await app.end()
  }

  @Test("Enter leads to the changed item, and what is new is marked there")
  func opening() async throws {
    let (program, _) = try await changed()
    let app = program.open("--open changes", columns: 80, rows: 18)
    // Up from the last change, the total, over another sum to the item itself.
    await expectFrame("ChangesScreen/opening", app.pressing("<end><up><up><enter>"))
    // The item has its own history, and its scene leads back to all changes.
    await expectFrame("ChangesScreen/history", app.pressing("<enter>"))
    #expect(await app.type("<esc>c").contains("· XI-ZPT.23") == false)
    // The same course is gone back to, at another item: a total that no item may show.
    #expect(await app.type("<end><enter>").contains("▌  Total"))
    // Also after the changes were listed: they are old news only the next time.
    await app.type("<c-c>")
    _ = await app.end()
    let next = program.open("--open course XI-ZPT.23", columns: 80, rows: 18)
    #expect(await !next.text.contains("●"))
  }

  @Test("A course that is opened from the courses marks what is new too")
  func marking() async throws {
    let (program, _) = try await changed()
    let app = program.open("--open course XI-LOG.23", columns: 80, rows: 18)
    #expect(await app.text.contains(#/Grade +● +E/#))
    // Listing a course does not count as having seen all changes.
    #expect(await app.type("c").contains("● 7"))
    #expect(await app.type("/task<enter>").contains("▌● 13:00  XI-ZPT.23  Task 1"))
    #expect(await app.type("<esc>n").contains("grades · Notifications"))
    #expect(await app.type("c").contains("grades · Changes"))
  }
}
