import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// The log of a course, with processes that are killed or that load the same group at once.
@Suite("Killed while a colleague changes values", .hangLimit, .inTurn)
struct KilledLogTests {
  private static let moments =
    ProcessInfo.processInfo.environment["GRADES_LONG_TESTS"] == nil ? 8 : 200

  /// The log's members that the tests are about.
  private struct Log: Decodable {
    struct Change: Decodable, Hashable {
      let username, author: String?
      let from, to: Double?
    }
    let changes: [Change]
  }

  private func changes(_ program: Program, _ options: String = "") async throws -> [Log.Change] {
    let run = try await program.execute("log XI-ZPT.23 --json --item du1 \(options)")
    #expect(run.status == 0, "\(run.err)")
    return try JSONDecoder().decode(Log.self, from: Data(run.out.utf8)).changes
  }

  private func colleague(sets value: Double, at service: TestService) async throws {
    try await service.control.changeAsColleague(
      course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: .number(value))
  }

  @Test("A process that is killed while it loads a group loses no change and adds none twice")
  func loading() async throws {
    let service = try await TestService.opened()
    let program = try await Program.signedIn(
      to: service, as: DemoAccounts.teacher.username, now: { Date() })
    #expect(try await changes(program) == [])
    for moment in 0..<Self.moments {
      try await colleague(sets: Double(moment) / 100, at: service)
      _ = try await program.kill(
        "group XI-ZPT.23 ALL", at: service, after: moment % 3, turns: 1_000 << (moment % 12))
      let log = try await changes(program)
      #expect(log.map(\.to) == (0...moment).reversed().map { Double($0) / 100 })
      #expect(zip(log, log.dropFirst()).allSatisfy { $0.from == $1.to })
      #expect(log.allSatisfy { $0.author == DemoAccounts.colleague.username })
    }
  }

  @Test("Processes that load a group at once note a change once")
  func atOnce() async throws {
    let service = try await TestService.opened()
    let program = try await Program.signedIn(
      to: service, as: DemoAccounts.teacher.username, now: { Date() })
    #expect(try await changes(program) == [])
    try await colleague(sets: 0.25, at: service)
    try await withThrowingTaskGroup { group in
      for _ in 0..<6 { group.addTask { try await program.execute("group XI-ZPT.23 ALL") } }
      for try await run in group { #expect(run.status == 0, "\(run.err)") }
    }
    #expect(try await changes(program, "--offline").map(\.to) == [0.25])
  }

  @Test("A watch that is killed reports each change, and at most the last one again")
  func watching() async throws {
    let service = try await TestService.opened()
    let program = try await Program.signedIn(
      to: service, as: DemoAccounts.teacher.username, now: { Date() })
    let watch = "watch --teach XI-ZPT.23 --group ALL --once --json"
    func reported(_ run: Program.Run) throws -> [Double?] {
      try run.out.split(separator: "\n").map {
        try JSONDecoder().decode(Log.Change.self, from: Data($0.utf8)).to
      }
    }
    #expect(try await program.execute(watch).out == "")
    for moment in 0..<Self.moments {
      let value = Double(moment) / 100
      try await colleague(sets: value, at: service)
      let killed = try #require(
        try await program.run(
          watch, at: service, killedAfter: moment % 2, turns: 1_000 << (moment % 12)))
      let next = try await program.execute(watch)
      #expect(next.status == 0, "\(next.err)")
      let lines = try reported(killed) + reported(next)
      #expect(lines == [value] || lines == [value, value], "\(lines)")
      #expect(try await program.execute(watch).out == "")
    }
    #expect(try await changes(program, "--offline").count == Self.moments)
  }
}
