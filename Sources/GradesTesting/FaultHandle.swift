import Files
import Synchronization

/// A fault that a service was given.
public final class FaultHandle: Sendable {
  private struct State {
    var matched = 0
    var hits = 0
    /// How many of them are where the fault wants them.
    var reached = 0
    var isRemoved = false
    var waiting: [(hits: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  let fault: Fault
  /// Holds requests back until it is finished.
  let gate = Promise<Void>()
  private let state = Mutex(State())

  init(_ fault: Fault) { self.fault = fault }

  /// How many requests have gone wrong.
  public var hits: Int { state.withLock(\.hits) }

  /// Lets every request go on that hangs here, now and later.
  public func release() { gate.finish(.success(())) }

  /// Ends the fault; requests that hang go on, and waiting for further hits ends.
  public func remove() {
    let waiting = state.withLock { state in
      state.isRemoved = true
      defer { state.waiting = [] }
      return state.waiting.map(\.continuation)
    }
    release()
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until this many requests have gone wrong, or have begun to; those that hang after they were handled
  /// have been handled.
  public func waitUntilHit(_ hits: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.reached >= hits || state.isRemoved { return true }
        state.waiting.append((hits, continuation))
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  /// Counts a request; true when it is to go wrong.
  func takes(method: String, path: String) -> Bool {
    guard fault.method == nil || fault.method == method, path.contains(fault.path) else {
      return false
    }
    let isTaken = state.withLock { state in
      guard !state.isRemoved else { return false }
      state.matched += 1
      guard state.matched > fault.skipping, fault.times.map({ state.hits < $0 }) ?? true else {
        return false
      }
      state.hits += 1
      return true
    }
    if isTaken, !fault.action.waitsForHandling { reach() }
    return isTaken
  }

  /// Counts a request that is where the fault wants it.
  func reach() {
    let ready = state.withLock { state in
      state.reached += 1
      let reached = state.reached
      defer { state.waiting.removeAll { $0.hits <= reached } }
      return state.waiting.filter { $0.hits <= reached }.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }
}

extension Fault.Action {
  /// Whether a request is where the fault wants it only when it was handled.
  fileprivate var waitsForHandling: Bool {
    if case .hangAfterHandling = self { true } else { false }
  }
}
