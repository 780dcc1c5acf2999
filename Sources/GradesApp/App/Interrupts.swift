import Foundation

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

  /// INT, TERM and HUP of this process.
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
