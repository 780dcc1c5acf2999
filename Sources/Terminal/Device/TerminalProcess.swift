/// What a terminal's keys and signals do to the process that has it.
struct TerminalProcess: Sendable {
  /// Whether the process's signals are taken and its end gives the terminal back.
  var isWatched: Bool
  /// Sends the process's signals to the pipe.
  var begin: @Sendable (WakePipe) -> Void
  /// Leaves the signals alone again.
  var end: @Sendable () -> Void
  /// Stops the process; returns when it goes on.
  var stop: @Sendable () -> Void
  /// Ends the process by a signal.
  var die: @Sendable (Int32) -> Void

  /// The process itself.
  static func current() -> TerminalProcess {
    let signals = ProcessSignals()
    return TerminalProcess(
      isWatched: true, begin: { signals.begin($0) }, end: { signals.end() },
      stop: { signals.stop() }, die: { signals.die(of: $0) })
  }
}
