import Foundation
import GradesClient
import GradesCore
import TestSupport
import Testing

/// Whatever goes wrong: nothing is lost, nothing is claimed that is not so, no student is notified twice.
@Suite(.inTurn)
struct PublishFaultTests {
  static let proofs: [(GradesError, DraftReason.Code)] = [
    (.unreachable(.refused), .unreachable), (.unreachable(.nameNotFound), .unreachable),
    (.notPermitted, .notPermitted), (.notSignedIn(.expired), .notSignedIn),
  ]

  @Test("A request that never arrived is a draft again, without another look", arguments: proofs)
  func neverArrived(error: GradesError, reason: DraftReason.Code) async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    desk.service.change { $0.saveFaults = [.before(error)] }
    let report = try await desk.publish()
    #expect(report.waitingLines == ["zkusade1 du1 \(reason)"])
    #expect(report.published == [])
    #expect(try await desk.drafts() == ["zkusade1 du1 - -> 8 draft \(reason)"])
    #expect(
      desk.service.reads == ["definitions", "record zkusade1"]
        || desk.service.reads == ["record zkusade1", "definitions"])
    // The next time it works.
    #expect(try await desk.publish().publishedLines == ["zkusade1 du1 - -> 8"])
    #expect(desk.service.notifications == ["zkusade1 du1 8"])
  }

  static let losses: [GradesError] = [
    .unreachable(.timedOut), .unreachable(.connectionLost), .unreachable(.tls(.other)),
    .serviceFailure(status: 500), .serviceFailure(status: 502), .unreadable(.truncated),
    .unreadable(.html), .unreadable(.json(path: "[0]")), .tooManyRequests(retryAfter: nil),
    .notFound, .conflict, .unexpectedStatus(302),
  ]

  @Test("A lost answer after everything was saved is found out by reading", arguments: losses)
  func savedButLost(error: GradesError) async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    try await desk.draft("druhyst2", "du1", .number(9))
    desk.service.change { $0.saveFaults = [.after(error)] }
    let report = try await desk.publish(batchSize: 1)
    #expect(report.isFinished)
    #expect(report.publishedLines == ["druhyst2 du1 - -> 9", "zkusade1 du1 - -> 8"])
    #expect(desk.sent == ["druhyst2 du1 9", "zkusade1 du1 8"])
    #expect(desk.service.notifications == ["druhyst2 du1 9", "zkusade1 du1 8"])
    #expect(
      try await desk.history() == [
        "1 notified druhyst2 du1 - -> 9", "1 notified zkusade1 du1 - -> 8",
      ])
    #expect(try await desk.drafts() == [])
  }

  @Test("A failure before anything was saved makes drafts again and stops", arguments: losses)
  func notSaved(error: GradesError) async throws {
    let desk = try Desk()
    try await desk.draft("druhyst2", "du1", .number(9))
    try await desk.draft("zkusade1", "du1", .number(8))
    desk.service.change { $0.saveFaults = [.before(error)] }
    let report = try await desk.publish(batchSize: 1)
    #expect(report.published == [])
    #expect(Set(report.unpublished.map(\.row.cell.username.rawValue)) == ["zkusade1", "druhyst2"])
    #expect(report.unpublished.last?.reason.code == .notTried)
    // Nothing is sent again on its own, because a late request may still be carried out.
    #expect(desk.sent == ["druhyst2 du1 9"])
    desk.clock.pass(seconds: 121)
    _ = try await desk.publisher.confirm(in: desk.gradebook)
    #expect(try await desk.publish().publishedLines.count == 2)
    #expect(desk.service.notifications == ["druhyst2 du1 9", "zkusade1 du1 8"])
  }

  @Test("A request saved in part is sorted out by reading")
  func partlySaved() async throws {
    let desk = try Desk()
    for student in ["druhyst2", "tretist3", "zkusade1"] {
      try await desk.draft(student, "du1", .number(8))
    }
    desk.service.change {
      $0.saveFaults = [.inTheMiddle(saved: 1, .serviceFailure(status: 500))]
    }
    let report = try await desk.publish()
    #expect(report.publishedLines == ["druhyst2 du1 - -> 8"])
    #expect(report.waitingLines == ["tretist3 du1 serviceFailed", "zkusade1 du1 serviceFailed"])
    _ = try await desk.publish()
    #expect(
      desk.service.notifications == ["druhyst2 du1 8", "tretist3 du1 8", "zkusade1 du1 8"])
  }

  @Test("When not even a reading is possible, the outcome is said to be unknown")
  func unknown() async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    try await desk.draft("druhyst2", "du1", .number(9))
    let service = desk.service
    desk.service.onStep { step in
      guard step == .beforeSave else { return }
      service.change { $0.readFaults = [.unreachable(.timedOut)] }
    }
    desk.service.change { $0.saveFaults = [.after(.unreachable(.timedOut))] }
    let report = try await desk.publish()
    #expect(report.published == [])
    #expect(report.waitingLines == ["druhyst2 du1 unconfirmed", "zkusade1 du1 unconfirmed"])
    #expect(
      try await desk.drafts() == [
        "druhyst2 du1 - -> 9 unconfirmed unreachable",
        "zkusade1 du1 - -> 8 unconfirmed unreachable",
      ])
    #expect(try await desk.history() == [])
    // What may be there cannot be discarded.
    let cells = Set(try await desk.store.drafts(in: desk.gradebook).map(\.cell))
    #expect(try await desk.store.discard(cells, in: desk.gradebook) == 0)
    // While the service is silent, the next publishing sends nothing.
    desk.service.change { $0.readFaults = [.unreachable(.refused)] }
    await #expect(throws: GradesError.unreachable(.refused)) { try await desk.publish() }
    #expect(desk.service.saves.count == 1)
    // Then it looks first.
    desk.service.onStep(nil)
    let second = try await desk.publish()
    #expect(second.publishedLines == ["druhyst2 du1 - -> 9", "zkusade1 du1 - -> 8"])
    #expect(desk.service.saves.count == 1)
    #expect(desk.service.notifications.count == 2)
    #expect(try await desk.history().count == 2)
  }

  @Test("An answer that promises and does nothing is not believed")
  func pretended() async throws {
    let desk = try Desk(values: ["zkusade1": ["du1": .number(3)]])
    try await desk.draft("zkusade1", "du1", nil)
    desk.service.change { $0.saveFaults = [.pretends] }
    let report = try await desk.publish()
    #expect(report.published == [])
    #expect(report.waitingLines == ["zkusade1 du1 unconfirmed"])
    desk.clock.pass(seconds: 121)
    let later = try await desk.publisher.confirm(in: desk.gradebook)
    #expect(later.waitingLines == ["zkusade1 du1 notThere"])
    #expect(try await desk.drafts() == ["zkusade1 du1 3 -> - draft notThere"])
  }

  @Test("A reading that fails after a good answer leaves the outcome unknown")
  func unverified() async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    let service = desk.service
    desk.service.onStep { step in
      if step == .afterSave { service.change { $0.readFaults = [.serviceFailure(status: 503)] } }
    }
    let report = try await desk.publish()
    #expect(report.waitingLines == ["zkusade1 du1 unconfirmed"])
    let second = try await desk.publisher.confirm(in: desk.gradebook)
    #expect(second.publishedLines == ["zkusade1 du1 - -> 8"])
    #expect(desk.service.saves.count == 1)
  }

  @Test("A colleague who is faster than the second look is not overwritten")
  func overwrittenAtOnce() async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    let service = desk.service
    desk.service.onStep { step in
      if step == .afterSave { service.colleague(writes: .number(5), "du1", of: "zkusade1") }
    }
    let report = try await desk.publish()
    #expect(report.published == [])
    #expect(report.waitingLines == ["zkusade1 du1 - | 8 | 5"])
    #expect(try await desk.drafts() == ["zkusade1 du1 - -> 8 conflict conflict"])
  }

  @Test("What arrives late is ours and is not sent again")
  func lateArrival() async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    desk.service.change { $0.saveFaults = [.before(.unreachable(.timedOut))] }
    #expect(try await desk.publish().waitingLines == ["zkusade1 du1 unconfirmed"])
    desk.clock.pass(seconds: 121)
    _ = try await desk.publisher.confirm(in: desk.gradebook)
    #expect(try await desk.drafts() == ["zkusade1 du1 - -> 8 draft unreachable"])
    // The request was slower than expected.
    desk.service.colleague(writes: .number(8), "du1", of: "zkusade1")
    let report = try await desk.publish()
    #expect(report.publishedLines == ["zkusade1 du1 - -> 8"])
    #expect(desk.service.saves.count == 1)
    #expect(try await desk.history() == ["1 notified zkusade1 du1 - -> 8"])
  }

  @Test("One refused cell is found and the others are published", arguments: [false, true])
  func oneRefused(savesGoodPart: Bool) async throws {
    let students = (0..<40).map { "st\(10 + $0)" }
    let desk = try Desk(students: students)
    for (index, student) in students.enumerated() {
      try await desk.draft(student, "du1", .number(index == 23 ? 666 : 1))
    }
    desk.service.change {
      $0.refusedValues = [.number(666)]
      $0.savesGoodPart = savesGoodPart
    }
    let report = try await desk.publish()
    #expect(report.published.count == 39)
    #expect(report.unpublished.map(\.row.cell) == [Desk.cell("st33", "du1")])
    #expect(report.unpublished.first?.reason == DraftReason(.refused, detail: "neplatná hodnota"))
    #expect(try await desk.drafts() == ["st33 du1 - -> 666 draft refused"])
    #expect(desk.service.notifications.count == 39)
    #expect(Set(desk.service.notifications).count == 39)
    #expect(desk.service.saves.count <= 14)
  }

  @Test(
    "A student with a refused value is notified of the others once", arguments: [false, true])
  func oneRefusedOfSeveral(savesGoodPart: Bool) async throws {
    let desk = try Desk()
    for student in ["druhyst2", "tretist3", "zkusade1"] {
      for item in ["du1", "du2"] {
        let isBad = student == "tretist3" && item == "du1"
        try await desk.draft(student, item, .number(isBad ? 666 : 1))
      }
      try await desk.draft(student, "ucast", .flag(true))
    }
    desk.service.change {
      $0.refusedValues = [.number(666)]
      $0.savesGoodPart = savesGoodPart
    }
    let report = try await desk.publish()
    #expect(report.published.count == 8)
    #expect(report.unpublished.map(\.row.cell) == [Desk.cell("tretist3", "du1")])
    #expect(desk.service.notified.sorted() == ["druhyst2", "tretist3", "zkusade1"])
  }

  @Test("A student who is gone when the request comes does not stop the others")
  func unknownStudent() async throws {
    let students = (0..<8).map { "st\($0)" }
    let desk = try Desk(students: students)
    for student in students { try await desk.draft(student, "du1", .number(1)) }
    let service = desk.service
    desk.service.onStep { step in
      if step == .beforeSave { service.change { $0.values[Username("st3")] = nil } }
    }
    let report = try await desk.publish()
    #expect(report.published.count == 7)
    #expect(report.unpublished.map(\.row.cell.username.rawValue) == ["st3"])
    #expect(desk.service.notifications.count == 7)
  }

  @Test("A service that refuses everything is not asked for ever")
  func allRefused() async throws {
    let students = (0..<300).map { "st\(1000 + $0)" }
    let desk = try Desk(students: students)
    try await desk.store.put(
      students.map {
        DraftEdit(
          cell: Desk.cell($0, "du1"), base: RecordedValue(value: nil), value: .number(666),
          note: nil)
      }, in: desk.gradebook)
    desk.service.change { $0.refusedValues = [.number(666)] }
    let report = try await desk.publish()
    #expect(report.published == [])
    #expect(report.unpublished.count == 300)
    #expect(Set(report.unpublished.map(\.row.cell)).count == 300)
    #expect(desk.service.saves.count <= 60)
    #expect(
      try await desk.store.drafts(in: desk.gradebook).allSatisfy {
        !$0.isUnconfirmed && !$0.isConflict
      })
  }

  @Test(
    "A first look that fails changes nothing",
    arguments: [
      GradesError.unreachable(.refused), .notPermitted, .serviceFailure(status: 500),
      .unreadable(.truncated),
    ])
  func firstLook(error: GradesError) async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    desk.service.change { $0.readFaults = [error, error] }
    await #expect(throws: error) { try await desk.publish() }
    #expect(desk.service.saves == [])
    #expect(try await desk.drafts() == ["zkusade1 du1 - -> 8 draft"])
  }

  @Test("Giving up in the middle leaves nothing claimed, and the next run finds out")
  func cancelled() async throws {
    let desk = try Desk()
    try await desk.draft("druhyst2", "du1", .number(9))
    try await desk.draft("zkusade1", "du1", .number(8))
    desk.service.onStep { step in
      if step == .afterSave { withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) {
      try await Task { try await desk.publish(batchSize: 1) }.value
    }
    #expect(
      try await desk.drafts() == ["druhyst2 du1 - -> 9 unconfirmed", "zkusade1 du1 - -> 8 draft"])
    desk.service.onStep(nil)
    let report = try await desk.publish()
    #expect(report.publishedLines == ["druhyst2 du1 - -> 9", "zkusade1 du1 - -> 8"])
    #expect(desk.sent == ["druhyst2 du1 9", "zkusade1 du1 8"])
    #expect(desk.service.notifications == ["druhyst2 du1 9", "zkusade1 du1 8"])
  }

  @Test("Who leaves the course before the second look has nothing published, not even a clearing")
  func studentLeaves() async throws {
    let desk = try Desk(values: ["zkusade1": ["du1": .number(3)]])
    try await desk.draft("zkusade1", "du1", nil)
    try await desk.draft("zkusade1", "du2", .number(1))
    let service = desk.service
    service.onStep { step in
      guard step == .afterSave else { return }
      service.change { $0.values[Username("zkusade1")] = nil }
    }
    let report = try await desk.publish()
    #expect(report.publishedLines == [])
    #expect(report.waitingLines == ["zkusade1 du1 unknownStudent", "zkusade1 du2 unknownStudent"])
    #expect(try await desk.history() == [])
    #expect(
      try await desk.drafts() == [
        "zkusade1 du1 3 -> - draft unknownStudent", "zkusade1 du2 - -> 1 draft unknownStudent",
      ])
  }
}
