import Foundation
import GradesClient
import GradesCore
import Synchronization
import TestSupport
import Testing

@Suite(.inTurn)
struct PublishCrashTests {
  /// What a killed program leaves behind: the drafts' file, copied at every step at which the
  /// program talks to the service.
  private func copies(
    of desk: Desk, during publishing: () async throws -> Void
  ) async throws -> [(step: StubService.Step, file: URL)] {
    let copies = Mutex<[(StubService.Step, URL)]>([])
    let folder = desk.folder
    let file = desk.store.file
    desk.service.onStep { step in
      let number = copies.withLock { $0.count }
      let copy = folder.file("copy\(number)-\(UUID().uuidString).sqlite")
      try FileManager.default.copyItem(at: file, to: copy)
      copies.withLock { $0.append((step, copy)) }
    }
    try await publishing()
    desk.service.onStep(nil)
    return copies.withLock { $0 }.map { ($0.0, $0.1) }
  }

  private func desk() async throws -> Desk {
    let desk = try Desk(values: ["zkusade1": ["du1": .number(3)]])
    try await desk.draft("druhyst2", "du1", .number(9))
    try await desk.draft("tretist3", "du1", .number(7))
    try await desk.draft("zkusade1", "du1", .number(8))
    return desk
  }

  @Test("After a kill at any step nothing is lost, and nothing is sent that is there")
  func killedAfterSaving() async throws {
    let desk = try await desk()
    let copies = try await copies(of: desk) { _ = try await desk.publish(batchSize: 1) }
    #expect(copies.count >= 9)
    let everything = ["druhyst2 du1 - -> 9", "tretist3 du1 - -> 7", "zkusade1 du1 3 -> 8"]
    let sentAtFirst = desk.sent
    let before = desk.service.notifications
    // The service has everything; the killed program has stored less.
    for (_, file) in copies {
      let store = Desk.store(file)
      let report = try await Publisher(api: desk.service.api, store: store).publish(
        in: desk.gradebook, notify: true)
      #expect(report.isFinished)
      // What was never marked as sent is there from elsewhere; what was is ours and in the history.
      let there = report.cells(.alreadyThere).map { "\($0.username)" }
      let changed = try await desk.history(store)
      #expect(there.count + changed.count == everything.count)
      #expect(try await desk.drafts(store) == [])
    }
    #expect(desk.sent == sentAtFirst)
    #expect(desk.service.notifications == before)
  }

  @Test("After a kill before the service did anything, everything is sent once by the next run")
  func killedBeforeSaving() async throws {
    let first = try await desk()
    let copies = try await copies(of: first) { _ = try await first.publish() }
    for (step, file) in copies where step == .beforeSave {
      // A service that never got the request.
      let fresh = try await desk()
      let clock = DeskClock()
      let store = Desk.store(file, clock)
      #expect(
        try await fresh.drafts(store) == [
          "druhyst2 du1 - -> 9 unconfirmed", "tretist3 du1 - -> 7 unconfirmed",
          "zkusade1 du1 3 -> 8 unconfirmed",
        ])
      let publisher = Publisher(api: fresh.service.api, store: store)
      let early = try await publisher.publish(in: fresh.gradebook, notify: true)
      #expect(early.unpublished.map(\.reason.code) == [.unconfirmed, .unconfirmed, .unconfirmed])
      #expect(fresh.sent == [])
      clock.pass(seconds: 121)
      let found = try await publisher.confirm(in: fresh.gradebook)
      #expect(
        found.waitingLines == [
          "druhyst2 du1 interrupted", "tretist3 du1 interrupted", "zkusade1 du1 interrupted",
        ])
      #expect(fresh.sent == [])
      let report = try await publisher.publish(in: fresh.gradebook, notify: true)
      #expect(report.published.count == 3)
      #expect(report.isFinished)
      #expect(fresh.sent == ["druhyst2 du1 9, tretist3 du1 7, zkusade1 du1 8"])
      #expect(fresh.service.notifications.count == 3)
    }
  }

  @Test("After a kill in the middle of what the service did, only the rest is sent")
  func killedInTheMiddle() async throws {
    let first = try await desk()
    let copies = try await copies(of: first) { _ = try await first.publish() }
    let copy = try #require(copies.first { $0.step == .beforeSave })
    let half = try await desk()
    half.service.colleague(writes: .number(9), "du1", of: "druhyst2")
    half.service.colleague(writes: .number(1), "du1", of: "tretist3")
    let clock = DeskClock()
    let store = Desk.store(copy.file, clock)
    let publisher = Publisher(api: half.service.api, store: store)
    let early = try await publisher.publish(in: half.gradebook, notify: true)
    #expect(early.publishedLines == ["druhyst2 du1 - -> 9"])
    #expect(early.waitingLines == ["tretist3 du1 unconfirmed", "zkusade1 du1 unconfirmed"])
    #expect(half.sent == [])
    clock.pass(seconds: 121)
    let report = try await publisher.publish(in: half.gradebook, notify: true)
    #expect(report.publishedLines == ["zkusade1 du1 3 -> 8"])
    #expect(report.waitingLines == ["tretist3 du1 - | 7 | 1"])
    #expect(half.sent == ["zkusade1 du1 8"])
    #expect(
      try await half.history(store) == [
        "2 notified zkusade1 du1 3 -> 8", "1 notified druhyst2 du1 - -> 9",
      ])
    #expect(try await half.drafts(store) == ["tretist3 du1 - -> 7 conflict conflict"])
  }
}
