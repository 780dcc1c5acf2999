import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// The watch as a process of its own, with the real clock.
@Suite("A watch in a process of its own", .inTurn)
struct WatchProcessTests {
  @Test("ends cleanly on a signal", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(signal: Int32) async throws {
    let service = try await TestService.opened()
    let user = try await Program.signedIn(to: service, now: { Date() })
    let run = try await user.process("watch") { process in
      _ = try #require(await process.err.line(with: "Watching 9 courses"))
      process.send(signal)
      return try await process.end()
    }
    #expect(run.status == 0)
    #expect(run.out == "")
    #expect(run.err.hasSuffix("Stopped watching.\n"))
  }

  @Test("remembers nothing that nobody can read")
  func closedOutput() async throws {
    let (service, user) = try await studentWithNews()
    let unread = try await user.execute("watch --once", hasReader: false)
    #expect(unread.status == 0)
    let full = try await user.execute(
      "watch --once", through: ["/bin/sh", "-c", "exec \"$@\" > /dev/full", "sh"])
    #expect(full.status == 73)
    #expect(full.err == "Error: Could not write all of the output: the disk is full.\n")
    let next = try await user.execute("watch --once")
    #expect(names(next) == ["Task 1", "Homework", "Total points"])
    #expect(try await user.execute("watch --once").out == "")
    await service.stop()
  }

  @Test(
    "reports once that the disk is full, and everything that comes",
    .enabled("\(SmallDisk.reason)") { await SmallDisk.isPossible() })
  func fullDisk() async throws {
    let (service, user) = try await studentWithNews()
    try await SmallDisk.run(on: user, kibibytes: 512) { disk in
      try disk.fill()
      for _ in 0..<2 {
        let run = try await disk.execute("watch --once")
        #expect(run.status == 0)
        #expect(names(run) == ["Task 1", "Homework", "Total points"])
        let sentence = "Could not save the log of changes;"
        #expect(run.err.ranges(of: sentence).count == 1, "\(run.err)")
      }
      try disk.makeRoom()
      #expect(names(try await disk.execute("watch --once")).count == 3)
      #expect(try await disk.execute("watch --once").out == "")
    }
    await service.stop()
  }

  /// A student whose watch has begun, and who has three changed values since.
  private func studentWithNews() async throws -> (TestService, Program) {
    let service = try await TestService.start()
    let user = try await Program.signedIn(to: service, now: { Date() })
    #expect(try await user.execute("watch --once").status == 0)
    try await service.control.changeAsColleague(
      course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: .number(9))
    return (service, user)
  }

  private func names(_ run: Program.Run) -> [String] {
    run.lines.compactMap { line in
      ["Homework", "Task 1", "Total points"].first { line.contains(" \($0): ") }
    }
  }

  @Test(
    "shows news through a real notification daemon, where markup and options in them are text",
    .enabled(if: DesktopSession.isAvailable, "needs Xvfb, dbus-run-session, dunst and notify-send"),
    .hangLimit)
  func desktop() async throws {
    let service = try await TestService.opened()
    let user = try await Program.signedIn(to: service, now: { Date() })
    #expect(try await user.execute("watch --once").status == 0)
    try await service.control.changeAsColleague(
      course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: .number(9),
      note: #"<b>bold</b> & <a href="file:///etc/passwd">x</a> \n $(id) --urgency=critical"#)
    let outcome = try await DesktopSession.run("watch --once --desktop", of: user)
    #expect(outcome.status == 0)
    #expect(outcome.said == "")
    // What the daemon gets is markup in which everything is text.
    #expect(
      outcome.shown == [
        .init(
          application: "grades", summary: "XI-ZPT.23",
          body: #"""
            Task 1: 8.75 → 9 (note: &lt;b&gt;bold&lt;/b&gt; &amp; \#
            &lt;a href="file:///etc/passwd"&gt;x&lt;/a&gt; \n $(id) --urgency=critical)
            ↳ Homework: 30.25 → 30.5
            ↳ Total points: 80.25 → 80.5
            """#)
      ])
  }
}
