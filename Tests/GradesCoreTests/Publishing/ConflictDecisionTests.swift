import GradesClient
import GradesCore
import TestSupport
import Testing

@Suite("What a person decides about a conflict", .inTurn)
struct ConflictDecisionTests {
  /// A draft of 8 over 1, in whose cell a colleague has written 4; and the conflict as a publishing reports it.
  private func contested() async throws -> (desk: Desk, edit: DraftEdit, theirs: RecordedValue) {
    let desk = try Desk(values: ["zkusade1": ["du1": .number(1)]])
    try await desk.draft("zkusade1", "du1", .number(8))
    desk.service.colleague(writes: .number(4), note: "late", "du1", of: "zkusade1")
    let report = try await desk.publish()
    #expect(report.waitingLines == ["zkusade1 du1 1 | 8 | 4"])
    #expect(desk.sent == [])
    let conflict = try #require(report.conflicts.first)
    return (desk, conflict.draft.edit, try #require(conflict.theirs))
  }

  @Test(
    "Mine or a third value is sent over theirs with their note, and is what history remembers",
    arguments: [8.0, 6.0])
  func sent(value: Double) async throws {
    let (desk, edit, theirs) = try await contested()
    let decided = try await desk.store.decide(
      edit, as: edit.over(theirs, with: .number(value)), in: desk.gradebook)
    #expect(decided?.before.value == .number(8))
    // It is stored before it is sent.
    #expect(try await desk.drafts() == ["zkusade1 du1 4 -> \(word(.number(value))) draft"])
    let report = try await desk.publish()
    #expect(report.publishedLines == ["zkusade1 du1 4 -> \(word(.number(value)))"])
    #expect(report.isFinished)
    #expect(desk.service.value("du1", of: "zkusade1")?.note == "late")
    #expect(try await desk.drafts() == [])
    #expect(
      try await desk.history() == ["1 notified zkusade1 du1 4 -> \(word(.number(value)))"])
  }

  @Test("A decision is about the value that was shown: when theirs changes again, it is a conflict")
  func changedAgain() async throws {
    let (desk, edit, theirs) = try await contested()
    _ = try await desk.store.decide(edit, as: edit.over(theirs), in: desk.gradebook)
    desk.service.colleague(writes: .number(5), note: "late", "du1", of: "zkusade1")
    let report = try await desk.publish()
    #expect(report.waitingLines == ["zkusade1 du1 4 | 8 | 5"])
    #expect(desk.sent == [])
    #expect(try await desk.drafts() == ["zkusade1 du1 4 -> 8 conflict conflict"])
  }

  @Test("The value that is there means theirs, so no draft is left; nothing means to clear it")
  func others() async throws {
    let (same, edit, theirs) = try await contested()
    let decided = try #require(
      try await same.store.decide(
        edit, as: edit.over(theirs, with: .number(4)), in: same.gradebook))
    #expect(decided.after == nil)
    #expect(try await same.drafts() == [])
    let (cleared, other, now) = try await contested()
    _ = try await cleared.store.decide(
      other, as: other.over(now, with: nil), in: cleared.gradebook)
    _ = try await cleared.publish()
    #expect(cleared.sent == ["zkusade1 du1 -"])
  }

  @Test("What another process has published, sent or edited since the question is left alone")
  func changedMeanwhile() async throws {
    let (published, edit, theirs) = try await contested()
    _ = try await published.publish(conflicts: .mine)
    #expect(
      try await published.store.decide(edit, as: edit.over(theirs), in: published.gradebook)
        == nil)
    #expect(published.sent == ["zkusade1 du1 8"])

    let (sent, second, _) = try await contested()
    sent.service.change { $0.saveFaults = [.late(.unreachable(.timedOut))] }
    _ = try await sent.publish(conflicts: .mine)
    #expect(
      try await sent.store.decide(second, as: second.unchanged, in: sent.gradebook) == nil)
    #expect(try await sent.drafts() == ["zkusade1 du1 4 -> 8 unconfirmed unreachable"])

    let (edited, third, last) = try await contested()
    try await edited.draft("zkusade1", "du1", .number(9))
    #expect(
      try await edited.store.decide(
        third, as: third.over(last, with: .number(6)), in: edited.gradebook)
        == nil)
    #expect(try await edited.drafts() == ["zkusade1 du1 4 -> 9 draft"])
  }

  @Test(
    "A student whose request may have notified counts as notified, seen or not; one whose request was rejected does not",
    arguments: [
      (StubService.Fault.pretends, true), (.late(.unreachable(.timedOut)), true),
      (.after(.serviceFailure(status: 502)), true),
      (.before(.serviceFailure(status: 500)), false), (.before(.badRequest(detail: nil)), false),
      (.before(.tokenReplaced), true),
    ])
  func told(fault: StubService.Fault, isTold: Bool) async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    desk.service.change { $0.saveFaults = [fault] }
    #expect(try await desk.publish().toldStudents == (isTold ? [Username("zkusade1")] : []))
  }

  @Test(
    "So is one whose value was changed again before it was read, or could not be read",
    arguments: [false, true])
  func toldUnseen(isChanged: Bool) async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    let service = desk.service
    service.onStep { step in
      guard step == .afterSave else { return }
      if isChanged {
        service.colleague(writes: .number(5), "du1", of: "zkusade1")
      } else {
        service.change { $0.readFaults = [.serviceFailure(status: 500)] }
      }
    }
    let report = try await desk.publish()
    #expect(report.notifiedStudents == [])
    #expect(report.toldStudents == [Username("zkusade1")])
  }

  @Test("A publishing that continues another one notifies no student again")
  func notifiedOnce() async throws {
    let (desk, edit, theirs) = try await contested()
    _ = try await desk.store.decide(edit, as: edit.over(theirs), in: desk.gradebook)
    try await desk.draft("druhyst2", "du1", .number(3))
    let reading = try await desk.publisher.reading(of: desk.gradebook)
    let report = try await desk.publisher.publish(
      Review(reading.drafts, in: desk.gradebook, over: reading.grid),
      notify: true, notified: [Username("zkusade1")])
    #expect(report.notifiedStudents == [Username("druhyst2")])
    #expect(desk.service.saves.map(\.notify) == [true, false])
    #expect(desk.sent == ["druhyst2 du1 3", "zkusade1 du1 8"])
  }
}
