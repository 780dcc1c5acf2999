/// The alignment of a text in a wider room.
public enum TextAlignment: Sendable, Hashable {
  /// At the start, the rest blank.
  case left
  /// At the end, the start blank.
  case right
  /// In the middle; an odd blank cell comes after the text.
  case centre
}

extension String {
  /// The cells of a terminal that this text takes from the line's start (see ``DisplayWidth``).
  public var displayWidth: Int { DisplayWidth.of(self) }

  /// This text with blanks up to a width in cells; a text that is wider already stays as it is.
  public func padded(to width: Int, alignment: TextAlignment = .left) -> String {
    let room = width - displayWidth
    guard room > 0 else { return self }
    switch alignment {
    case .left: return self + String(repeating: " ", count: room)
    case .right: return String(repeating: " ", count: room) + self
    case .centre:
      return String(repeating: " ", count: room / 2) + self
        + String(repeating: " ", count: room - room / 2)
    }
  }

  /// This text, or as much of it as fits in a width in cells together with `…` at its end.
  ///
  /// Never cuts through a cluster of characters, so the result may be a cell narrower.
  public func truncated(to width: Int) -> String {
    guard width > 0 else { return "" }
    guard displayWidth > width else { return self }
    return String(prefix(cells: width - 1)) + "…"
  }

  /// The longest beginning of this text that takes no more than a number of cells.
  func prefix(cells: Int) -> Substring {
    var column = 0
    var end = startIndex
    while end < endIndex {
      let next = column + DisplayWidth.of(self[end], at: column)
      if next > cells { break }
      column = next
      end = index(after: end)
    }
    return self[..<end]
  }
}
