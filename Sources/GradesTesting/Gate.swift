import Synchronization

/// Holds tasks back until it is opened; a cancelled task goes on at once.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var lastTicket = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          if state.isOpen || state.cancelled.remove(ticket) != nil { return true }
          state.waiting[ticket] = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        let continuation = state.waiting.removeValue(forKey: ticket)
        // Cancelled before it began to wait.
        if continuation == nil { state.cancelled.insert(ticket) }
        return continuation
      }
      continuation?.resume()
    }
  }
}
