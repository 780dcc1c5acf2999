import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// Publishing through faults: nothing is lost, nothing is claimed that is not so, no student is notified
/// twice, and the status says what to do.
@Suite("Publishing when things go wrong", .inTurn)
struct FaultTests {
  private static let command = "set XI-ZPT.23 zkusade1:du1=1 zkusade1:du2=2 --yes"
  private static let both = ["zkusade1 du1 1 notify", "zkusade1 du2 2 notify"]

  @Test(
    "The service did nothing: the drafts wait with the reason, and are sent later",
    arguments: [
      (Fault.Action.answer(status: 500), Int32(75), "Grades reported an error"),
      (.answer(status: 503), 75, "Grades reported an error"),
      (.answer(status: 429), 75, "Grades reported an error"),
      (
        .answer(status: 302, headers: ["Location": "/elsewhere"]), 69,
        "Grades redirected the request instead of saving"
      ),
      (.answer(status: 401), 77, "you do not have permission to change it"),
      (.answer(status: 403), 77, "you do not have permission to change it"),
    ])
  func nothingSaved(action: Fault.Action, status: Int32, reason: String) async throws {
    let teacher = try await Teacher.working()
    let count = try await teacher.notifications {
      teacher.control.add(Fault("PUT", "/student-classifications", times: nil, action))
      let run = await teacher(Self.command, width: 120)
      #expect(run.status == status)
      #expect(!run.out.contains("published."))
      #expect(run.out.contains("2 changes were not published and remain drafts:"))
      #expect(run.lines.last?.hasSuffix("Task 2  \(reason)") ?? false)
      #expect(await teacher.stored("zkusade1", "du1") == .number(8.75))
      #expect(await teacher.drafts().count == 2)
      #expect(await teacher.history() == [])
      teacher.control.removeFaults()
      #expect(await teacher("publish --yes").status == 0)
      #expect(await teacher.stored("zkusade1", "du1") == .number(1))
      #expect(await teacher.drafts() == [])
    }
    #expect(count == 1)
  }

  @Test(
    "No answer: neither published again nor changed before the quiet period ends, then sent once",
    arguments: [
      Fault.Action.disconnectBeforeHandling, .answer(status: 502), .answer(status: 504),
      .answer(status: 200, body: "<html>"),
    ])
  func unanswered(action: Fault.Action) async throws {
    let teacher = try await Teacher.working()
    let count = try await teacher.notifications {
      teacher.control.add(Fault("PUT", "/student-classifications", times: nil, action))
      let run = await teacher(Self.command)
      #expect(run.status == 75)
      #expect(!run.out.contains("not published"))
      #expect(run.err == Self.waits)
      teacher.control.removeFaults()
      for line in [
        "publish --yes", Self.command, "set XI-ZPT.23 zkusade1:du1=9.5 --yes",
        "set XI-ZPT.23 zkusade1:du1=9.5 --draft", "set XI-ZPT.23 zkusade1:du1=8.75 --yes",
      ] {
        let again = await teacher(line)
        #expect(again.status == 75, "\(line)")
        #expect(again.err.contains("Until 13:02:00"), "\(line): \(again.err)")
        #expect(!again.out.contains("No changes."), "\(line)")
      }
      #expect(teacher.saves.count == 1)
      // Other cells can be published.
      #expect(await teacher("set XI-ZPT.23 ulehlur1:du1=1 --yes").status == 0)
      teacher.passQuietPeriod()
      let last = await teacher("publish --yes")
      #expect(last.status == 0)
      #expect(last.err.hasPrefix("2 unconfirmed changes were not saved and are drafts again.\n"))
      #expect(await teacher.stored("zkusade1", "du1") == .number(1))
      #expect(await teacher.drafts() == [])
    }
    #expect(count == 1)
  }

  /// What is said of the two changes of ``command`` while they are unconfirmed.
  private static let waits = """
    2 changes are unconfirmed: Grades may still save them. Until 13:02:00, they cannot be \
    published or changed. To wait for the outcome, run “grades publish XI-ZPT.23 --wait”.

    """

  @Test("As documents, unconfirmed cells are listed; in sentences they are said once")
  func unconfirmedOnly() async throws {
    let teacher = try await Teacher.working()
    teacher.control.add(
      Fault("PUT", "/student-classifications", .disconnectBeforeHandling))
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --yes --no-notify").status == 75)
    for line in ["set XI-ZPT.23 zkusade1:du1=2 --yes --json", "publish --yes --json"] {
      let run = await teacher(line)
      #expect(run.status == 75)
      #expect(
        run.out == """
          {
            "published": 0,
            "conflicts": [],
            "unpublished": [
              {
                "username": "zkusade1",
                "identifier": "du1",
                "reason": "unconfirmed"
              }
            ]
          }

          """, "\(line)")
      #expect(run.err.split(separator: "\n").count == 1, "\(line): \(run.err)")
    }
    let run = await teacher("publish --yes", width: 100)
    #expect(
      run.out == """
        1 change is unconfirmed:
          Zkušební Adéla  zkusade1  Task 1  Grades may still save it; the outcome is not known yet

        """)
    #expect(run.err.split(separator: "\n").count == 1)
  }

  @Test(
    "Saved, and then nothing can be read: the outcome is said to be unknown until it is known",
    arguments: [
      (Fault.Action.disconnectAfterHandling, "unreachable"),
      (.answerAfterHandling(status: 500), "serviceFailed"),
    ])
  func unknown(action: Fault.Action, reason: String) async throws {
    let teacher = try await Teacher.working()
    let count = try await teacher.notifications {
      teacher.control.add(Fault("PUT", "/student-classifications", action))
      // The review and the look before sending succeed.
      teacher.control.add(
        Fault(
          "GET", "/student-classifications/zkusade1", skipping: 2, times: nil,
          .disconnectBeforeHandling))
      let run = await teacher(Self.command, width: 80)
      #expect(run.status == 75)
      #expect(!run.out.contains("published."))
      #expect(run.out.contains("Grades may still save it"))
      #expect(run.err == Self.waits)
      #expect(
        await teacher.drafts() == [
          "zkusade1 du1 8.75 1 unconfirmed \(reason)",
          "zkusade1 du2 6.5 2 unconfirmed \(reason)",
        ])
      let discarded = await teacher("discard --yes")
      #expect(
        discarded.err.hasPrefix(
          "2 unconfirmed changes cannot be discarded until 13:02:00"))
      teacher.control.removeFaults()
      let again = await teacher("publish --yes --json")
      #expect(again.status == 0)
      #expect(again.out.contains("\"published\": 2,"))
      #expect(await teacher.drafts() == [])
      #expect(await teacher.history().count == 2)
    }
    #expect(count == 1)
    #expect(teacher.saves.count == 1)
  }

  @Test("A time-out after the service has saved is no failure")
  func timeout() async throws {
    let teacher = try await Teacher.working()
    let count = try await teacher.notifications {
      let fault = teacher.control.add(
        Fault("PUT", "/student-classifications", .hangAfterHandling))
      // A limit for each request: the reading after it has all of its own.
      try teacher.program.write(
        Data(#"{"timeouts": {"request": \#(Duration.testsAreSlow ? 60 : 4)}}"#.utf8),
        to: teacher.program.paths.configurationFile)
      let run = await teacher(Self.command)
      fault.release()
      #expect(run.status == 0)
      #expect(run.out.contains("Published 2 changes.\n"))
      #expect(teacher.saves.count == 1)
    }
    #expect(count == 1)
  }

  @Test(
    "A time limit that ends a publishing: unconfirmed, with the status of that; what arrives late is recognised"
  )
  func limitOfTheWhole() async throws {
    let limit = HeldClock(at: .usual)
    let teacher = try await Teacher.working().limited(by: limit)
    let fault = teacher.control.add(
      Fault("PUT", "/student-classifications", .hangBeforeHandling))
    async let ended = teacher("\(Self.command) --timeout 600", width: 120)
    await fault.waitUntilHit()
    limit.release()
    let run = await ended
    #expect(run.status == 75)
    #expect(run.said.contains("2 changes are unconfirmed: Grades may still save them."))
    #expect(run.said.hasSuffix("To wait for the outcome, run “grades publish --wait”.\n"))
    #expect(await teacher.drafts().count == 2)
    // Waiting for the outcome has no other end.
    async let waiting = teacher("publish --wait --yes --timeout 600", width: 120)
    _ = try await teacher.clock.pauses.first(1)
    limit.release()
    #expect(await waiting.status == 75)
    #expect(await teacher.history() == [])
    // The request was only slow.
    try await teacher.colleague("zkusade1", "du1", .number(1), note: nil)
    try await teacher.colleague("zkusade1", "du2", .number(2), note: nil)
    #expect(await teacher("publish --yes").status == 0)
    #expect(teacher.saves.count == 1)
    #expect(await teacher.drafts() == [])
    #expect(await teacher.history().count == 2)
    fault.release()
  }

  @Test("One student whom the service refuses does not keep the others back")
  func refusedStudent() async throws {
    let teacher = try await Teacher.working()
    // The first request has both, the halves have one each.
    teacher.control.add(
      Fault("PUT", "/student-classifications", .answer(status: 400, body: "Unknown student")))
    teacher.control.add(
      Fault("PUT", "/student-classifications", .answer(status: 400, body: "Unknown student")))
    let run = await teacher(
      "set XI-ZPT.23 zkusade1:du1=1 druhyst2:du1=2 --yes --no-notify", width: 120)
    #expect(run.status == 65)
    #expect(run.out.contains("Published 1 change.\n"))
    #expect(await teacher.drafts().count == 1)
    #expect(
      run.err
        == "Fix these changes, or discard them with “grades discard”.\n")
  }

  @Test(
    "A failure of the second look: the drafts are kept, and it says so",
    arguments: [
      (Fault.Action.disconnectBeforeHandling, Int32(69)), (.answer(status: 500), 69),
      (.answer(status: 403), 77),
    ])
  func secondLook(action: Fault.Action, status: Int32) async throws {
    let teacher = try await Teacher.working()
    teacher.control.add(
      Fault("GET", "/student-classifications/zkusade1", skipping: 1, times: nil, action))
    let run = await teacher(Self.command)
    #expect(run.status == status)
    #expect(run.err.hasPrefix("Saved 2 drafts. Publish them with “grades publish”.\nError: "))
    #expect(teacher.saves.isEmpty)
    #expect(await teacher.drafts().count == 2)
  }

  @Test("A colleague who was faster than the next token is not overwritten")
  func expiredAndChanged() async throws {
    let teacher = try await Teacher.working()
    let count = try await teacher.notifications {
      let control = teacher.control
      control.add(
        Fault(
          "PUT", "/student-classifications",
          .run {
            try await control.changeAsColleague(
              course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: .number(3))
            try await control.expireTokens()
          }))
      let run = await teacher(Self.command)
      #expect(run.status == 75)
      #expect(teacher.saves.count == 2)
      #expect(await teacher.stored("zkusade1", "du1") == .number(3))
      #expect(await teacher.stored("zkusade1", "du2") == .number(2))
      #expect(await teacher.drafts().count == 1)
    }
    // The refused request had notified no student, and the second one did.
    #expect(count == 1)
  }

  @Test("A login that ends at the last moment is said, and nothing is sent again")
  func loginEnded() async throws {
    let teacher = try await Teacher.working()
    let control = teacher.control
    control.add(
      Fault(
        "PUT", "/student-classifications",
        .run {
          try await control.expireTokens()
          control.add(
            Fault(
              "POST", "/oauth/token", times: nil,
              .answer(
                status: 400, headers: ["Content-Type": "application/json"],
                body: #"{"error":"invalid_grant"}"#)))
        }))
    let run = await teacher(Self.command, width: 120)
    #expect(run.status == 75)
    #expect(run.out.contains("2 changes were not published and remain drafts:"))
    #expect(run.out.contains("your session has expired; log in again"))
    #expect(teacher.saves.map(\.status) == [401])
  }

  @Test("Cancelled while it is being sent: what may have arrived is said, and found out later")
  func cancelled() async throws {
    let teacher = try await Teacher.working()
    let count = try await teacher.notifications {
      let fault = teacher.control.add(
        Fault("PUT", "/student-classifications", .hangAfterHandling))
      let running = Task { [program = teacher.program] in await program(Self.command) }
      await fault.waitUntilHit()
      running.cancel()
      let run = await running.value
      fault.release()
      #expect(run.status == 130)
      #expect(run.err == Self.waits + "Cancelled.\n")
      let again = await teacher("publish --yes")
      #expect(again.status == 0)
      #expect(await teacher.drafts() == [])
      #expect(await teacher.history().count == 2)
      #expect(teacher.saves.count == 1)
    }
    #expect(count == 1)
  }

  @Test("Not permitted is not permitted, however many requests it would have taken")
  func manyNotPermitted() async throws {
    let teacher = try await Teacher.working()
    teacher.control.add(
      Fault("PUT", "/student-classifications", times: nil, .answer(status: 403)))
    let run = await teacher("set XI-BEZ.22 --item pokusy --group ALL 77 --yes --no-notify")
    #expect(run.status == 77)
    #expect(teacher.saves.count == 1)
  }

  @Test("Only those are said to be notified about whom this publishing asked it")
  func notifiedNow() async throws {
    let teacher = try await Teacher.working()
    try await teacher.loseSightOfTask1()
    // The silent one of before is found and belongs to its own batch.
    let run = await teacher("set XI-ZPT.23 ulehlur1:du1=1 --yes --notify")
    #expect(run.status == 0)
    #expect(run.err == "1 unconfirmed change turned out to be published.\n")
    #expect(run.out.contains("Published 1 change.\n1 student was notified.\n"))
    #expect(
      await teacher.history() == [
        "2 ulehlur1 du1 8.25 -> 1 notified", "1 zkusade1 du1 8.75 -> 1",
      ])
  }
}
