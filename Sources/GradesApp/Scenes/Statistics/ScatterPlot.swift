import GradesCore
import Terminal

/// Pairs of numbers as a picture of text: the more students in a cell, the darker it is.
struct ScatterPlot {
  let points: [ItemPairs.Point]
  /// The numbers at the left and the right edge.
  let across: ClosedRange<Double>
  /// The numbers at the lower and the upper edge.
  let up: ClosedRange<Double>
  /// How a number at an edge is written.
  let label: (Double) -> String

  private static let shades = ["·", "░", "▒", "▓", "█"]
  /// The greatest size in cells; a cell is about twice as high as it is wide.
  private static let widest = 60
  private static let highest = 16

  /// The picture in a number of cells; empty where there is no room.
  func lines(width: Int) -> [StyledText] {
    let ends = [label(up.upperBound), label(up.lowerBound)].map { StyledText($0, .quiet) }
    let labels = ends.map(\.displayWidth).max() ?? 0
    let columns = min(Self.widest, width - labels - 2)
    guard columns >= 8 else { return [] }
    let rows = min(Self.highest, max(6, columns / 3))
    let counts = counts(columns, rows)
    let most = counts.joined().max() ?? 0
    let body = counts.indices.map { row in
      let end: StyledText = row == 0 ? ends[0] : row == rows - 1 ? ends[1] : ""
      let last = counts[row].lastIndex { $0 > 0 } ?? -1
      let cells = counts[row][...last].map { count in
        count == 0 ? " " : Self.shades[(count - 1) * Self.shades.count / max(most, 5)]
      }.joined()
      return end.padded(to: labels, alignment: .right) + StyledText(" │", .quiet)
        + StyledText(cells, .accent)
    }
    let left = StyledText(label(across.lowerBound), .quiet)
    let right = StyledText(label(across.upperBound), .quiet)
    let between = max(1, columns - left.displayWidth - right.displayWidth)
    let margin = StyledText.blanks(labels + 1)
    return body + [
      margin + StyledText("└" + String(repeating: "─", count: columns), .quiet),
      margin + " " + left + .blanks(between) + right,
    ]
  }

  /// How many students are in each cell, from the top to the bottom and from the left to the right.
  private func counts(_ columns: Int, _ rows: Int) -> [[Int]] {
    var counts = Array(repeating: Array(repeating: 0, count: columns), count: rows)
    for point in points {
      let column = Self.cell(point.first, in: across, of: columns)
      let row = rows - 1 - Self.cell(point.second, in: up, of: rows)
      counts[row][column] += point.count
    }
    return counts
  }

  private static func cell(_ number: Double, in scale: ClosedRange<Double>, of cells: Int) -> Int {
    let span = scale.upperBound - scale.lowerBound
    guard span > 0, span.isFinite else { return 0 }
    let part = min(max((number - scale.lowerBound) / span, 0), 1)
    return Int((part * Double(cells - 1)).rounded())
  }
}
