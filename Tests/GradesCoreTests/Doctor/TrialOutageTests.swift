import Foundation
import GradesCore
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// A request of a trial that has no response, or a bad one: the trial ends, and restores the cell when nothing
/// can arrive any more.
@Suite("A trial of writing and a failing service", .hangLimit, .inTurn)
struct TrialOutageTests {
  private static let failures: [(name: String, action: Fault.Action, waits: Bool)] = [
    ("500", .answer(status: 500), false), ("503", .answerAfterHandling(status: 503), false),
    ("502", .answer(status: 502), true), ("504", .answerAfterHandling(status: 504), true),
    ("429", .answer(status: 429), false), ("lost", .disconnectBeforeHandling, true),
    ("silent", .disconnectAfterHandling, true),
  ]

  @Test("ends at a failure, and restores the cell", arguments: failures.indices, 0..<6)
  func failure(_ index: Int, number: Int) async throws {
    for isEmpty in [false, true] { try await failure(index, number: number, isEmpty: isEmpty) }
  }

  private func failure(_ index: Int, number: Int, isEmpty: Bool) async throws {
    let (_, action, waits) = Self.failures[index]
    try await Practice.open { practice in
      let cell = try await practice.cell(isEmpty: isEmpty)
      let before = try await practice.stored(cell)
      practice.service.control.resetRequestLog()
      practice.service.control.add(
        Fault("PUT", "/student-classifications", skipping: number, action))
      let pauses = Occurrences<Duration>()
      let ends = Occurrences<Date>()
      let trial = try await practice.trial(pause: { pauses.record($0) })
      let findings = try await trial.run(cell) { ends.record($0) }
      // A request that is invalid in part may fail in any way.
      #expect(!findings.troubles.isEmpty || number == 5 && !waits)
      #expect(findings.outcome("trial") == .ok)
      #expect(try await practice.stored(cell) == before)
      #expect(!practice.hasBackup)
      // One more, which restores; none where nothing was stored.
      #expect([number + 1, number + 2].contains(practice.saves.count))
      #expect(pauses.all.count == (waits ? 1 : 0))
      #expect(ends.all.count == pauses.all.count)
    }
  }

  @Test("waits before it restores for as long as a request may still arrive")
  func waits() async throws {
    try await Practice.open { practice in
      let cell = try await practice.gradedCell()
      let before = try await practice.stored(cell)
      let days = 86400.0
      for (later, wait) in [(0, 120.0), (30, 90), (120, 0), (3 * days, 0), (-3 * days, 120)] {
        try await practice.interrupt(cell, during: 1)
        let pauses = Occurrences<Duration>()
        let trial = try await practice.trial(
          now: { Date().addingTimeInterval(later) }, pause: { pauses.record($0) })
        #expect(try await trial.restoreInterrupted() == .restored)
        #expect(try await practice.stored(cell) == before)
        // The seconds that the test itself takes are not waited for.
        let paused = (pauses.all.first ?? .zero) / .seconds(1)
        #expect(paused <= wait && paused > wait - 30 || paused == wait, "\(later): \(paused)")
      }
    }
  }

  @Test("does not wait where every request was answered")
  func answered() async throws {
    try await Practice.open { practice in
      let cell = try await practice.gradedCell()
      // The reading before the second request: the first one has ended.
      let reading = practice.service.control.add(Fault("GET", "/", skipping: 4, .hangAfterHandling))
      let trial = try await practice.trial()
      let run = Task { try await trial.run(cell) }
      await reading.waitUntilHit()
      run.cancel()
      await #expect(throws: (any Error).self) { try await run.value }
      reading.remove()
      let pauses = Occurrences<Duration>()
      let next = try await practice.trial(pause: { pauses.record($0) })
      #expect(try await next.restoreInterrupted() == .restored)
      #expect(pauses.all.isEmpty)
    }
  }

  @Test("restores what arrives during the wait, and keeps the file when the wait is cancelled")
  func lateRequest() async throws {
    try await Practice.open { practice in
      let cell = try await practice.gradedCell()
      let before = try await practice.stored(cell)
      // Nothing has come of the first request yet.
      try await practice.interrupt(cell, during: 0, by: .hangBeforeHandling)
      #expect(try await practice.stored(cell) == before)
      let cancelled = try await practice.trial(pause: { _ in throw CancellationError() })
      await #expect(throws: CancellationError.self) { try await cancelled.restoreInterrupted() }
      #expect(practice.hasBackup)
      let next = try await practice.trial(pause: { _ in
        try await practice.write(
          .number(0), note: "grades doctor", author: DemoAccounts.teacher.username)
      })
      #expect(try await next.restoreInterrupted() == .restored)
      #expect(try await practice.stored(cell) == before)
    }
  }

  @Test(
    "keeps the file while the service cannot be read or refuses the original value, also of an empty cell",
    arguments: [false, true])
  func unrestorable(isEmpty: Bool) async throws {
    try await Practice.open { practice in
      let cell = try await practice.cell(isEmpty: isEmpty)
      let before = try await practice.stored(cell)
      try await practice.interrupt(cell, during: 1)
      for fault in [
        Fault("GET", "/", .answer(status: 503)), Fault("PUT", "/", .answer(status: 403)),
        Fault("PUT", "/", .answer(status: 500)), Fault("PUT", "/", .answer(status: 503)),
        Fault("PUT", "/", .answer(status: 429)), Fault("PUT", "/", .answer(status: 401)),
        Fault("PUT", "/", .answer(status: 404)), Fault("PUT", "/", .disconnectAfterHandling),
      ] {
        let handle = practice.service.control.add(fault)
        let restoring = try await practice.trial().restoreInterrupted()
        guard case .failed = restoring else {
          Issue.record("\(fault): \(String(describing: restoring))")
          continue
        }
        #expect(practice.hasBackup)
        handle.remove()
      }
      #expect(try await practice.trial().restoreInterrupted() == .restored)
      #expect(try await practice.stored(cell) == before)
    }
  }
}
