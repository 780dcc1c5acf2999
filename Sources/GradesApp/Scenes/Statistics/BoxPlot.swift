import GradesCore
import Terminal

/// A box plot in one line: the least number, the quartiles around the median, the greatest number.
enum BoxPlot {
  /// Draws numbers on a scale, `├──▒▒┃▒──┤`; empty where there is no room.
  ///
  /// - Parameters:
  ///   - scale: the numbers at the left and the right edge.
  ///   - width: the cells of the whole scale.
  static func text(
    _ numbers: NumberSummary, on scale: ClosedRange<Double>, width: Int
  ) -> StyledText {
    let span = scale.upperBound - scale.lowerBound
    guard width >= 8, span > 0, span.isFinite else { return "" }
    func cell(_ number: Double) -> Int {
      let part = min(max((number - scale.lowerBound) / span, 0), 1)
      return Int((part * Double(width - 1)).rounded())
    }
    let (least, greatest) = (cell(numbers.least), cell(numbers.greatest))
    let box = cell(numbers.lowerQuartile)...cell(numbers.upperQuartile)
    let median = cell(numbers.median)
    return (0...greatest).reduce(StyledText()) { text, cell in
      switch cell {
      case ..<least: text + " "
      case median: text + StyledText("┃", .heading)
      case box: text + StyledText("▒", .accent)
      case least: text + StyledText("├", .quiet)
      case greatest: text + StyledText("┤", .quiet)
      default: text + StyledText("─", .quiet)
      }
    }
  }

  /// The scale on which an item's numbers are drawn: between its bounds, and as far as the numbers go.
  static func scale(of item: GroupStatistics.Item) -> ClosedRange<Double>? {
    guard let numbers = item.statistics.numbers else { return nil }
    let definition = item.item.definition
    let lower = min(definition.minimumValue ?? min(0, numbers.least), numbers.least)
    let upper = max(definition.maximumValue ?? numbers.greatest, numbers.greatest)
    return lower <= upper ? lower...upper : nil
  }
}
