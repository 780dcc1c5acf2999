import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// What days bring: lost connections, restarted services, machines that sleep, clocks that are set.
@Suite("Watching for days", .hangLimit, .inTurn)
struct WatchWeatherTests {
  /// The lines about one item.
  private func lines(_ run: Program.Run, _ item: String) -> [String] {
    run.lines.filter { $0.contains("  \(item): ") }
  }

  @Test(
    "A service that is restarted, and has forgotten its tokens, costs nothing and repeats nothing")
  func restartedService() async throws {
    let desk = try await WatchDesk.open()
    let service = desk.service
    let run = try await desk.watch { watching in
      await desk.publish("du1=9", "--notify")
      try await watching.polls(3)
      let down = service.control.add(Fault(nil, "/", times: nil, .disconnectBeforeHandling))
      try await watching.polls(6)
      down.remove()
      try await service.control.expireTokens()
      try await desk.teacher.signIn(to: service, as: DemoAccounts.teacher.username)
      await desk.publish("du2=7", "--notify")
      try await watching.polls(8)
    }
    #expect(lines(run, "Task 1") == ["21 Nov 2026 13:00  XI-ZPT.23  Task 1: 8.75 → 9"])
    #expect(lines(run, "Task 2").count == 1)
    #expect(!run.out.contains("✉"))
    #expect(run.err.contains("Still trying.\nGrades is responding again.\n"))
  }

  @Test("A machine that slept for half a day asks once when it wakes, and reports what has come")
  func suspended() async throws {
    var desk = try await WatchDesk.open()
    let (clock, service) = (desk.clock, desk.service)
    desk.student.now = { clock.now }
    let run = try await desk.watch { watching in
      try await watching.polls(2)
      await desk.publish("du1=9", "--notify")
      clock.sleep(for: .seconds(12 * 3600))
      service.control.resetRequestLog()
      try await watching.polls(1)
      // Courses and semester are read again, since they were last asked about long ago.
      let asked = service.control.requestLog.filter { $0.method == "GET" }
      #expect(asked.count <= 4)
      try await watching.polls(8)
    }
    #expect(lines(run, "Task 1").count == 1)
    #expect(!run.out.contains("✉"))
    #expect(clock.pauses.all.allSatisfy { $0 == .seconds(60) })
    #expect(run.err.hasSuffix("Stopped watching.\n"))
  }

  @Test("A clock that jumps back and forth makes no news, hides none and hurries nothing")
  func jumpingClock() async throws {
    var desk = try await WatchDesk.open()
    let (clock, service) = (desk.clock, desk.service)
    desk.student.now = { clock.now }
    let run = try await desk.watch { watching in
      for (days, cell) in [(-400, "du1=9"), (400, "du2=7"), (-1, "du3=4"), (0, "du4=5")] {
        clock.set(.usual.addingTimeInterval(Double(days) * 86_400))
        await desk.publish(cell, "--notify")
        service.control.resetRequestLog()
        try await watching.polls(8)
        let asked = service.control.requestLog.count { $0.path.contains("/api/") }
        #expect(asked <= 16)
      }
    }
    for item in 1...4 { #expect(lines(run, "Task \(item)").count == 1, "Task \(item)") }
    #expect(!run.out.contains("✉"))
    #expect(clock.pauses.all.allSatisfy { $0 == .seconds(60) })
  }
}
