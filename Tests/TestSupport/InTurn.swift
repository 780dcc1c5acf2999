import Foundation
import Synchronization
import Testing

/// Runs only a few of the tests that have it at the same time.
///
/// Swift Testing starts all tests at once. Those with a service, a client or processes of their own
/// would together take minutes each, and pass the time limits of the program that they test.
package struct InTurn: SuiteTrait, TestTrait, TestScoping {
  private static let turns = Turns(max(4, 2 * ProcessInfo.processInfo.activeProcessorCount))

  /// Tests take turns one by one, also in suites.
  package var isRecursive: Bool { true }

  /// A time limit counts from the beginning of a turn: with one, all cases of a test share a turn.
  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    guard !test.isSuite else { return nil }
    return (test.timeLimit == nil) == (testCase != nil) ? self : nil
  }

  /// Runs a test, or one of its cases, in its turn.
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Self.turns.take {
      let begin = ContinuousClock.now
      defer { Self.note(ContinuousClock.now - begin, of: test) }
      try await TestEnd.after(function)
    }
  }

  /// Writes how long a test took, without the wait for its turn, which is in what Swift Testing prints, to the
  /// file that `GRADES_TEST_TIMES` names: a line of seconds and name.
  private static func note(_ duration: Duration, of test: Test) {
    guard let path = ProcessInfo.processInfo.environment["GRADES_TEST_TIMES"] else { return }
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    let seconds = duration / .milliseconds(1) / 1000
    let line = "\(seconds) \(test.displayName ?? test.name) (\(test.sourceLocation.fileName))\n"
    _ = line.withCString { write(file, $0, strlen($0)) }
  }
}

extension Trait where Self == InTurn {
  /// Runs only a few such tests at the same time.
  package static var inTurn: Self { InTurn() }
}

/// The end of a test that takes turns, at which everything is closed that the test has opened.
package final class TestEnd: Sendable {
  @TaskLocal private static var current: TestEnd?

  private let closing = Mutex<[@Sendable () async -> Void]>([])

  /// Closes something when the test has ended, also by a failure; what was opened last is closed first.
  package static func close(_ work: @escaping @Sendable () async -> Void) {
    guard let current else {
      Issue.record("What is opened is closed only by tests with the trait .inTurn.")
      return
    }
    current.closing.withLock { $0.append(work) }
  }

  fileprivate static func after(_ test: @Sendable () async throws -> Void) async throws {
    let end = TestEnd()
    let failure: (any Error)?
    do {
      try await $current.withValue(end) { try await test() }
      failure = nil
    } catch {
      failure = error
    }
    for work in end.closing.withLock({ $0 }).reversed() { await work() }
    if let failure { throw failure }
  }
}

/// Lets only so many tasks go on at a time; the others are suspended, in their order.
private final class Turns: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  func take(_ body: @Sendable () async throws -> Void) async rethrows {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
    defer { pass() }
    try await body()
  }

  private func pass() {
    let next = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return CheckedContinuation<Void, Never>?.none
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
