import AppTestSupport
import Foundation
import GRDB
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// Everything at once on one home, with the real program: readers, writers, and who sends and throws
/// away what they write.
@Suite("A crowd of processes on one home", .inTurn)
struct CrowdTests {
  /// What is published all the time, by cell.
  private static let values = [
    "zkusade1": ["du1": 1.0, "du2": 2], "druhyst2": ["du1": 3, "du2": 4],
  ]
  private static let edits = values.sorted { $0.key < $1.key }.flatMap { student, items in
    items.sorted { $0.key < $1.key }.map { "\(student):\($0.key)=\($0.value)" }
  }
  private static let settings = [
    "hidden-courses XI-DAT.23", "notify no", "hide-ungraded yes", "semester B261",
  ]

  @Test("two, and twenty, lose and damage nothing and send nothing twice", arguments: [2, 20])
  func mixed(size: Int) async throws {
    let service = try await TestService.opened()
    let control = service.control
    let teacher = try await Program.signedIn(
      to: service, as: DemoAccounts.teacher.username, now: { Date() })
    #expect(await teacher("settings set notify yes").status == 0)
    #expect(await teacher("courses").status == 0)
    // What one of them throws away.
    #expect(await teacher("set XI-ZPT.23 druhyst2:du3=1 --draft").status == 0)
    let writers = Self.edits.map { "set XI-ZPT.23 \($0) --draft" }
    let others =
      ["publish XI-ZPT.23 --yes --notify", "discard XI-ZPT.23 druhyst2:du3 --yes"]
      + [
        "courses", "watch --once", "drafts", "group XI-ZPT.23", "publish XI-ZPT.23 --yes --notify",
      ]
      + Self.settings.map { "settings set \($0)" } + [
        "courses", "history", "status", "publish XI-ZPT.23 --yes",
      ]
      + ["courses --offline"]
    let lines = Array((size == 2 ? [writers[0], others[0]] : writers + others).prefix(size))
    control.resetRequestLog()
    try await withThrowingTaskGroup { group in
      for line in lines {
        group.addTask { (line, try await teacher.execute(line)) }
      }
      for try await (line, run) in group {
        // Who is outrun says so: a draft that another one discards at the same time is not published,
        // and one that is published already cannot be thrown away.
        let outrun: Int32 =
          line.hasPrefix("publish") ? 75 : line.hasPrefix("discard") ? 65 : 0
        #expect([0, outrun].contains(run.status), "\(line): \(run.status) \(run.out)\(run.err)")
      }
    }
    let last = try await teacher.execute("publish XI-ZPT.23 --yes --notify")
    #expect(last.status == 0, "\(last.err)")

    // Every edit is there.
    for (student, items) in Self.values {
      for (item, value) in items where lines.contains(where: { $0.contains("\(student):\(item)=") })
      {
        let there = try await control.cell(course: "XI-ZPT.23", username: student, item: item)
        #expect(there?.value == .number(value), "\(student) \(item)")
      }
    }
    // Each was sent once.
    let sent = try control.requestLog.filter { $0.method == "PUT" && $0.path.contains("XI-ZPT.23") }
      .flatMap { request in
        try #require(JSONSerialization.jsonObject(with: request.body) as? [[String: Any]])
          .map { "\($0["studentUsername"] ?? "") \($0["classificationIdentifier"] ?? "")" }
      }
    #expect(sent.count == Set(sent).count, "\(sent)")
    #expect(!sent.isEmpty)
    // Every file is whole.
    for file in try [teacher.paths.cacheFile, teacher.paths.draftsFile] {
      let database = try DatabaseQueue(path: file.path)
      let verdict = try await database.read {
        try String.fetchAll($0, sql: "PRAGMA integrity_check")
      }
      #expect(verdict == ["ok"], "\(file.lastPathComponent)")
    }
    if size == 20 {
      let shown = try await teacher.execute("settings --json")
      #expect(shown.status == 0, "\(shown.err)")
      let stored = try String(contentsOf: teacher.paths.settingsFile, encoding: .utf8)
      for part in ["\"XI-DAT.23\"", "\"notify\": false", "\"hide-ungraded\": true", "\"B261\""] {
        #expect(stored.contains(part), "\(part) is missing: \(stored)")
      }
    }
  }
}
