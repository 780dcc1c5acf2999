/// An input of the user or of the terminal.
package enum Input: Sendable, Hashable {
  case key(Key)
  /// A text was pasted, as the terminal brackets it. Line breaks of every kind are line feeds; the
  /// text is untrusted like any other.
  case paste(String)
  case mouse(Mouse)
  /// The window has a new size; always the first input.
  case resize(Size)
  /// The program returned from the background: everything drawn before is lost.
  case resumed
  /// The last input: the terminal is closed, or a signal requests the end of the program.
  case ended
}

/// Inputs that arrived together.
package struct Burst: Sendable, Hashable {
  /// The inputs in their order; none where only a part of one has arrived.
  package var inputs: [Input]
  /// Whether they followed those before at once, as the parts of a long paste without marks do.
  package var isContinued: Bool

  package init(_ inputs: [Input], isContinued: Bool = false) {
    self.inputs = inputs
    self.isContinued = isContinued
  }
}

/// An action of the mouse, as the terminal reports it (SGR, mode 1006).
package struct Mouse: Sendable, Hashable {
  package enum Action: Sendable, Hashable {
    case press, release, drag, scrollUp, scrollDown
  }

  package var action: Action
  /// The cell, from the upper left corner.
  package var position: Position

  package init(_ action: Action, at position: Position) {
    self.action = action
    self.position = position
  }
}
