import Foundation
import Synchronization

/// Forwards the signals of this process through a pipe to the owner of the terminal.
final class ProcessSignals: Sendable {
  static let numbers = [SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  /// The descriptor that the handler writes to; -1 without a reader.
  private static let receiver = Atomic<Int32>(-1)

  /// The previous actions; nil while the signals are not handled here.
  private let previous = Mutex<[Int32: sigaction]?>(nil)

  /// Starts to forward the signals to a pipe. Does nothing if another terminal receives them
  /// already.
  func begin(_ pipe: WakePipe) {
    previous.withLock { previous in
      let (isOurs, _) = Self.receiver.compareExchange(
        expected: -1, desired: pipe.writing, ordering: .sequentiallyConsistent)
      guard previous == nil, isOurs else { return }
      previous = Dictionary(
        uniqueKeysWithValues: Self.numbers.map { number in
          var old = sigaction()
          Self.handle(number, previous: &old)
          return (number, old)
        })
    }
  }

  func end() {
    previous.withLock { previous in
      guard let old = previous else { return }
      for (number, var action) in old { sigaction(number, &action, nil) }
      Self.receiver.store(-1, ordering: .sequentiallyConsistent)
      previous = nil
    }
  }

  /// Stops the process and all others of its job; returns when it is continued, or after some time
  /// where the system does not let it stop because no shell could continue it.
  ///
  /// Any thread may receive the signal, and this one, whose signals may be blocked, would continue
  /// for a moment, so it waits until the process has been continued.
  func stop() {
    Self.continued.store(false, ordering: .sequentiallyConsistent)
    SignalAction.install(SIGCONT) { _ in
      ProcessSignals.continued.store(true, ordering: .sequentiallyConsistent)
    }
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    for _ in 0..<Self.looks where !Self.continued.load(ordering: .sequentiallyConsistent) {
      poll(nil, 0, 10)
    }
    previous.withLock { previous in
      guard previous != nil else { return }
      for number in [SIGTSTP, SIGCONT] { Self.handle(number) }
    }
  }

  private static let continued = Atomic(false)
  /// How many times, every ten milliseconds, to check whether the process has been continued.
  private static let looks = 50

  /// Ends the process by the signal's default action.
  func die(of number: Int32) {
    signal(number, SIG_DFL)
    raise(number)
  }

  private static func handle(_ number: Int32, previous: UnsafeMutablePointer<sigaction>? = nil) {
    SignalAction.install(number, previous: previous) { number in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      let descriptor = ProcessSignals.receiver.load(ordering: .sequentiallyConsistent)
      if descriptor >= 0 { _ = write(descriptor, &byte, 1) }
      errno = saved
    }
  }
}

enum SignalAction {
  /// Installs a handler for a signal; interrupted system calls are restarted.
  static func install(
    _ number: Int32, previous: UnsafeMutablePointer<sigaction>? = nil,
    _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #else
      action.__sigaction_u.__sa_handler = handler
    #endif
    action.sa_flags = Int32(SA_RESTART) | Int32(SA_ONSTACK)
    sigaction(number, &action, previous)
  }
}
