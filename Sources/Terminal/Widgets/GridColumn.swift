/// A column of a grid.
public struct GridColumn: Sendable, Equatable {
  /// What stands above the column.
  public var title: StyledText
  /// What stands below the title, if the grid has subtitles.
  public var subtitle: StyledText
  /// The width in cells, without the gap before the column.
  public var width: Int
  /// How narrow a frozen column may become where the window is; 0 lets it go as a whole. Only where no
  /// other column could be seen it gets narrower still.
  public var leastWidth: Int
  /// Where the texts stand. Numbers that line up on their decimal sign come padded from the caller.
  public var alignment: TextAlignment

  /// Makes a column.
  ///
  /// - Parameter leastWidth: nil: the column keeps its width.
  public init(
    title: StyledText, subtitle: StyledText = "", width: Int, leastWidth: Int? = nil,
    alignment: TextAlignment = .left
  ) {
    self.title = title
    self.subtitle = subtitle
    self.width = max(1, width)
    self.leastWidth = min(max(0, leastWidth ?? self.width), self.width)
    self.alignment = alignment
  }

  /// A text as this column shows it in some width: cut with `…`, padded.
  func fitted(_ text: StyledText, to width: Int) -> StyledText {
    text.truncated(to: width).padded(to: width, alignment: alignment)
  }
}

/// A column of a grid by its place.
public enum GridPlace: Sendable, Hashable {
  /// One of the first columns, which stay where they are.
  case frozen(Int)
  /// One of the columns that scroll.
  case column(Int)
}

/// Which cell of a grid is focused, and which part of it is on the screen.
public struct GridState: Sendable, Equatable {
  /// The rows.
  public var rows: ScrollState
  /// The columns that scroll; only they can be focused.
  public var columns: ScrollState

  /// Starts at the upper left, with a cell focused.
  public init(row: Int = 0, column: Int = 0) {
    rows = ScrollState(focus: row)
    columns = ScrollState(focus: column)
  }

  /// Makes the focus a cell that exists, and slides as little as is needed to show it in a part of a window.
  public mutating func fit(_ grid: Grid, in rect: Rect) {
    rows.fit(count: grid.rowCount, rows: rect.rows - grid.headerRows)
    let room = GridRoom(grid, width: rect.columns)
    columns.move(to: columns.focus, count: grid.columns.count)
    columns.slide(to: min(columns.first, columns.focus))
    while !room.columns(from: columns.first).contains(columns.focus), columns.first < columns.focus
    {
      columns.slide(to: columns.first + 1)
    }
    while columns.first > 0, room.showsRest(from: columns.first - 1) {
      columns.slide(to: columns.first - 1)
    }
  }
}

/// The widths of a grid's columns in a window.
struct GridRoom {
  /// The blank cells before a column; a mark stands in the last of them.
  static let gap = 2

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
    // Not even the least widths leave enough: the last ones go, and the first is cut.
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
