import Synchronization

/// A fault that a service was given.
public final class FaultHandle: Sendable {
  private struct State {
    var matched = 0
    var hits = 0
    var isRemoved = false
    var waiting: [(hits: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  let fault: Fault
  let gate = Gate()
  private let state = Mutex(State())

  init(_ fault: Fault) { self.fault = fault }

  /// How many requests have gone wrong.
  public var hits: Int { state.withLock(\.hits) }

  /// Lets every request go on that hangs here, now and later.
  public func release() { gate.open() }

  /// Ends the fault; requests that hang go on, and nobody waits for further hits.
  public func remove() {
    let waiting = state.withLock { state in
      state.isRemoved = true
      defer { state.waiting = [] }
      return state.waiting.map(\.continuation)
    }
    gate.open()
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until this many requests have gone wrong, or have begun to.
  public func waitUntilHit(_ hits: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.hits >= hits || state.isRemoved { return true }
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
    let ready: [CheckedContinuation<Void, Never>]? = state.withLock { state in
      guard !state.isRemoved else { return nil }
      state.matched += 1
      guard state.matched > fault.skipping, fault.times.map({ state.hits < $0 }) ?? true else {
        return nil
      }
      state.hits += 1
      let hits = state.hits
      defer { state.waiting.removeAll { $0.hits <= hits } }
      return state.waiting.filter { $0.hits <= hits }.map(\.continuation)
    }
    for continuation in ready ?? [] { continuation.resume() }
    return ready != nil
  }
}
