/// A sentence about what has just happened, on one line over the foot of the window.
public struct Toast: Sendable, Equatable {
  /// What kind of news it is; each has a mark besides its colour.
  public enum Kind: Sendable, Hashable {
    case note, good, warning, bad

    var mark: StyledText {
      switch self {
      case .note: StyledText("›", .accent)
      case .good: StyledText("✓", .good)
      case .warning: StyledText("!", .warning)
      case .bad: StyledText("✗", .bad)
      }
    }
  }

  /// The sentence.
  public var text: StyledText
  /// What kind of news it is.
  public var kind: Kind

  /// Makes news.
  public init(_ text: StyledText, _ kind: Kind = .note) {
    self.text = text
    self.kind = kind
  }

  /// Draws the sentence on the last row of a part of a window, over what was there.
  public func draw(in rect: Rect, of frame: inout Frame) {
    guard rect.rows > 0 else { return }
    let line = " " + kind.mark + " " + text
    frame.write(
      line.truncated(to: rect.columns).padded(to: rect.columns),
      at: Position(column: rect.column, row: rect.rowRange.upperBound - 1), width: rect.columns)
  }
}
