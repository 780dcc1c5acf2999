import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// A clock that is wrong by years, and then right again: nothing is lost, reported twice or requested for ever.
@Suite("Clocks that jump", .inTurn)
struct ClockJumpTests {
  @Test(
    "Everything still answers",
    arguments: [
      "1970-01-02T00:00:00Z", "2026-11-21T11:59:00Z", "2026-11-23T12:00:00Z",
      "2039-01-01T00:00:00Z", "2399-12-31T23:00:00Z",
    ])
  func jump(to moment: String) async throws {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    let right = await program("courses")
    #expect(await program("watch --once").status == 0)
    let lines = [
      "courses", "courses --offline", "course XI-LOG.23", "watch --once", "changes", "status",
    ]
    for now in [Date.moment(moment), .usual] {
      program.now = { now }
      service.control.resetRequestLog()
      for line in lines {
        let run = await program(line)
        #expect(run.status == 0, "\(line): \(run.err)")
        if line.hasPrefix("courses") { #expect(run.out == right.out, "\(line)") }
        if line.hasPrefix("watch") { #expect(run.out == "", "\(run.out)") }
      }
      #expect(service.control.requestLog.count { $0.path == "/oauth/token" } <= 1)
    }
  }

  @Test("What was noticed while the clock was wrong is reported once")
  func newsMeanwhile() async throws {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    #expect(await program("watch --once").status == 0)
    program.now = { .moment("2039-01-01T00:00:00Z") }
    try await service.control.changeAsColleague(
      course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: .number(3), note: nil)
    let run = await program("watch --once")
    #expect(run.status == 0)
    #expect(run.out.contains("XI-ZPT.23"), "\(run.out)\(run.err)")
    for now in [Date.usual, .moment("1970-01-02T00:00:00Z")] {
      program.now = { now }
      let again = await program("watch --once")
      #expect(again.status == 0)
      #expect(again.out == "")
    }
  }
}
