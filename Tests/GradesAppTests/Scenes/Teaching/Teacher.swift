import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// A teacher at a service of their own, with words for what the service was sent.
struct Teacher {
  /// The course that most tests are about.
  static let course = "XI-ZPT.23"

  let service: TestService
  var program: Program
  /// The teacher's clock. The app waits for it to read unconfirmed cells again.
  let clock: HeldClock

  /// A teacher who has just signed in, at a service for one test.
  static func working(
    as username: String = DemoAccounts.teacher.username, environment: [String: String] = [:]
  ) async throws -> Teacher {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service, as: username, environment: environment)
    let clock = HeldClock(at: .usual, holding: .seconds(5))
    program.requestClock = clock.requestClock
    program.now = { clock.now }
    return Teacher(service: service, program: program, clock: clock)
  }

  /// The app on a scene of a teacher who has just signed in, once it is there.
  static func at(
    _ address: String = "group XI-ZPT.23 ALL", columns: Int = 80, rows: Int = 16
  ) async throws -> (RunningApp, Teacher) {
    let teacher = try await working()
    let app = teacher.program.open("--open \(address)", columns: columns, rows: rows)
    _ = await app.text
    return (app, teacher)
  }

  var control: Control { service.control }

  /// The same teacher, whose commands with `--timeout` end by another clock.
  func limited(by clock: HeldClock) -> Teacher {
    var teacher = self
    teacher.program.timeLimitClock = clock.requestClock
    return teacher
  }

  /// Publishes a value that the service saves without an answer, and then cannot be read.
  func loseSightOfTask1() async throws {
    control.add(Fault("PUT", "/student-classifications", .disconnectAfterHandling))
    control.add(
      Fault(
        "GET", "/student-classifications/zkusade1", skipping: 2, times: nil,
        .disconnectBeforeHandling))
    #expect(await self("set XI-ZPT.23 zkusade1:du1=1 --yes --no-notify").status == 75)
    control.removeFaults()
  }

  /// Lets the quiet period of what was sent last pass.
  func passQuietPeriod() { clock.sleep(for: .seconds(121)) }

  /// Runs a command line written as in a shell without quotes.
  func callAsFunction(_ arguments: String, width: Int? = nil, input: [String]? = nil) async
    -> Program.Run
  {
    await program(arguments, width: width, input: input)
  }

  /// Every request that saved something, or tried to.
  var saves: [LoggedRequest] { control.requestLog.filter { $0.method == "PUT" } }

  /// What was sent, a line for each value in the order of the requests.
  var sent: [String] {
    saves.flatMap { request -> [String] in
      guard
        let values = try? JSONSerialization.jsonObject(with: request.body) as? [[String: Any]]
      else {
        Issue.record("Something else than a list of values was sent")
        return []
      }
      let notify = request.query["notify"] == "true" ? " notify" : ""
      return values.map { value in
        let note = (value["note"] as? String).map { " (\($0))" } ?? ""
        return "\(text(value["studentUsername"])) \(text(value["classificationIdentifier"]))"
          + " \(text(value["value"]))\(note)\(notify)"
      }.sorted()
    }
  }

  private func text(_ value: Any?) -> String {
    switch value {
    case nil: "missing"
    case is NSNull: "null"
    case let value?: "\(value)"
    }
  }

  /// What the service has in a cell.
  func stored(_ username: String, _ item: String, course: String = course) async -> CellValue? {
    do {
      return try await control.cell(course: course, username: username, item: item)?.value
    } catch {
      Issue.record("There is no cell \(username) \(item): \(error)")
      return nil
    }
  }

  /// Changes a cell as a colleague would.
  func colleague(
    _ username: String, _ item: String, _ value: CellValue?, note: String? = "",
    course: String = course
  ) async throws {
    try await control.changeAsColleague(
      course: course, username: username, item: item, value: value, note: note)
  }

  /// How many notifications the student gets from something.
  func notifications(from body: () async throws -> Void) async throws -> Int {
    let before = try await control.notificationCount(of: "zkusade1")
    try await body()
    return try await control.notificationCount(of: "zkusade1") - before
  }

  /// The drafts, a line for each.
  func drafts() async -> [String] {
    let run = await self("drafts --csv")
    #expect(run.status == 0)
    return run.lines.dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      // Without course, semester and times, which all have in common.
      return ([2, 3, 4, 5, 8, 9, 11].map { String(fields[$0]) }.filter { !$0.isEmpty })
        .joined(separator: " ")
    }
  }

  /// The history, a line for each change.
  func history() async -> [String] {
    let run = await self("history --csv")
    #expect(run.status == 0)
    return run.lines.dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return "\(fields[0]) \(fields[5]) \(fields[6]) \(fields[7]) -> \(fields[8])"
        + (fields[4] == "true" ? " notified" : "")
    }
  }
}
