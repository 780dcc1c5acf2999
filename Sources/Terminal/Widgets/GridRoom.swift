/// The widths of a grid's columns in a window.
struct GridRoom {
  private static let gap = Grid.gap

  /// The widths of the frozen columns; 0 where one is left out.
  let frozen: [Int]
  /// The cells that are left for the other columns and their gaps.
  let room: Int
  private let widths: [Int]

  /// Shares the cells of a line: one for the mark of the focused row, one at the end for the sign of more
  /// columns. Where not everything fits, the frozen columns take no more than half of it
  /// if they can.
  init(_ grid: Grid, width: Int) {
    var frozen = grid.frozen.map(\.width)
    let wanted = Self.cells(of: frozen)
    let others = grid.columns.reduce(0) { $0 + Self.gap + $1.width }
    let half = width / 2
    if wanted + others + 2 > width {
      for (index, column) in grid.frozen.enumerated().reversed() {
        let excess = Self.cells(of: frozen) + 1 - half
        guard excess > 0 else { break }
        frozen[index] = column.leastWidth == 0 ? 0 : max(column.leastWidth, column.width - excess)
      }
    }
    // Even the least widths are too wide: the last columns are left out, and the first is cut.
    let least = Self.gap + min(8, grid.columns.map(\.width).max() ?? 0)
    for index in frozen.indices.reversed() {
      let excess = Self.cells(of: frozen) + least + 2 - width
      guard excess > 0, !grid.columns.isEmpty else { break }
      let isAlone = frozen[..<index].allSatisfy { $0 == 0 }
      frozen[index] = isAlone ? max(0, frozen[index] - excess) : 0
    }
    self.frozen = frozen
    room = max(0, width - Self.cells(of: frozen) - 2)
    widths = grid.columns.map(\.width)
  }

  /// The cells of the frozen columns that are there and the gaps between them.
  private static func cells(of frozen: [Int]) -> Int {
    let widths = frozen.filter { $0 > 0 }
    return widths.reduce(0, +) + gap * max(0, widths.count - 1)
  }

  /// The columns that fit, from one on; that one always, if it exists.
  func columns(from first: Int) -> Range<Int> {
    guard first < widths.count else { return widths.count..<widths.count }
    var end = first
    var used = 0
    while end < widths.count, used + Self.gap + widths[end] <= room {
      used += Self.gap + widths[end]
      end += 1
    }
    return first..<max(end, first + 1)
  }

  /// Whether all columns from one on fit as they are.
  func showsRest(from first: Int) -> Bool {
    var used = 0
    for width in widths[first...] {
      used += Self.gap + width
      if used > room { return false }
    }
    return true
  }

  /// The width of a column on the screen: one that is wider than all the room is cut.
  func width(_ column: Int) -> Int { min(widths[column], room - Self.gap) }
}
