import AppTestSupport
import GradesTesting
import TestSupport
import Testing

/// The History scene in a window, and undo.
@Suite("History on a screen", .inTurn)
struct HistoryScreenTests {
  /// A teacher who has published twice; a colleague has changed one of the cells since.
  static func published() async throws -> Teacher {
    let teacher = try await Teacher.working()
    #expect(
      await teacher("set XI-ZPT.23 zkusade1:du1=7 zkusade1:du2=5 druhyst2:du1=5 --yes").status
        == 0)
    #expect(await teacher("set XI-ZPT.23 zkusade1:du3=4 --note late --yes --no-notify").status == 0)
    try await teacher.colleague("zkusade1", "du2", .number(9))
    teacher.control.resetRequestLog()
    return teacher
  }

  static func open(
    _ teacher: Teacher, _ arguments: String = "", columns: Int = 80, rows: Int = 14
  ) -> RunningApp {
    teacher.program.open("--open history \(arguments)", columns: columns, rows: rows)
  }

  @Test("Undo makes drafts and reviews them; published, they are a batch of their own")
  func undo() async throws {
    let teacher = try await Self.published()
    let app = Self.open(teacher, rows: 16)
    #expect(await app.pressing("<down><c-z>").contains("2 changes (2 replace a value)."))
    #expect(
      await teacher.drafts() == [
        "druhyst2 du1 5 9.75 draft", "zkusade1 du1 7 8.75 draft",
      ])
    #expect(teacher.saves.isEmpty)
    #expect(await app.pressing("pw").contains("Published 2 changes."))
    #expect(teacher.sent == ["druhyst2 du1 9.75", "zkusade1 du1 8.75"])
    #expect(await teacher.stored("zkusade1", "du2") == .number(9))
    // Back to what was published, which has one batch more.
    await expectFrame("HistoryScreen/undo", app.pressing("h"))
  }

  @Test("Drafts are replaced only after a question, and what stays is said")
  func replacing() async throws {
    let teacher = try await Self.published()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --draft").status == 0)
    let app = Self.open(teacher, rows: 16)
    #expect(await app.pressing("<down>U").contains("1 existing draft will be replaced."))
    #expect(await app.pressing("<esc>").contains("grades · History"))
    #expect(await teacher.drafts() == ["zkusade1 du1 7 1 draft"])
    #expect(await app.pressing("Uy").contains("Kept 1 value that has changed since."))
    #expect(await teacher.drafts().count == 2)
  }

  @Test("What students were not notified of is taken back without notifying them, too")
  func silent() async throws {
    let teacher = try await Self.published()
    let app = Self.open(teacher, rows: 16)
    #expect(await app.pressing("U").contains("1 change (1 replaces a value)."))
    #expect(
      await app.pressing("p").contains("Students were not notified of the changes being undone."))
    #expect(await app.pressing("w").contains("Published 1 change."))
    #expect(teacher.sent == ["zkusade1 du3 8.5 (opraveno po reklamaci)"])
    _ = await app.hangUp()
    #expect(await teacher("redo --draft").status == 0)
    #expect(await teacher("publish --yes").status == 0)
    #expect(teacher.sent.last == "zkusade1 du3 4 (late)")
    // Beside another change it is the settings that count.
    #expect(await teacher("undo --draft").status == 0)
    #expect(await teacher("set XI-ZPT.23 druhyst2:du2=1 --draft").status == 0)
    #expect(await teacher("publish --yes").status == 0)
    #expect(
      teacher.sent.suffix(2) == [
        "druhyst2 du2 1 notify", "zkusade1 du3 8.5 (opraveno po reklamaci) notify",
      ])
  }

  @Test("A skipped draft beside it does not make the undo notify")
  func silentBesideSkipped() async throws {
    let teacher = try await Self.published()
    #expect(await teacher("set XI-ZPT.23 bartada1:du1=1 --draft").status == 0)
    let app = Self.open(teacher, rows: 16)
    #expect(await app.pressing("U").contains("2 students will be notified."))
    #expect(await app.pressing("o<home><space>").contains("Nobody will be notified."))
    #expect(await app.pressing("pw").contains("Published 1 change."))
    #expect(teacher.sent == ["zkusade1 du3 8.5 (opraveno po reklamaci)"])
  }

  @Test("The drafts of an undo are shown, not what was published before it")
  func undoAfterPublishing() async throws {
    let teacher = try await Self.published()
    #expect(await teacher("set XI-ZPT.23 bartada1:du1=1 --draft").status == 0)
    let app = teacher.program.open("--open drafts", columns: 80, rows: 16)
    _ = await app.text
    #expect(await app.pressing("pw").contains("Published 1 change."))
    _ = await app.pressing("h")
    let seen = await app.pressing("U")
    #expect(seen.contains("bartada1") && !seen.contains("Published 1 change."), "\(seen)")
  }

  @Test("An undo is taken back by redo, and each batch shows what it came from")
  func redo() async throws {
    let teacher = try await Self.published()
    #expect(await teacher("undo --yes").status == 0)
    let app = Self.open(teacher, columns: 100, rows: 16)
    await expectFrame("HistoryScreen/redo", app.frame)
    #expect(await app.pressing("R").contains("1 change (1 replaces a value)."))
    #expect(await teacher.drafts().count == 1)
    #expect(await app.pressing("py").contains("Published 1 change."))
    #expect(await teacher.stored("zkusade1", "du3") == .number(4))
    #expect(await app.pressing("h").contains("redo of 3"))
  }

  @Test("Nothing was published yet")
  func empty() async throws {
    let teacher = try await Teacher.working()
    let app = Self.open(teacher, rows: 8)
    #expect(await app.frame.contains(" Nothing has been published yet."))
    #expect(await app.pressing("U").contains(" Nothing is selected."))
    #expect(await app.pressing("<enter>").contains(" Nothing is selected."))
  }
}
