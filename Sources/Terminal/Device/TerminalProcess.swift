/// The effects of a terminal's keys and signals on its process.
struct TerminalProcess: Sendable {
  /// Whether the process's signals are handled and its end restores the terminal.
  var isWatched: Bool
  /// Sends the process's signals to the pipe.
  var begin: @Sendable (WakePipe) -> Void
  var end: @Sendable () -> Void
  /// Stops the process; returns when it is continued.
  var stop: @Sendable () -> Void
  var die: @Sendable (Int32) -> Void

  static func current() -> TerminalProcess {
    let signals = ProcessSignals()
    return TerminalProcess(
      isWatched: true, begin: { signals.begin($0) }, end: { signals.end() },
      stop: { signals.stop() }, die: { signals.die(of: $0) })
  }
}
