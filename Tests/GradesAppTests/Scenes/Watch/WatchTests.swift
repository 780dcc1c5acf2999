import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// `grades watch` at the embedded service, with a teacher who publishes at the same time.
@Suite("Watching", .hangLimit, .inTurn)
struct WatchTests {
  private let begun = """
    Watching 9 courses. Press Ctrl-C to stop. 3 unread notifications; see “grades notifications”.

    """

  @Test("What a teacher publishes with a notification is reported by its changes, and not again")
  func notified() async throws {
    let desk = try await WatchDesk.open()
    let run = try await desk.watch { watching in
      await desk.publish("du1=9", "--notify", "--note", "late")
      try await watching.polls(4)
    }
    #expect(
      run.out == """
        21 Nov 2026 13:00  XI-ZPT.23  Task 1: 8.75 → 9 (note: late)
        21 Nov 2026 13:00  XI-ZPT.23  ↳ Homework: 30.25 → 30.5
        21 Nov 2026 13:00  XI-ZPT.23  ↳ Total points: 80.25 → 80.5

        """)
    #expect(run.err == begun + "Stopped watching.\n")
    #expect(run.status == 0)
  }

  @Test("What is published without a notification is reported as a change alone, in Czech too")
  func silent() async throws {
    var desk = try await WatchDesk.open()
    desk.student.environment["LANG"] = "cs_CZ.UTF-8"
    let run = try await desk.watch { watching in
      await desk.publish("du2=3", "--no-notify")
      try await watching.polls(8)
    }
    #expect(
      desk.student.plain(run.out) == """
        21. 11. 2026 13:00  XI-ZPT.23  Úloha 2: 6,5 → 3
        21. 11. 2026 13:00  XI-ZPT.23  ↳ Známka: B → C
        21. 11. 2026 13:00  XI-ZPT.23  ↳ Domácí úlohy: 30,25 → 26,75
        21. 11. 2026 13:00  XI-ZPT.23  ↳ Body celkem: 80,25 → 76,75

        """)
  }

  @Test("The current semester is watched, whichever one is kept for viewing")
  func currentSemester() async throws {
    let desk = try await WatchDesk.open()
    #expect(await desk.student("settings set semester B252").status == 0)
    let run = try await desk.watch { watching in
      await desk.publish("du2=3", "--no-notify")
      try await watching.polls(8)
    }
    #expect(run.out.contains("XI-ZPT.23  Task 2: 6.5 → 3\n"))
  }

  @Test("Documents come one on a line, and hidden values are null")
  func documents() async throws {
    let desk = try await WatchDesk.open()
    func documents(_ run: Program.Run) -> [String] {
      run.lines.filter { $0.contains("du1") || $0.contains("notification") }
    }
    let run = try await desk.watch("--json") { watching in
      await desk.publish("du1=9", "--no-notify")
      desk.notify(77)
      try await watching.polls(2)
    }
    #expect(
      documents(run) == [
        #"{"kind":"change","at":"2026-11-21T12:00:00Z","course":"XI-ZPT.23","semester":"B261","#
          + #""identifier":"du1","name":"Task 1","from":8.75,"to":9,"noteFrom":null,"#
          + #""noteTo":null,"removed":false,"changedAt":"2026-11-21T12:00:00Z"}"#,
        #"{"kind":"notification","at":"2026-11-21T12:00:00Z","course":"XI-ZPT.23","id":77,"#
          + #""title":"XI-ZPT.23","text":"Exam: 9","url":null}"#,
      ])
    let hidden = try await desk.watch("--json", "--hide-values") { watching in
      await desk.publish("du1=7", "--no-notify")
      desk.notify(78)
      try await watching.polls(2)
    }
    #expect(
      documents(hidden) == [
        #"{"kind":"change","at":"2026-11-21T12:00:00Z","course":"XI-ZPT.23","semester":"B261","#
          + #""identifier":"du1","name":"Task 1","from":null,"to":null,"noteFrom":null,"#
          + #""noteTo":null,"removed":false,"changedAt":"2026-11-21T12:00:00Z"}"#,
        #"{"kind":"notification","at":"2026-11-21T12:00:00Z","course":"XI-ZPT.23","id":78,"#
          + #""title":null,"text":null,"url":null}"#,
      ])
  }

  @Test("--hide-values keeps grades out of the lines")
  func discreet() async throws {
    let desk = try await WatchDesk.open()
    let run = try await desk.watch("--hide-values") { watching in
      await desk.publish("du1=9", "--notify", "--note", "late")
      try await watching.polls(2)
      desk.notify(77)
      try await watching.polls(2)
    }
    #expect(
      run.out == """
        21 Nov 2026 13:00  XI-ZPT.23  Task 1 has changed
        21 Nov 2026 13:00  XI-ZPT.23  ↳ Homework has changed
        21 Nov 2026 13:00  XI-ZPT.23  ↳ Total points has changed
        21 Nov 2026 13:00  XI-ZPT.23  ✉ New notification

        """)
  }

  @Test("--once looks at everything and ends; the next run reports only what has come since")
  func once() async throws {
    let desk = try await WatchDesk.open()
    let first = await desk.student("watch --once")
    #expect(first.status == 0)
    #expect(first.out == "")
    #expect(first.err == "3 unread notifications; see “grades notifications”.\n")
    await desk.publish("du1=9", "--notify")
    let second = await desk.student("watch --once")
    #expect(second.lines.count == 3)
    #expect(second.err == "")
    let third = await desk.student("watch --once")
    #expect(third.out == "")
    #expect(third.status == 0)
  }

  // MARK: Trouble

  @Test("When the login has ended, that is said once, with status 77")
  func loginEnded() async throws {
    let desk = try await WatchDesk.open()
    let clock = desk.clock
    let student = desk.student
    let watching = Task { await student("watch") }
    _ = try await clock.pauses.first(1)
    try await desk.service.control.deleteTokens()
    clock.release()
    let run = await watching.value
    #expect(run.status == 77)
    #expect(
      run.said == begun + "Error: Your session has expired. Log in again with “grades login”.\n")
  }

  @Test("Nobody signed in, and options that cannot be")
  func refused() async throws {
    let service = try await TestService.shared()
    let nobody = try Program(at: service)
    #expect(await nobody("watch --once").status == 77)
    let student = try await Program.signedIn(to: service)
    let interval = await student("watch --once --interval 0")
    #expect(interval.status == 64)
    let program = await student("watch --once --exec /no/such/program")
    #expect(program.status == 65)
    #expect(
      program.err
        == "Error: /no/such/program does not exist or is not executable.\n")
  }

  @Test("A second watch of the same user says that it only watches along")
  func beside() async throws {
    let desk = try await WatchDesk.open()
    let run = try await desk.watch { _ in
      let second = await desk.student("watch --once")
      #expect(second.status == 0)
      #expect(second.err.hasPrefix("Another “grades watch” is already running"))
    }
    #expect(run.status == 0)
  }

  @Test("Logging out forgets what was reported")
  func logout() async throws {
    let desk = try await WatchDesk.open()
    #expect(await desk.student("watch --once").status == 0)
    #expect(await desk.student("logout --yes").status == 0)
    let state = try desk.student.paths.stateFolder.path
    let names = try FileManager.default.contentsOfDirectory(atPath: state)
    #expect(!names.contains { $0.hasPrefix("watch") })
    let log = try Data(contentsOf: desk.student.paths.logFile)
    #expect(log.range(of: Data("zkusade1".utf8)) == nil)
  }
}
