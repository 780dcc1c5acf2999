import Synchronization

/// Things that happened, in order, and a way to wait for the next ones without any time limit.
package final class Occurrences<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var waiting: [(count: Int, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Begins with nothing.
  package init() {}

  /// Everything so far.
  package var all: [Event] { state.withLock { $0.events } }

  /// Notes one more; its index in the order, from 0.
  @discardableResult
  package func record(_ event: Event) -> Int {
    let (count, ready) = state.withLock { state in
      state.events.append(event)
      let count = state.events.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return (count, state.waiting.filter { $0.count <= count })
    }
    for (_, continuation) in ready { continuation.resume() }
    return count - 1
  }

  /// The first so many, once they have happened.
  ///
  /// - Throws: `CancellationError` when the waiting task is cancelled, as it is at its time limit.
  package func first(_ count: Int) async throws -> [Event] {
    guard await has(count) else { throw CancellationError() }
    return Array(all.prefix(count))
  }

  /// Waits until so many have happened; false when the one that waits is cancelled before.
  package func has(_ count: Int) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          if state.events.count >= count || Task.isCancelled { return true }
          state.waiting.append((count, continuation))
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      // Others look again whether theirs has come.
      for (_, continuation) in waiting { continuation.resume() }
    }
    if state.withLock({ $0.events.count }) >= count { return true }
    return Task.isCancelled ? false : await has(count)
  }
}
