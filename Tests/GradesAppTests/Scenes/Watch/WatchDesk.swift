import AppTestSupport
import ClientTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// A student who watches and a teacher who publishes, each with a program of their own, at one service.
struct WatchDesk {
  let service: TestService
  var student: Program
  let teacher: Program
  let clock = HeldClock()

  /// Both at a service for one test.
  static func open() async throws -> WatchDesk {
    let service = try await TestService.started()
    var teacher = try await Program.signedIn(to: service, as: DemoAccounts.teacher.username)
    teacher.requestClock = SteppedClock().requestClock
    var desk = WatchDesk(
      service: service, student: try await Program.signedIn(to: service), teacher: teacher)
    desk.student.requestClock = desk.clock.requestClock
    return desk
  }

  /// Publishes a value of the demo student as the teacher does in their own program.
  func publish(_ cell: String, _ more: String...) async {
    let run = await teacher.run(["set", "XI-ZPT.23", "zkusade1:\(cell)", "--yes"] + more)
    #expect(run.status == 0, "\(run.err)")
  }

  /// Answers once with a notification of which no value tells.
  func notify(_ id: Int) {
    let body = #"""
      {"notifications":[{"id":\#(id),"courseCode":"XI-ZPT.23","url":null,
      "notificationTextDtos":[{"identifier":"en","title":"XI-ZPT.23","text":"Exam: 9"}]}]}
      """#
    _ = service.control.add(Fault("GET", "/notifications/", .answer(status: 200, body: body)))
  }

  /// Watches until the body ends; the body gets what is printed and can let the watch go on.
  func watch(
    _ arguments: String..., while body: (Watching) async throws -> Void
  ) async throws -> Program.Run {
    let watching = Watching(clock: clock)
    let student = student
    let task = Task {
      await student.run(
        ["watch", "--interval", "60"] + arguments, printing: { watching.lines.record($0) })
    }
    _ = try await clock.pauses.first(clock.pauses.all.count + 1)
    try await body(watching)
    task.cancel()
    return await task.value
  }

  /// A watch under way.
  struct Watching: Sendable {
    let clock: HeldClock
    let lines = Occurrences<String>()

    /// Lets the watch poll so many times and wait again.
    func polls(_ count: Int) async throws {
      for _ in 0..<count {
        let waits = clock.pauses.all.count
        clock.release()
        _ = try await clock.pauses.first(waits + 1)
      }
    }
  }
}
