/// The alignment of a text in a wider room.
package enum TextAlignment: Sendable, Hashable {
  /// At the start, the rest blank.
  case left
  /// At the end, the start blank.
  case right
}

extension String {
  /// The cells of a terminal that this text takes from the line's start (see ``DisplayWidth``).
  package var displayWidth: Int { DisplayWidth.of(self) }

  /// This text, or as much of it as fits in a width in cells together with `…` at its end.
  ///
  /// Never cuts through a cluster of characters, so the result may be a cell narrower.
  package func truncated(to width: Int) -> String {
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
