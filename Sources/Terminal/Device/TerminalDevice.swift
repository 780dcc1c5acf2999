/// A terminal with a full-screen program on it.
///
/// What comes from it is a stream of ``Input``; what goes to it are the sequences of a
/// ``FrameWriter``. Between ``begin()`` and ``end()`` it belongs to the program alone.
public protocol TerminalDevice: Sendable {
  /// What the terminal can show. Changes once the terminal has answered what it can.
  var capabilities: TerminalCapabilities { get }
  /// The window's size now.
  var size: Size { get }

  /// Takes the terminal: keys come as they are pressed, the screen is an empty one of the program's
  /// own, nothing is echoed, lines do not wrap, the cursor is hidden, pastes are marked. Does nothing
  /// if it is taken already.
  ///
  /// - Throws: ``TerminalError``; the terminal is then as it was.
  func begin() throws

  /// Gives the terminal back as it was; the stream of inputs ends. Does nothing if it is not taken.
  func end()

  /// What comes from now on, for one reader: first the window's size. Ends after ``Input/ended``, and
  /// when the terminal is given back.
  func inputs() -> AsyncStream<Input>

  /// Writes a text. Returns when the terminal has taken it all, or never will: it is gone, it was
  /// given back, the program is to end, or the task is cancelled. Nothing is written in the
  /// background: ``Input/resumed`` asks to draw anew.
  func write(_ text: String) async

  /// Gives the terminal back and stops the program, as Ctrl-Z does for others. When it is continued, it
  /// takes the terminal again and ``Input/resumed`` comes.
  func suspend()
}

/// Why a terminal cannot be taken.
public enum TerminalError: Error, Hashable {
  /// Input or output is a file, a pipe, or closed.
  case notATerminal
  /// The system refuses, with this `errno`.
  case system(Int32)
}
