import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// The doctor's trial of writing is killed while the service has one of its requests in hand: the next trial
/// restores the cell, and what a colleague has written in between stays.
@Suite("Killed while trying to write", .inTurn)
struct KilledTrialTests {
  private static let line = "doctor --try-writes XI-ZPT.23 --item du1 --student zkusade1 --yes"
  private static let original = StoredCell(value: 1.25, note: "pozdě", changedAt: nil, author: nil)
  private static let colleagues = StoredCell(value: 0, note: "", changedAt: nil, author: nil)

  /// A request and what becomes of it.
  struct Moment: Sendable, CustomTestStringConvertible {
    let method: String?
    let number: Int
    let request: KilledRequest
    var testDescription: String { "\(method ?? "any") \(number), \(request)" }
  }

  private static let isLong = ProcessInfo.processInfo.environment["GRADES_LONG_TESTS"] != nil

  static let moments: [Moment] =
    isLong
    ? (0..<90).flatMap { number in
      [.done, .lost].map { Moment(method: nil, number: number, request: $0) }
    }
    : [
      Moment(method: "PUT", number: 0, request: .done),
      Moment(method: "PUT", number: 0, request: .lost),
      Moment(method: "PUT", number: 2, request: .done),
      Moment(method: "PUT", number: 3, request: .done),
      Moment(method: "PUT", number: 6, request: .lost),
      Moment(method: "GET", number: 16, request: .done),
    ]

  /// A request that arrives after a colleague's change overwrites it, whatever the program does.
  static let lateMoments = (0..<7).map { Moment(method: "PUT", number: $0, request: .late) }

  @Test(
    "The next trial restores the cell",
    arguments: moments + (isLong ? lateMoments : [lateMoments[1]]))
  func restored(_ moment: Moment) async throws {
    try await killed(moment) { service, program in
      let run = try await program.execute(Self.line)
      #expect(run.status == 0, "\(run.out)\(run.err)")
      #expect(try await Self.cell(service) == Self.original)
    }
  }

  @Test("What a colleague writes stays", arguments: moments)
  func colleague(_ moment: Moment) async throws {
    try await killed(moment) { service, program in
      try await service.control.changeAsColleague(
        course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: 0, note: "")
      let run = try await program.execute(Self.line)
      // Killed before its first request or after the last one, a trial has left nothing to restore.
      #expect([0, 75].contains(run.status), "\(run.out)\(run.err)")
      #expect(run.status == 75 || moment.method == nil)
      #expect(run.status == 0 || run.out.contains("1.25"))
      #expect(try await Self.cell(service) == Self.colleagues)
    }
  }

  /// Kills a trial; the test is not run for a request that is not made.
  private func killed(
    _ moment: Moment, _ test: (TestService, Program) async throws -> Void
  ) async throws {
    let service = try await TestService.start()
    do {
      try await service.control.changeAsColleague(
        course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: 1.25, note: "pozdě")
      let program = try await Program.signedIn(
        to: service, as: DemoAccounts.teacher.username, now: { Date() })
      try program.write(
        Data(#"{"timeouts": {"quiet-period": 1}}"#.utf8), to: try program.paths.configurationFile)
      let wasKilled = try await program.kill(
        Self.line, at: service, during: moment.number, of: moment.method, moment.request)
      #expect(wasKilled || moment.method == nil)
      if wasKilled { try await test(service, program) }
    } catch {
      await service.stop()
      throw error
    }
    await service.stop()
  }

  private static func cell(_ service: TestService) async throws -> StoredCell? {
    try await service.control.cell(course: "XI-ZPT.23", username: "zkusade1", item: "du1").map {
      // No note and an empty one are the same to people.
      StoredCell(value: $0.value, note: $0.note ?? "", changedAt: nil, author: nil)
    }
  }
}
