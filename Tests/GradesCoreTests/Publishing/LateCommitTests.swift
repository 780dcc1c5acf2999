import Foundation
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

/// A request whose answer never came may be carried out at any moment of the quiet period.
@Suite(.inTurn)
struct LateCommitTests {
  private static let end = 1_790_000_500 + Publisher.usualQuietPeriod

  /// A desk whose service has accepted `du1` = 8 and will carry it out later.
  private func desk(
    _ error: GradesError = .unreachable(.timedOut), notify: Bool = true
  ) async throws -> Desk {
    let desk = try Desk(values: ["zkusade1": ["du1": .number(3)]])
    try await desk.draft("zkusade1", "du1", .number(8))
    desk.service.change { $0.saveFaults = [.late(error)] }
    let report = try await desk.publish(notify: notify)
    #expect(report.waitingLines == ["zkusade1 du1 unconfirmed"])
    #expect(report.confirmAfter == Date(timeIntervalSince1970: Self.end))
    #expect(!report.isFinished)
    return desk
  }

  @Test("An unconfirmed cell is durable: who, what, since when and until when")
  func durable() async throws {
    let desk = try await desk()
    let draft = try #require(
      try await Desk.store(desk.store.file).drafts(in: desk.gradebook).first)
    #expect(draft.isUnconfirmed)
    #expect(draft.sentAt == desk.clock.now)
    #expect(draft.confirmAfter == Date(timeIntervalSince1970: Self.end))
    #expect(draft.reason?.code == .unreachable)
  }

  @Test(
    "What a reading shows of a sent draft, by how its request ended",
    arguments: [
      (GradeValue.number(8), ["published", "published", "published", "published"]),
      (.number(3), ["unconfirmed", "waiting", "unconfirmed", "waiting"]),
      (.number(5), ["conflict", "conflict", "unconfirmed", "conflict"]),
      (nil, ["waiting", "waiting", "unconfirmed", "waiting"]),
    ] as [(GradeValue?, [String])])
  func settlingTable(there: GradeValue?, verdicts: [String]) async throws {
    let desk = try await desk()
    let draft = try #require(try await desk.store.drafts(in: desk.gradebook).first)
    var reading = CellGrid()
    if let there {
      reading.add(
        Student(username: draft.cell.username, firstName: nil, lastName: nil),
        [draft.cell.identifier: RecordedValue(value: there)])
    }
    let ends: [RequestEnd] = [.accepted, .failed, .unknown, .expired]
    let found = ends.map { end in
      switch DraftSettler.verdict(on: draft, by: reading, after: end, DraftReason(.interrupted)) {
      case .published: "published"
      case .unconfirmed: "unconfirmed"
      case .conflict: "conflict"
      case .waiting: "waiting"
      case .ready, .alreadyThere, .gaveWay: "none"
      }
    }
    #expect(found == verdicts)
  }

  @Test(
    "Publishing again during the quiet period sends nothing, so that nobody is notified twice",
    arguments: [0.0, 1, 60, 120])
  func notSentAgain(seconds: TimeInterval) async throws {
    let desk = try await desk()
    desk.clock.pass(seconds: seconds)
    let again = try await desk.publish()
    #expect(desk.sent == ["zkusade1 du1 8"])
    #expect(again.waitingLines == ["zkusade1 du1 unconfirmed"])
    desk.service.commitLate()
    let last = try await desk.publish()
    #expect(last.publishedLines == ["zkusade1 du1 3 -> 8"])
    #expect(desk.service.notified == ["zkusade1"])
    #expect(try await desk.history() == ["1 notified zkusade1 du1 3 -> 8"])
    #expect(try await desk.drafts() == [])
  }

  @Test("A reading that began before the end of the quiet period proves nothing")
  func slowReading() async throws {
    let desk = try await desk()
    desk.clock.pass(seconds: 119)
    let clock = desk.clock
    desk.service.onStep { step in
      if step == .beforeRead { clock.pass(seconds: 30) }
    }
    let report = try await desk.publisher.confirm(in: desk.gradebook)
    #expect(report.waitingLines == ["zkusade1 du1 unconfirmed"])
    #expect(try await desk.publisher.confirm(in: desk.gradebook).conflicts == [])
    #expect(try await desk.drafts() == ["zkusade1 du1 3 -> 8 draft unreachable"])
  }

  @Test("It is not changed either, in no process, until a reading settles it")
  func notChanged() async throws {
    let desk = try await desk()
    let other = Desk.store(desk.store.file, desk.clock)
    let edit = DraftEdit(
      cell: Desk.cell("zkusade1", "du1"), base: RecordedValue(value: .number(3)),
      value: .number(9.5), note: nil)
    let refusal = UnconfirmedCells(
      cells: [edit.cell], until: Date(timeIntervalSince1970: Self.end))
    await #expect(throws: refusal) { try await other.put([edit], in: desk.gradebook) }
    // Time alone settles nothing.
    desk.clock.pass(seconds: 500)
    await #expect(throws: refusal) { try await other.put([edit], in: desk.gradebook) }
    #expect(try await other.discard([edit.cell], in: desk.gradebook) == 0)
    desk.service.commitLate()
    _ = try await desk.publisher.confirm(in: desk.gradebook)
    try await desk.draft("zkusade1", "du1", .number(9.5))
    #expect(try await desk.publish().publishedLines == ["zkusade1 du1 8 -> 9.5"])
    #expect(desk.service.value("du1", of: "zkusade1")?.value == .number(9.5))
  }

  @Test("A colleague's value during the quiet period is no conflict before its end")
  func colleague() async throws {
    let desk = try await desk()
    desk.service.colleague(writes: .number(5), "du1", of: "zkusade1")
    let early = try await desk.publisher.confirm(in: desk.gradebook)
    #expect(early.waitingLines == ["zkusade1 du1 unconfirmed"])
    desk.service.change { $0.pending = [] }
    desk.clock.pass(seconds: 121)
    let late = try await desk.publisher.confirm(in: desk.gradebook)
    #expect(late.waitingLines == ["zkusade1 du1 3 | 8 | 5"])
    #expect(desk.sent.count == 1)
  }

  @Test("A clock that was set back starts the quiet period again, and does not last for ever")
  func clockSetBack() async throws {
    let desk = try await desk()
    desk.service.change { $0.pending = [] }
    desk.clock.pass(seconds: -400 * 86_400)
    let report = try await desk.publisher.confirm(in: desk.gradebook)
    #expect(report.confirmAfter == desk.clock.now + Publisher.usualQuietPeriod)
    desk.clock.pass(seconds: 121)
    #expect(try await desk.publisher.confirm(in: desk.gradebook).confirmAfter == nil)
    #expect(try await desk.drafts() == ["zkusade1 du1 3 -> 8 draft unreachable"])
  }

  @Test(
    "A quiet period begins when the request ends, however long it waited, or the clock was set back",
    arguments: [StubService.Fault.late(.unreachable(.timedOut)), .pretends], [50.0, -50])
  func waitedBeforeSending(fault: StubService.Fault, seconds: TimeInterval) async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    let clock = desk.clock
    desk.service.change { $0.saveFaults = [fault] }
    // The request waits for a token after its draft was marked as sent.
    desk.service.onStep { if $0 == .beforeSave { clock.pass(seconds: seconds) } }
    let report = try await desk.publish()
    let end = Date(timeIntervalSince1970: Self.end + max(0, seconds))
    #expect(report.confirmAfter == end)
    #expect(try await desk.store.drafts(in: desk.gradebook).map(\.confirmAfter) == [end])
  }

  static let ends: [(GradesError, Bool)] = [
    (.unreachable(.timedOut), false), (.unreachable(.connectionLost), false),
    (.unreachable(.other(code: 56)), false), (.serviceFailure(status: 502), false),
    (.serviceFailure(status: 504), false), (.unreadable(.html), false),
    (.serviceFailure(status: 500), true), (.tooManyRequests(retryAfter: nil), true),
    (.unexpectedStatus(302), true), (.badRequest(detail: nil), true), (.conflict, true),
  ]

  @Test("Only an answer of the service ends a request", arguments: ends)
  func answered(error: GradesError, isEnd: Bool) async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    desk.service.change { $0.saveFaults = [.before(error)] }
    let report = try await desk.publish()
    #expect((report.confirmAfter == nil) == isEnd)
    #expect(try await desk.drafts()[0].contains("unconfirmed") == !isEnd)
  }

  @Test("A cell that becomes unconfirmed after the review costs no other change")
  @MainActor func unconfirmedAfterReview() async throws {
    let desk = try await desk()
    let cells = ["du1", "du2"].map { Desk.cell("zkusade1", $0) }
    let reading = try await CellReader(
      api: desk.service.api, drafts: desk.store, gradebook: desk.gradebook
    ).grid(of: cells)
    var review = Review(
      cells.map {
        RequestedEdit(
          username: $0.username.rawValue, identifier: $0.identifier.rawValue,
          content: .value(.number(9)))
      }, in: desk.gradebook, over: reading)
    await #expect(
      throws: UnconfirmedCells(
        cells: [cells[0]], until: Date(timeIntervalSince1970: Self.end), kept: 1)
    ) { try await desk.publisher.keep(&review) }
    #expect(
      try await desk.drafts() == [
        "zkusade1 du1 3 -> 8 unconfirmed unreachable", "zkusade1 du2 - -> 9 draft",
      ])
    #expect(review.rows.map(\.cell) == [cells[1]])
  }

  @Test("A request for an unconfirmed cell is reported beside the others, which are published")
  func requestedWhileUnconfirmed() async throws {
    let desk = try await desk()
    let edits = ["du1", "du2"].map { item in
      RequestedEdit(username: "zkusade1", identifier: item, content: .value(.number(9)))
    }
    let review = try await CellReader(
      api: desk.service.api, drafts: desk.store, gradebook: desk.gradebook
    ).review(.cells(edits))
    #expect(review.cells == [Desk.cell("zkusade1", "du2")])
    let report = try await desk.publisher.publish(review, notify: true)
    #expect(report.publishedLines == ["zkusade1 du2 - -> 9"])
    #expect(report.waitingLines == ["zkusade1 du1 unconfirmed"])
  }

  @Test("The undo of a batch lists what of it is still unconfirmed, and leaves it alone")
  func undoOfUnconfirmed() async throws {
    let desk = try Desk(values: ["zkusade1": ["du1": .number(3)]])
    try await desk.draft("druhyst2", "du1", .number(7))
    try await desk.draft("zkusade1", "du1", .number(8))
    desk.service.change { $0.saveFaults = [.inTheMiddle(saved: 1, .unreachable(.timedOut))] }
    _ = try await desk.publish()
    let batch = try #require(try await desk.store.batch(1, of: desk.gradebook.owner))
    #expect(batch.changes.map(\.cell) == [Desk.cell("druhyst2", "du1")])
    let proposal = try await CellReader(
      api: desk.service.api, drafts: desk.store, gradebook: desk.gradebook
    ).review(undoing: batch)
    #expect(proposal.cells == [Desk.cell("druhyst2", "du1")])
    #expect(proposal.unconfirmed.map(\.cell) == [Desk.cell("zkusade1", "du1")])
  }

  @Test("What another process has sent since the review is not sent again")
  @MainActor func sentSinceReview() async throws {
    let desk = try Desk(values: ["zkusade1": ["du1": .number(3)]])
    try await desk.draft("zkusade1", "du1", .number(8))
    let service = desk.service
    let other = Publisher(api: service.api, store: Desk.store(desk.store.file, desk.clock))
    let gradebook = desk.gradebook
    let report = try await desk.publish(
      reviewed: {
        service.change { $0.saveFaults = [.late(.unreachable(.timedOut))] }
        _ = try await other.publish(in: gradebook, notify: true)
      })
    #expect(report.waitingLines == ["zkusade1 du1 unconfirmed"])
    #expect(desk.sent.count == 1)
  }

  @Test(
    "The second edit of an unconfirmed cell, in a file of an earlier version, waits for its outcome",
    arguments: [true, false])
  func editedBeside(arrives: Bool) async throws {
    let desk = try await desk()
    let edit = DraftEdit(
      cell: Desk.cell("zkusade1", "du1"), base: RecordedValue(value: .number(3)),
      value: .number(9.5), note: nil)
    let (gradebook, time) = (desk.gradebook, desk.clock.now)
    try await desk.store.write { database in
      _ = try DraftStore.insert(edit, in: gradebook, createdAt: time, database)
    }
    #expect(try await desk.publish().waitingLines == ["zkusade1 du1 unconfirmed"])
    if arrives { desk.service.commitLate() }
    desk.clock.pass(seconds: 121)
    _ = try await desk.publisher.confirm(in: gradebook)
    #expect(try await desk.drafts() == ["zkusade1 du1 3 -> 9.5 draft"])
    #expect(desk.sent.count == 1)
    #expect(
      try await desk.publish().isFinished == !arrives, "The first one is not overwritten unseen.")
  }

  // MARK: Waiting

  @Test("Waiting names its end, and returns the outcome", arguments: [true, false])
  func waiting(arrives: Bool) async throws {
    let desk = try await desk()
    let (service, clock) = (desk.service, desk.clock)
    var pauses = RequestClock.system
    pauses.pause = { duration in
      clock.pass(seconds: duration / .seconds(1))
      if arrives, clock.now.timeIntervalSince1970 > 1_790_000_560 { service.commitLate() }
    }
    let ends = Occurrences<Date>()
    let report = try await desk.publisher.waitUntilConfirmed(in: desk.gradebook, clock: pauses) {
      ends.record($0)
    }
    #expect(Set(ends.all) == [Date(timeIntervalSince1970: Self.end)])
    #expect(report.publishedLines == (arrives ? ["zkusade1 du1 3 -> 8"] : []))
    #expect(report.waitingLines == (arrives ? [] : ["zkusade1 du1 unreachable"]))
    #expect(desk.sent.count == 1)
    #expect(clock.now.timeIntervalSince1970 < Self.end + 2)
  }
}
