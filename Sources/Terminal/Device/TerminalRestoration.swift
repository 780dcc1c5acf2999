import Foundation
import Synchronization

/// The last resort: restores the terminal when the process exits or crashes before
/// ``SystemTerminal/end()``.
///
/// Its data are prepared in memory, so that a crash handler allocates nothing, takes no lock and
/// calls only functions that POSIX allows there.
enum TerminalRestoration {
  private struct Record {
    var input: Int32
    var output: Int32
    var attributes: termios
  }

  /// The address of the record; 0 while no terminal is taken.
  private static let record = Atomic<UInt>(0)
  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT]
  // Written once, before the handler that reads it is installed.
  private nonisolated(unsafe) static let previous: UnsafeMutablePointer<sigaction> = {
    let table = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    table.initialize(repeating: sigaction(), count: 65)
    return table
  }()

  /// Called once in a process: the handlers stay, and do nothing while no terminal is taken.
  private static let installation: Void = {
    for number in crashes {
      SignalAction.install(number, previous: previous + Int(number)) { number in
        TerminalRestoration.run()
        // The signal is raised again when this returns, for the previous handler.
        sigaction(number, TerminalRestoration.previous + Int(number), nil)
        raise(number)
      }
    }
    atexit { TerminalRestoration.run() }
    at_quick_exit { TerminalRestoration.run() }
  }()

  /// From now on, the end of the process restores this terminal.
  static func arm(_ line: TerminalLine, _ attributes: termios) {
    _ = installation
    let new = UnsafeMutablePointer<Record>.allocate(capacity: 1)
    new.initialize(
      to: Record(input: line.input, output: line.output, attributes: attributes))
    // The old record is never freed, because a handler may be reading it.
    record.store(UInt(bitPattern: new), ordering: .sequentiallyConsistent)
  }

  /// Stops: the terminal was restored, or is about to be.
  static func disarm() { record.store(0, ordering: .sequentiallyConsistent) }

  /// Restores the terminal, if it is taken. Safe in a signal handler.
  static func run() {
    let address = record.exchange(0, ordering: .sequentiallyConsistent)
    guard let taken = UnsafeMutablePointer<Record>(bitPattern: address) else { return }
    let leaving = TerminalModes.leaving
    TerminalLine.write(
      UnsafeRawBufferPointer(start: leaving.utf8Start, count: leaving.utf8CodeUnitCount),
      to: taken.pointee.output)
    tcflush(taken.pointee.input, TCIFLUSH)
    tcsetattr(taken.pointee.input, TCSANOW, &taken.pointee.attributes)
  }
}
