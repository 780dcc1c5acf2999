/// A key and its action for the last line of the window.
public struct KeyHint: Sendable, Equatable {
  /// The name of the key: `⏎`, `Esc`, `u`.
  public var key: String
  /// The action, in a word or two.
  public var text: String
  /// Whether it is enabled.
  public var isLive: Bool
  /// Whether it stays on a line that is too narrow for all hints.
  public var isEssential: Bool

  /// Makes a hint.
  public init(key: String, text: String, isLive: Bool = true, isEssential: Bool = false) {
    self.key = key
    self.text = text
    self.isLive = isLive
    self.isEssential = isEssential
  }

  /// The hint as text; a disabled key is in brackets.
  public var styled: StyledText {
    isLive
      ? StyledText(key, .accent) + StyledText(" " + text) : StyledText("(\(key) \(text))", .quiet)
  }
}

/// The keys on the last line of the window.
public enum HintLine {
  /// As many whole hints as fit: the essential ones first, then the others, each in their order.
  ///
  /// The hints keep their order; one that does not fit leaves its room to a shorter one after it.
  public static func fit(_ hints: [KeyHint], to width: Int) -> StyledText {
    let gap = 2
    let texts = hints.map(\.styled)
    let byPriority =
      hints.indices.filter { hints[$0].isEssential }
      + hints.indices.filter { !hints[$0].isEssential }
    var shown: Set<Int> = []
    var used = -gap
    for index in byPriority where used + gap + texts[index].displayWidth <= width {
      shown.insert(index)
      used += gap + texts[index].displayWidth
    }
    return shown.sorted().map { texts[$0] }.joined(separator: .blanks(gap))
  }
}
