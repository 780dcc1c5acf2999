import GradesCore
import GradesLocalization
import Terminal

/// A small chart of the values that a result has had.
struct TrendText {
  /// The heights of the chart's columns, from a value at the bottom to one at the top.
  private static let blocks = Array("▁▂▃▄▅▆▇█")
  /// The most columns; older values are left out.
  private static let width = 16

  let strings: Strings

  /// The first value, the chart and the last one: `0 ▁▃█ 61.5`.
  ///
  /// - Parameter maximum: the upper bound of the values; nil: their own maximum.
  func text(_ trend: ValueTrend, maximum: Double?) -> StyledText {
    let values = trend.values.suffix(Self.width)
    let least = min(0, values.min() ?? 0)
    let greatest = max(maximum ?? 0, values.max() ?? 0)
    // The difference of very large numbers is infinite, and the half of the smallest one is 0.
    let span = greatest / 2 - least / 2
    let columns = values.map { value -> Character in
      let part = span > 0 ? (value / 2 - least / 2) / span : 0
      return Self.blocks[Int((part * Double(Self.blocks.count - 1)).rounded())]
    }
    return StyledText(strings(.courseOverTime) + " ", .quiet)
      + StyledText(number(values.first) + " ", .quiet) + StyledText(String(columns), .accent)
      + StyledText(" " + number(values.last))
  }

  private func number(_ value: Double?) -> String {
    value.map { NumberText.text($0, strings.language) } ?? ValueText.nothing
  }
}
