import GradesCore
import Terminal

/// A histogram in one line: a block for each bar, as high as its share of the highest one.
enum Sparkline {
  private static let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The bars of an item's numbers, else those of yes and no; empty for texts and where nothing is graded.
  static func text(_ statistics: ItemStatistics, width: Int) -> StyledText {
    let numbers = statistics.bars.filter { if case .number = $0.kind { true } else { false } }
    let flags = statistics.bars.filter { if case .flag = $0.kind { true } else { false } }
    let bars = numbers.isEmpty ? flags : numbers
    let counts = merged(bars.map(\.members.count), width: width)
    guard let most = counts.max(), most > 0 else { return "" }
    return StyledText(
      counts.map { count in
        count == 0 ? " " : blocks[(count * blocks.count + most - 1) / most - 1]
      }.joined(), .accent)
  }

  /// As many counts as there is room for: neighbours are added up.
  private static func merged(_ counts: [Int], width: Int) -> [Int] {
    guard counts.count > width, width > 0 else { return counts }
    let size = (counts.count + width - 1) / width
    return stride(from: 0, to: counts.count, by: size).map { start in
      counts[start..<min(start + size, counts.count)].reduce(0, +)
    }
  }
}
