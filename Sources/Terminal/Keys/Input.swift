/// What a person or the terminal itself sends to the program.
public enum Input: Sendable, Hashable {
  /// A key was pressed.
  case key(Key)
  /// A text was pasted, as the terminal brackets it. Line breaks of every kind are line feeds; the
  /// text is as hostile as any other.
  case paste(String)
  /// The mouse did something.
  case mouse(Mouse)
  /// The window has this size now; the first thing a terminal says.
  case resize(Size)
  /// The program was in the background and is back: all that is drawn is gone.
  case resumed
  /// Nothing more comes: the terminal is gone, or a signal asks the program to end.
  case ended
}

/// Something the mouse did, as the terminal reports it (SGR, mode 1006).
public struct Mouse: Sendable, Hashable {
  /// What it did.
  public enum Action: Sendable, Hashable {
    case press, release, drag, scrollUp, scrollDown
  }

  /// What it did.
  public var action: Action
  /// Where, from the upper left corner.
  public var position: Position
  /// What was held.
  public var modifiers: Key.Modifiers

  /// Makes a report.
  public init(_ action: Action, at position: Position, _ modifiers: Key.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}
