/// A key and its action for the last line of the window.
package struct KeyHint: Sendable, Equatable {
  /// The name of the key: `⏎`, `Esc`, `u`.
  package var key: String
  package var text: String
  package var isLive: Bool
  /// Its importance on a line that is too narrow for all hints: the least rank stays longest.
  package var rank: Int

  package init(key: String, text: String, isLive: Bool = true, rank: Int = 0) {
    self.key = key
    self.text = text
    self.isLive = isLive
    self.rank = rank
  }

  /// The hint as text; a disabled key is in brackets.
  package var styled: StyledText {
    isLive
      ? StyledText(key, .accent) + StyledText(" " + text) : StyledText("(\(key) \(text))", .quiet)
  }
}

package enum HintLine {
  /// As many whole hints as fit, those of the least rank first.
  ///
  /// The hints keep their order; one that does not fit leaves its room to a shorter one after it.
  package static func fit(_ hints: [KeyHint], to width: Int) -> StyledText {
    shown(hints, in: width).map { hints[$0.hint].styled }.joined(separator: .blanks(gap))
  }

  /// The hints that fit, by their indices, and the cells that they take.
  package static func shown(
    _ hints: [KeyHint], in width: Int
  ) -> [(hint: Int, columns: Range<Int>)] {
    let texts = hints.map(\.styled)
    let byRank = hints.indices.sorted { (hints[$0].rank, $0) < (hints[$1].rank, $1) }
    var shown: Set<Int> = []
    var used = -gap
    for index in byRank where used + gap + texts[index].displayWidth <= width {
      shown.insert(index)
      used += gap + texts[index].displayWidth
    }
    var column = 0
    return shown.sorted().map { index in
      let start = column
      column += texts[index].displayWidth + gap
      return (index, start..<column - gap)
    }
  }

  private static let gap = 2
}
