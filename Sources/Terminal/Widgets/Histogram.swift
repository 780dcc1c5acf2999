/// The number of elements of each kind, as bars beside their labels.
package struct Histogram: Sendable, Equatable {
  package struct Bar: Sendable, Equatable {
    package var label: StyledText
    package var count: Int
    package var style: Style

    package init(_ label: StyledText, _ count: Int, _ style: Style = .accent) {
      self.label = label
      self.count = max(0, count)
      self.style = style
    }
  }

  package var bars: [Bar]

  package init(_ bars: [Bar]) {
    self.bars = bars
  }

  /// Draws the bars around the focus.
  ///
  /// Labels take a third of the width at most. One thing more makes a bar longer by whole cells, four at
  /// most, as long as the longest bar fits; else the longest takes all the room, and any bar at least a bit.
  package func draw(
    _ state: inout ScrollState, in rect: Rect, of frame: inout Frame
  ) {
    let measures = Measures(bars, width: rect.columns - 1)
    state.draw(count: bars.count, in: rect, of: &frame) { index, _ in measures.line(bars[index]) }
  }

  /// The bars as lines of text, each as wide as the given cells at most.
  package func lines(width: Int) -> [StyledText] {
    let measures = Measures(bars, width: width)
    return bars.map(measures.line)
  }

  private struct Measures {
    let labels: Int
    let most: Int
    let room: Int

    init(_ bars: [Bar], width: Int) {
      labels = min(bars.map(\.label.displayWidth).max() ?? 0, max(0, (width + 1) / 3))
      most = bars.map(\.count).max() ?? 0
      room = max(0, width - labels - 2 - 1 - String(most).count)
    }

    func line(_ bar: Bar) -> StyledText {
      let blocks = ProgressBar.blocks(Histogram.eighths(bar.count, most: most, room: room))
      return bar.label.truncated(to: labels).padded(to: labels, alignment: .right) + "  "
        + StyledText(blocks, bar.style) + (blocks.isEmpty ? "" : " ") + "\(bar.count)"
    }
  }

  private static func eighths(_ count: Int, most: Int, room: Int) -> Int {
    guard count > 0, room > 0 else { return 0 }
    if most <= room { return 8 * count * min(4, room / most) }
    return max(1, Int((Double(count) / Double(most) * Double(room * 8)).rounded()))
  }
}
