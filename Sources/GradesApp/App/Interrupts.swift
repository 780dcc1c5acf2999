import Foundation
import Synchronization
import Terminal

/// Ctrl-C and its like, turned into the cancellation of a task.
package struct Interrupts: Sendable {
  private let signals: [Int32]
  /// Whether a second signal waits for the work, too, because something must be tidied up.
  private let isPatient: Bool

  private init(signals: [Int32], isPatient: Bool = false) {
    self.signals = signals
    self.isPatient = isPatient
  }

  /// No signals; for tests and for programs that handle them on their own.
  package static let none = Interrupts(signals: [])

  package static let process = Interrupts(signals: [SIGINT, SIGTERM, SIGHUP])

  /// The same without the key that interrupts, for work that leaves a file behind when it is killed: a terminal
  /// that is closed may send HUP twice.
  var ending: Interrupts {
    Interrupts(signals: signals.filter { $0 != SIGINT }, isPatient: true)
  }

  /// Runs the work and cancels it when a signal comes; a second signal ends the process at once.
  ///
  /// Works as often as it is called: the command, the login that it turned out to need, and the command again.
  package func cancelling<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard !signals.isEmpty else { return try await work() }
    let (beginning, begin) = AsyncStream.makeStream(of: Never.self)
    let task = Task {
      for await _ in beginning {}
      return try await work()
    }
    let handling = SignalRelay.begin(signals, isPatient: isPatient) { task.cancel() }
    defer { SignalRelay.end(handling) }
    // Not before, because a signal that comes first would end the process in the middle of the work.
    begin.finish()
    return try await task.value
  }
}

/// Passes the signals of this process on to the work that ends on them.
///
/// A signal's action belongs to the process, so there is one relay. Its handler may do nothing but write to a
/// pipe, which is never closed: a handler that runs late would write into another file. Sources of signals of
/// Dispatch are of no use here. They install their handler once, and not for a second source.
enum SignalRelay {
  /// One piece of work, and the actions that the signals had before it.
  struct Handling: Sendable {
    fileprivate let number: Int
    /// As numbers: the action that ignores a signal is no address of a function, and an optional of it would
    /// read as nil.
    fileprivate let actions: [(signal: Int32, previous: Int)]
    fileprivate let isPatient: Bool
    fileprivate let cancel: @Sendable () -> Void
  }

  fileprivate typealias SignalHandler = (@convention(c) (Int32) -> Void)?

  private struct State {
    var handlings: [Handling] = []
    var count = 0
  }

  private static let state = Mutex(State())
  /// Where the handler writes; -1 before the pipe is made.
  private static let descriptor = Atomic<Int32>(-1)
  /// Made once, when the first work begins. Without it, signals keep their actions.
  private static let isReading: Bool = {
    guard let pipe = try? WakePipe() else { return false }
    descriptor.store(pipe.writing, ordering: .sequentiallyConsistent)
    let thread = Thread {
      while true { for number in pipe.wait() { take(number) } }
    }
    thread.name = "grades.signals"
    thread.start()
    return true
  }()

  /// Handles the signals from now on; the latest work gets them. The first one cancels it, and restores the
  /// default action unless the work is patient. A signal that is ignored from the start, as for programs in the
  /// background of a script, stays ignored.
  static func begin(
    _ signals: [Int32], isPatient: Bool, cancel: @escaping @Sendable () -> Void
  ) -> Handling {
    let signals = isReading ? signals : []
    return state.withLock { state in
      state.count += 1
      let actions = signals.compactMap { number -> (signal: Int32, previous: Int)? in
        let handler = signal(number) { number in
          let saved = errno
          var byte = UInt8(truncatingIfNeeded: number)
          _ = write(SignalRelay.descriptor.load(ordering: .sequentiallyConsistent), &byte, 1)
          errno = saved
        }
        let previous = unsafeBitCast(handler, to: Int.self)
        guard previous != unsafeBitCast(SIG_IGN, to: Int.self) else {
          signal(number, SIG_IGN)
          return nil
        }
        return (number, previous)
      }
      let handling = Handling(
        number: state.count, actions: actions, isPatient: isPatient, cancel: cancel)
      state.handlings.append(handling)
      return handling
    }
  }

  /// Ends what ``begin(_:isPatient:cancel:)`` began: the signals have the actions again that they had before.
  static func end(_ handling: Handling) {
    state.withLock { state in
      state.handlings.removeAll { $0.number == handling.number }
      for (number, previous) in handling.actions {
        signal(number, unsafeBitCast(previous, to: SignalHandler.self))
      }
    }
  }

  private static func take(_ number: Int32) {
    let handling = state.withLock { state in
      let latest = state.handlings.last { $0.actions.contains { $0.signal == number } }
      if latest?.isPatient == false { signal(number, SIG_DFL) }
      return latest
    }
    handling?.cancel()
  }
}
