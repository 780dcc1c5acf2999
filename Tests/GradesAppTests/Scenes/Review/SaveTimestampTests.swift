import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// `save-timestamp`: a service that wants the times of values saves with `read`, and with `null` nothing is lost.
@Suite("Publishing to a service that wants times", .inTurn)
struct SaveTimestampTests {
  /// The ways in which a teacher publishes.
  enum Way: String, CaseIterable, Sendable { case set, importing, app }

  private func working(_ setting: String?, _ test: (Teacher) async throws -> Void) async throws {
    try await Teacher.working { teacher in
      if let setting {
        let text = #"{"hosts": {"demo": {"save-timestamp": "\#(setting)"}}}"#
        try teacher.program.write(
          Data(text.utf8), to: teacher.program.paths.configurationFile)
      }
      try await teacher.colleague("zkusade1", "du1", 8.75, note: "late")
      try await test(teacher)
    }
  }

  /// Publishes 7 for the one student; returns what was said.
  private func publish(_ way: Way, _ teacher: Teacher) async throws -> (status: Int32, said: String)
  {
    switch way {
    case .set:
      let run = await teacher("set XI-ZPT.23 zkusade1:du1=7 --yes")
      return (run.status, run.said + run.out)
    case .importing:
      let file = teacher.program.home.file("results.csv")
      try Data("username,du1\nzkusade1,7\n".utf8).write(to: file)
      let run = await teacher.program.run(["import", Teacher.course, file.path, "--yes"])
      return (run.status, run.said + run.out)
    case .app:
      #expect(await teacher("set XI-ZPT.23 zkusade1:du1=7 --draft").status == 0)
      let app = teacher.review(rows: 16)
      #expect(await app.pressing("pp").contains("Publish 1 change?"))
      let seen = await app.pressing("y")
      _ = await app.hangUp()
      return (0, seen)
    }
  }

  @Test("With “read” the value is saved with the time that was read", arguments: Way.allCases)
  func read(_ way: Way) async throws {
    try await working("read") { teacher in
      let time = try #require(
        try await teacher.control.cell(course: Teacher.course, username: "zkusade1", item: "du1")?
          .changedAt)
      let contradiction = teacher.service.contradict(.timestampMayBeNull)
      let outcome = try await publish(way, teacher)
      #expect(outcome.status == 0, "\(outcome.said)")
      #expect(teacher.sent == ["zkusade1 du1 7 (late) notify"])
      let body = try #require(teacher.saves.first?.body)
      let values = try JSONSerialization.jsonObject(with: body) as? [[String: Any]]
      #expect(values?.first?["timestamp"] as? Int == Int(time.timeIntervalSince1970 * 1000))
      #expect(contradiction.hits == 0)
      #expect(await teacher.stored("zkusade1", "du1") == 7)
      #expect(await teacher.drafts() == [])
    }
  }

  @Test("With “read” a service that checks times saves, too", arguments: Way.allCases)
  func checked(_ way: Way) async throws {
    try await working("read") { teacher in
      let contradiction = teacher.service.contradict(.timestampIsNotValidated)
      let outcome = try await publish(way, teacher)
      #expect(outcome.status == 0, "\(outcome.said)")
      #expect(contradiction.hits == 0)
      #expect(await teacher.stored("zkusade1", "du1") == 7)
      #expect(await teacher.drafts() == [])
    }
  }

  @Test(
    "With “null” the service refuses, the draft stays, and “read” publishes it",
    arguments: Way.allCases)
  func null(_ way: Way) async throws {
    try await working(way == .set ? nil : "null") { teacher in
      let contradiction = teacher.service.contradict(.timestampMayBeNull)
      let outcome = try await publish(way, teacher)
      #expect(contradiction.hits == 1)
      if way != .app { #expect(outcome.status == 65, "\(outcome.status)") }
      #expect(outcome.said.contains("Grades rejected it"), "\(outcome.said)")
      #expect(await teacher.stored("zkusade1", "du1") == 8.75)
      #expect(await teacher.drafts().count == 1)
      let text = #"{"hosts": {"demo": {"save-timestamp": "read"}}}"#
      try teacher.program.write(Data(text.utf8), to: teacher.program.paths.configurationFile)
      let rest = await teacher("publish XI-ZPT.23 --yes")
      #expect(rest.status == 0, "\(rest.said)")
      #expect(await teacher.stored("zkusade1", "du1") == 7)
      #expect(await teacher.drafts() == [])
    }
  }
}
