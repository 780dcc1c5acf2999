import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// Every fault at every request of a publishing: whatever a run says is so, every change is kept
/// somewhere, and in the end everything is there and each student was notified once.
@Suite("Every fault at every request", .inTurn)
struct EveryFaultTests {
  private static let cells = [
    ("zkusade1", "du1", CellValue.number(1)), ("zkusade1", "du2", .number(2)),
    ("ulehlur1", "du1", .number(3)),
  ]
  private static let command =
    "set XI-ZPT.23 zkusade1:du1=1 zkusade1:du2=2 ulehlur1:du1=3 --yes --json"

  @Test(
    "Once, or for all requests from there on",
    arguments: [
      (Fault.Action.disconnectBeforeHandling, nil), (.disconnectAfterHandling, nil),
      (.answer(status: 400, body: "Unknown"), 1), (.answer(status: 401), nil),
      (.answer(status: 200, body: "[]"), 1),
    ] as [(Fault.Action, Int?)])
  func everywhere(action: Fault.Action, times: Int?) async throws {
    let teacher = try await Teacher.working()
    var index = 0
    var wasHit = true
    while wasHit {
      for (username, item, _) in Self.cells { try await teacher.colleague(username, item, nil) }
      let before = (try await counts(teacher), await teacher.history().count)
      let fault = teacher.control.add(
        Fault(nil, "/api/", skipping: index, times: times, action))
      let run = await teacher(Self.command)
      wasHit = fault.hits > 0
      fault.remove()
      let story = "\(action) at \(index): \(run.status) \(run.err)"
      let drafts = await teacher.drafts()
      let history = await teacher.history().dropLast(before.1)
      try await check(run, teacher, drafts: drafts, history: Array(history), story)
      // What a teacher then does: publish what waits, or type the command again.
      teacher.passQuietPeriod()
      let again = drafts.isEmpty ? Self.command : "publish --yes --json"
      #expect(await teacher(again).status == 0, "\(story)")
      for (username, item, wanted) in Self.cells {
        #expect(await teacher.stored(username, item) == wanted, "\(story)")
      }
      #expect(try await counts(teacher) == before.0.map { $0 + 1 }, "\(story)")
      index += 1
    }
    #expect(index > 6)
  }

  /// What must hold after a run.
  private func check(
    _ run: Program.Run, _ teacher: Teacher, drafts: [String], history: [String], _ story: String
  ) async throws {
    for (username, item, wanted) in Self.cells {
      let isDraft = drafts.contains { $0.hasPrefix("\(username) \(item) ") }
      let isPublished = history.contains { $0.contains(" \(username) \(item) ") }
      let isThere = await teacher.stored(username, item) == wanted
      switch (isDraft, isPublished) {
      case (true, true): Issue.record("\(story): a draft and published: \(username) \(item)")
      case (false, true): #expect(isThere, "\(story): \(username) \(item)")
      case (true, false): break
      // Before anything is kept a run may fail; then nothing at all has happened.
      case (false, false): #expect(!isThere && drafts.isEmpty && history.isEmpty, "\(story)")
      }
    }
    let document =
      try? JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any]
    guard let published = document?["published"] as? Int else {
      #expect(run.status != 0 && !run.err.isEmpty, "\(story)")
      #expect(history.isEmpty, "\(story)")
      return
    }
    #expect(published == history.count, "\(story)")
    #expect((run.status == 0) == drafts.isEmpty, "\(story)")
  }

  /// How many notifications the students have.
  private func counts(_ teacher: Teacher) async throws -> [Int] {
    [
      try await teacher.control.notificationCount(of: "zkusade1"),
      try await teacher.control.notificationCount(of: "ulehlur1"),
    ]
  }
}
