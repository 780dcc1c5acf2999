import AppTestSupport
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// From the grid to the service and back again, key by key.
@Suite("From an edit to its undo on a screen", .inTurn)
struct PublishingFlowTests {
  static func grid(_ teacher: Teacher, columns: Int = 80, rows: Int = 14) async -> RunningApp {
    let app = teacher.program.open("--open group XI-ZPT.23 ALL", columns: columns, rows: rows)
    await app.screen.rest()
    return app
  }

  @Test("Edited, reviewed, published, looked up and taken back, without leaving the app")
  func wholeWay() async throws {
    let teacher = try await Teacher.working()
    let app = await Self.grid(teacher)
    await app.type("5<enter>6<enter>")
    await expectFrame("PublishingFlow/wholeWay", app.pressing("<c-s>"))
    await expectFrame("PublishingFlow/wholeWay-2", app.pressing("p"))
    #expect(teacher.saves.isEmpty)
    await expectFrame("PublishingFlow/wholeWay-3", app.pressing("y"))
    #expect(teacher.sent == ["bartada1 du1 5 notify", "cibulja1 du1 6 notify"])
    // The grid shows what the service has now, and nothing to leave behind.
    await expectFrame("PublishingFlow/wholeWay-4", app.pressing("<enter>"))
    #expect(await teacher.drafts() == [])
    await expectFrame("PublishingFlow/wholeWay-5", app.pressing("<c-k>H"))
    await expectFrame("PublishingFlow/wholeWay-6", app.pressing("<enter>"))
    await expectFrame("PublishingFlow/wholeWay-7", app.pressing("U"))
    #expect(teacher.saves.count == 1)
    #expect(await app.pressing("p").contains("Publish 2 changes ("))
    #expect(await app.pressing("w").contains("Published 2 changes."))
    #expect(teacher.saves.count == 2)
    #expect(await teacher.stored("bartada1", "du1") == .number(7.75))
    #expect(await teacher.stored("cibulja1", "du1") == .number(3.25))
    #expect(
      await teacher.history() == [
        "2 bartada1 du1 5 -> 7.75", "2 cibulja1 du1 6 -> 3.25",
        "1 bartada1 du1 7.75 -> 5 notified", "1 cibulja1 du1 3.25 -> 6 notified",
      ])
  }

  @Test("What is pasted without marks answers no question that it has asked")
  func pastedAnswers() async throws {
    let teacher = try await Teacher.working()
    let app = await Self.grid(teacher)
    await app.type("5<enter>6<enter>")
    #expect(await app.pasteWithoutMarks("<c-d>2<enter>y").contains("Fill how many cells below?"))
    await app.type("<esc><c-s>")
    #expect(await app.pasteWithoutMarks("paying<enter>way<enter>").contains("Publish 2 changes ("))
    #expect(teacher.saves.isEmpty)
    #expect(await teacher.drafts().count == 2)
    // Once it was seen, it is answered.
    #expect(await app.type("w").contains("Published 2 changes."))
  }

  @Test("After an own undo the grid shows what the service has, and the next change is no conflict")
  func afterUndo() async throws {
    let teacher = try await Teacher.working()
    let app = await Self.grid(teacher)
    await app.type("5<enter><c-s>py<enter>")
    await app.type("<c-k>HUpw")
    #expect(await teacher.stored("bartada1", "du1") == .number(7.75))
    // Not even while the service does not answer.
    let silence = teacher.control.add(
      Fault("GET", "/public/courses/XI-ZPT.23", times: nil, .hangBeforeHandling))
    app.press("<esc><esc><up>")
    await silence.waitUntilHit()
    #expect(await app.text(with: "Task 1: 7.75").contains("all students"))
    silence.release()
    #expect(await !app.type("4<enter><up>").contains("≠"))
    #expect(await app.type("<c-s>pw").contains("Published 1 change."))
  }

  @Test("The question counts the drafts that are left after another window has taken one back")
  func counting() async throws {
    let teacher = try await Teacher.working()
    let (one, other) = (await Self.grid(teacher), await Self.grid(teacher))
    await other.type("5<enter>6<enter>7<enter>")
    #expect(await one.type("<c-s>").contains("3 changes ("))
    await other.type("<c-z>")
    #expect(await one.type("p").contains("Publish 2 changes ("))
  }

  @Test("After everything was published, Ctrl-C ends the app without a question")
  func endAfterPublishing() async throws {
    let teacher = try await Teacher.working()
    let app = await Self.grid(teacher)
    await app.type("5<enter>")
    _ = await app.pressing("<c-s>")
    #expect(await app.pressing("pw").contains("Published 1 change."))
    app.press("<c-c>")
    #expect(await app.end().status == 0)
  }
}
