/// A terminal with a full-screen program on it.
///
/// It sends a stream of ``Input`` and receives the sequences of a ``FrameWriter``. Only this
/// program uses it between ``begin()`` and ``end()``.
package protocol TerminalDevice: Sendable {
  /// The terminal's capabilities. They change once, when the terminal has responded.
  var capabilities: TerminalCapabilities { get }
  var size: Size { get }

  /// Takes the terminal: keys come as they are pressed, the screen is an empty one of the program's
  /// own, nothing is echoed, lines do not wrap, the cursor is hidden, pastes are marked. Does nothing
  /// if it is taken already.
  ///
  /// - Throws: ``TerminalError``; the terminal is then as it was.
  func begin() throws

  /// Restores the terminal; the stream of inputs ends. Does nothing if it is not taken.
  func end()

  /// The inputs from now on, for one reader: first the window's size. Ends after ``Input/ended``,
  /// and when the terminal is restored.
  func inputs() -> AsyncStream<Burst>

  /// Writes a text. Returns when the terminal has taken it all, or never will: it is gone, it was
  /// given back, the program is to end, or the task is cancelled. Nothing is written in the
  /// background: after ``Input/resumed`` everything has to be drawn again.
  func write(_ text: String) async

  /// Restores the terminal and stops the program, as Ctrl-Z does for others. When it is continued,
  /// it takes the terminal again and ``Input/resumed`` comes.
  func suspend()
}

/// Why a terminal cannot be taken.
package enum TerminalError: Error, Hashable {
  /// Input or output is a file, a pipe, or closed.
  case notATerminal
  /// The system failed with this `errno`.
  case system(Int32)
}
