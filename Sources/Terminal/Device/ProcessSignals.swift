import Foundation
import Synchronization

/// The signals of this process, sent on through a pipe to whoever has the terminal.
final class ProcessSignals: Sendable {
  /// Those that a terminal's owner wants to know of.
  static let numbers = [SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  /// Where the handler writes: -1 while nobody listens.
  private static let receiver = Atomic<Int32>(-1)

  /// What the signals did before; nil when they are not ours.
  private let previous = Mutex<[Int32: sigaction]?>(nil)

  /// Sends the signals to a pipe from now on. Nothing happens if another terminal gets them already.
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

  /// Lets the signals do what they did before.
  func end() {
    previous.withLock { previous in
      guard let old = previous else { return }
      for (number, var action) in old { sigaction(number, &action, nil) }
      Self.receiver.store(-1, ordering: .sequentiallyConsistent)
      previous = nil
    }
  }

  /// Stops the process and all others of its job; returns when it is continued, or after a while where
  /// the system does not let it stop because no shell could continue it.
  ///
  /// The signal may reach any thread, and this one, whose signals may be blocked, would run on for a
  /// moment: it waits until the process has been continued.
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
  /// How often it is looked, every ten milliseconds, whether the process has been continued.
  private static let looks = 50

  /// Ends the process as the signal does that nobody handles.
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
