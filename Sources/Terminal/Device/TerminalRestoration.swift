import Foundation
import Synchronization

/// The net below everything: gives the terminal back when the process exits or crashes before
/// ``SystemTerminal/end()``.
///
/// What it needs lies ready in memory, so that the handler of a crash allocates nothing, takes no lock
/// and calls only what POSIX allows there.
enum TerminalRestoration {
  private struct Record {
    var input: Int32
    var output: Int32
    var attributes: termios
  }

  /// The address of the record; 0 while no terminal is taken.
  private static let record = Atomic<UInt>(0)
  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT]
  // Written once, before the handler that reads it is there.
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
        // The signal comes again when this returns, to whoever would have got it without us.
        sigaction(number, TerminalRestoration.previous + Int(number), nil)
        raise(number)
      }
    }
    atexit { TerminalRestoration.run() }
    at_quick_exit { TerminalRestoration.run() }
  }()

  /// From now on, an end of the process gives this terminal back.
  static func arm(_ line: TerminalLine, _ attributes: termios) {
    _ = installation
    let new = UnsafeMutablePointer<Record>.allocate(capacity: 1)
    new.initialize(
      to: Record(input: line.input, output: line.output, attributes: attributes))
    // The old one is never freed, for a handler may just be reading it.
    record.store(UInt(bitPattern: new), ordering: .sequentiallyConsistent)
  }

  /// The terminal was given back, or is about to be.
  static func disarm() { record.store(0, ordering: .sequentiallyConsistent) }

  /// Gives the terminal back, if it is taken. Safe in the handler of a signal.
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
