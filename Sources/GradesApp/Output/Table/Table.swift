import Terminal

/// What a command prints for people: a title, rows in columns, and remarks below them.
///
/// A table is a description; ``TableLayout`` decides what fits in a width and ``TableRenderer``
/// makes lines of it. Columns in which no row has anything are not shown.
struct Table: Sendable, Hashable {
  /// The line at the top: what the table is about, and for whom or when.
  struct Title: Sendable, Hashable {
    var leading: StyledText
    /// Ends where the table ends; goes to the next line where there is no room.
    var trailing: StyledText = ""
  }

  struct Section: Sendable, Hashable {
    /// Stands above the rows, which are then indented under it.
    var title: StyledText = ""
    var rows: [Row]
    /// Printed instead of the rows when there are none; without it, such a section is left out.
    var emptyText: StyledText = ""
  }

  /// One line of cells, and what belongs to it below.
  struct Row: Sendable, Hashable {
    var cells: [Cell]
    /// The depth in a tree, 0 for a root; indents the first cell.
    var depth = 0
    /// Printed on lines of its own under the row, at any width.
    var detail: StyledText = ""
  }

  var title: Title?
  /// Lines under the title, broken where they are too long.
  var summary: [StyledText] = []
  var columns: [Column]
  var sections: [Section]
  /// Lines under the rows, broken where they are too long.
  var remarks: [StyledText] = []
}

extension Table {
  /// How a column is shown and what becomes of it where the terminal is narrow.
  struct Column: Sendable, Hashable {
    enum Alignment: Sendable, Hashable {
      case left
      case right
      /// Numbers are aligned at their decimal signs, other texts end at the units.
      case decimal
    }

    enum Overflow: Sendable, Hashable {
      /// It is cut, with `…` at the end.
      case cut
      case wrap
    }

    /// What happens when the columns do not fit even at their least widths. The columns with the
    /// lowest order go first, those of the same order together.
    enum Narrowing: Sendable, Hashable {
      case stays
      /// Its cells go to a second line under each row.
      case folds(order: Int)
      case leaves(order: Int)
    }

    var title = ""
    var alignment = Alignment.left
    /// Stands at the left edge of each cell that has something, quietly: `/ ` before a maximum.
    var lead = ""
    /// The width in cells down to which the column may shrink; nothing: it keeps its width.
    var leastWidth: Int?
    var overflow = Overflow.cut
    var narrowing = Narrowing.stays
  }

  struct Cell: Sendable, Hashable {
    enum Content: Sendable, Hashable {
      case text(StyledText)
      case spilling(StyledText)
      case bar(fraction: Double, style: Style)
    }

    let content: Content

    static let empty = Cell(content: .text(""))

    static func text(_ text: String, _ style: Style = .plain) -> Cell {
      Cell(content: .text(StyledText(text, style)))
    }

    static func text(_ text: StyledText) -> Cell { Cell(content: .text(text)) }

    /// A text that begins at the column's left edge and may use the room of the empty cells after
    /// it; it goes on in the next line where that is not enough, or goes below the row where that
    /// room is small.
    static func spilling(_ text: StyledText) -> Cell { Cell(content: .spilling(text)) }

    /// A bar that is filled up to a part of its width, from 0 to 1; what is beyond is cut off.
    static func bar(_ fraction: Double, _ style: Style = .accent) -> Cell {
      Cell(content: .bar(fraction: fraction, style: style))
    }

    var text: StyledText {
      switch content {
      case .text(let text), .spilling(let text): text
      case .bar: ""
      }
    }

    var isEmpty: Bool {
      switch content {
      case .text(let text), .spilling(let text): text.isEmpty
      case .bar: false
      }
    }
  }
}

extension Table.Cell: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) {
    self = .text(value)
  }
}

extension Table.Row {
  func cell(_ column: Int) -> Table.Cell {
    column < cells.count ? cells[column] : .empty
  }
}
