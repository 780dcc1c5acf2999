import Synchronization

/// Things that happened, in order, and a way to wait for the next ones without any time limit.
public final class Occurrences<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var waiting: [(count: Int, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Begins with nothing.
  public init() {}

  /// Everything so far.
  public var all: [Event] { state.withLock { $0.events } }

  /// Notes one more; its place in the order, from 0.
  @discardableResult
  public func record(_ event: Event) -> Int {
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
  public func first(_ count: Int) async -> [Event] {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.events.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
    return Array(all.prefix(count))
  }
}
