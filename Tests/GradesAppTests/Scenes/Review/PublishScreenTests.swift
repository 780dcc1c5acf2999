import AppTestSupport
import GradesTesting
import TestSupport
import Testing

/// Publishing from the app: what is sent, who is notified, and what is reported.
@Suite("Publishing on a screen", .inTurn)
struct PublishScreenTests {
  private static let both = ["zkusade1 du1 7", "zkusade1 du2 5"]

  private func publishing() async throws -> Teacher {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=7 zkusade1:du2=5 --draft").status == 0)
    return teacher
  }

  /// Holds the next saving back: when it has arrived at the service, and what lets it go on.
  private func held(
    _ teacher: Teacher
  ) -> (arrived: Occurrences<Void>, released: Occurrences<Void>) {
    let (arrived, released) = (Occurrences<Void>(), Occurrences<Void>())
    teacher.control.add(
      Fault(
        "PUT", "/student-classifications",
        .run {
          arrived.record(())
          _ = try await released.first(1)
        }))
    return (arrived, released)
  }

  @Test("Students are notified if the teacher says so, once; the outcome, then the scene before")
  func notifying() async throws {
    let teacher = try await publishing()
    let count = try await teacher.notifications {
      let app = teacher.review(rows: 10)
      #expect(await app.pressing("pp").contains("Publish 2 changes ("))
      #expect(teacher.saves.isEmpty)
      await expectFrame("PublishScreen/notifying", app.pressing("y"))
      #expect(await app.pressing("<enter>").contains("grades · Courses"))
      _ = await app.hangUp()
    }
    #expect(count == 1)
    #expect(teacher.sent == Self.both.map { $0 + " notify" })
    #expect(await teacher.drafts() == [])
    #expect(await teacher.history().count == 2)
  }

  @Test("Without notifying, no student is notified; what is skipped stays a draft")
  func silently() async throws {
    let teacher = try await publishing()
    let count = try await teacher.notifications {
      let app = teacher.review(rows: 12)
      #expect(await app.pressing("<space>p").contains("1 draft is not affected."))
      let seen = await app.pressing("w")
      #expect(seen.contains("Published 1 change."))
      #expect(seen.contains(" Nobody was notified."))
      #expect(await app.pressing("<enter>").contains("Task 1  8.75  →    7"))
      _ = await app.hangUp()
    }
    #expect(count == 0)
    #expect(teacher.sent == ["zkusade1 du2 5"])
    #expect(await teacher.drafts() == ["zkusade1 du1 8.75 7 draft"])
  }

  @Test(
    "The setting decides which answer comes first, and not what a letter means",
    arguments: [("y", " notify"), ("w", "")])
  func setting(answer: String, notified: String) async throws {
    let teacher = try await publishing()
    #expect(await teacher("settings set notify off").status == 0)
    let app = teacher.review(rows: 16)
    #expect(await app.frame.contains("Nobody will be notified."))
    await expectFrame("PublishScreen/setting", app.pressing("p"))
    _ = await app.pressing(answer)
    #expect(teacher.sent == Self.both.map { $0 + notified })
  }

  @Test("What the service has already is settled without a question, and nothing is sent")
  func alreadyThere() async throws {
    let teacher = try await publishing()
    try await teacher.colleague("zkusade1", "du1", .number(7), note: nil)
    try await teacher.colleague("zkusade1", "du2", .number(5), note: nil)
    let app = teacher.review(rows: 12)
    #expect(await app.frame.contains("= Zkušební Adéla"))
    #expect(await app.pressing("p").contains("2 values were already in Grades."))
    #expect(teacher.saves.isEmpty)
    #expect(await teacher.drafts() == [])
  }

  @Test(
    "The app finds out in the background what became of unconfirmed changes",
    arguments: [true, false])
  func background(arrives: Bool) async throws {
    var teacher = try await publishing()
    teacher.control.add(
      Fault("PUT", "/student-classifications", .disconnectBeforeHandling))
    let (wakes, sleeps) = (Occurrences<Void>(), Occurrences<Duration>())
    teacher.program.requestClock.pause = { duration in
      sleeps.record(duration)
      _ = try await wakes.first(1)
    }
    let app = teacher.review(columns: 120, rows: 14)
    #expect(await app.pressing("py").contains("2 changes are unconfirmed"))
    #expect(await app.pressing("<enter>").contains("unconfirmed until 13:02:00"))
    if arrives {
      // The request was only slow.
      try await teacher.colleague("zkusade1", "du1", .number(7), note: nil)
      try await teacher.colleague("zkusade1", "du2", .number(5), note: nil)
    } else {
      teacher.passQuietPeriod()
    }
    _ = try await sleeps.first(1)
    wakes.record(())
    let outcome =
      arrives
      ? "2 unconfirmed changes turned out to be published."
      : "2 unconfirmed changes were not saved and are drafts again."
    // The app counts as idle while it confirms in the background.
    #expect(await app.comesToShow(outcome))
    #expect(teacher.saves.count == 1)
    #expect(await teacher.drafts().count == (arrives ? 0 : 2))
  }

  @Test("What becomes a draft again below the question is not published with the rest")
  func draftsAgainBelowTheQuestion() async throws {
    var teacher = try await publishing()
    let fault = teacher.control.add(
      Fault("PUT", "/student-classifications", times: nil, .disconnectBeforeHandling))
    let (wakes, sleeps) = (Occurrences<Void>(), Occurrences<Duration>())
    teacher.program.requestClock.pause = { duration in
      sleeps.record(duration)
      _ = try await wakes.first(1)
    }
    let app = teacher.review(columns: 120, rows: 16)
    #expect(await app.pressing("py").contains("2 changes are unconfirmed"))
    _ = await app.pressing("<enter>")
    fault.remove()
    #expect(await teacher("set XI-ZPT.23 druhyst2:du1=5 --draft").status == 0)
    #expect(await app.pressing("<f5>p").contains("Publish 1 change ("))
    teacher.passQuietPeriod()
    _ = try await sleeps.first(1)
    wakes.record(())
    #expect(await app.comesToShow("are drafts again"))
    _ = await app.pressing("y")
    #expect(teacher.sent.last == "druhyst2 du1 5 notify")
    #expect(await teacher.drafts().count == 2)
  }

  @Test("Ctrl-C while drafts are sent asks first; the second one ends the app")
  func interrupted() async throws {
    let teacher = try await publishing()
    let (arrived, released) = held(teacher)
    let app = teacher.review(rows: 14)
    _ = await app.pressing("p")
    app.press("y")
    _ = try await arrived.first(1)
    app.press("<c-z>")
    await app.text(with: "Not available while publishing.")
    app.press("<f5><c-c>")
    await app.text(with: "Stop publishing?")
    app.press("<c-c>")
    #expect(await app.end().status == 0)
    released.record(())
    #expect(await teacher.drafts().allSatisfy { $0.hasSuffix(" unconfirmed") })
  }

  @Test("Stopped on the way: it is asked, and what may have arrived is said to be unknown")
  func stopping() async throws {
    let teacher = try await publishing()
    let (arrived, released) = held(teacher)
    let app = teacher.review(rows: 14)
    _ = await app.pressing("p")
    app.press("y")
    _ = try await arrived.first(1)
    await expectFrame(
      "PublishScreen/stopping",
      app.text(with: "Publishing 0 of 2…").replacing("\u{A0}", with: " "))
    // The settings would replace the scene.
    app.press(",")
    await app.text(with: "Not available while publishing.")
    app.press("q")
    await app.text(with: "Stop publishing?")
    app.press("<esc>")
    _ = await app.screen.frame { !$0.text.contains("Stop publishing?") }
    app.press("<esc>")
    // What comes before the question is seen is no answer to it.
    await app.text(with: "Changes already sent may still be saved")
    await expectFrame("PublishScreen/stopping-2", app.type("y").replacing("\u{A0}", with: " "))
    #expect(
      await teacher.drafts() == [
        "zkusade1 du1 8.75 7 unconfirmed", "zkusade1 du2 6.5 5 unconfirmed",
      ])
    // The request was only slow.
    try await teacher.colleague("zkusade1", "du1", .number(7), note: nil)
    try await teacher.colleague("zkusade1", "du2", .number(5), note: nil)
    #expect(
      await app.pressing("<enter>").contains("2 unconfirmed changes turned out to be published."))
    #expect(teacher.saves.count == 1)
    #expect(await teacher.history().count == 2)
    _ = await app.hangUp()
    released.record(())
  }

  @Test("The question whether to stop goes away with the result, which it is no longer about")
  func answeredMeanwhile() async throws {
    let teacher = try await publishing()
    let (arrived, released) = held(teacher)
    let app = teacher.review(rows: 10)
    _ = await app.pressing("p")
    app.press("y")
    _ = try await arrived.first(1)
    app.press("<esc>")
    await app.text(with: "Stop publishing?")
    released.record(())
    await expectFrame("PublishScreen/answeredMeanwhile", app.frame)
    #expect(await app.pressing("<enter>").contains("grades · Courses"))
  }
}
