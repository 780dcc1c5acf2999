/// The look of a cell: its style and its emphasis.
package struct CellStyle: Sendable, Hashable {
  package var style: Style
  /// Whether the cell belongs to the focused element: drawn in reverse.
  package var isFocused = false
  /// Whether the cell belongs to a bar or a box above the rest: drawn underlined.
  package var isUnderlined = false

  package init(_ style: Style = .plain, isFocused: Bool = false, isUnderlined: Bool = false) {
    self.style = style
    self.isFocused = isFocused
    self.isUnderlined = isUnderlined
  }
}

/// One frame of the whole window: a grid of cells, and the cursor.
///
/// All text is made harmless (see ``SafeText``) and cut at the edges, never through
/// a character: a wide character that does not fit leaves a blank.
package struct Frame: Sendable, Equatable {
  struct Cell: Sendable, Equatable {
    /// The character with its marks; empty in the second cell of a wide one.
    var text: Character?
    var style: CellStyle

    static let blank = Cell(text: " ", style: CellStyle())
  }

  package let size: Size
  /// The cursor's position; nil hides it.
  package var cursor: Position?
  private(set) var cells: [Cell]

  package init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  package var area: Rect { Rect(column: 0, row: 0, columns: size.columns, rows: size.rows) }

  func cell(_ column: Int, _ row: Int) -> Cell { cells[row * size.columns + column] }

  /// Writes a line of text from a cell to the right, no further than the width.
  ///
  /// - Parameters:
  ///   - width: the most cells to use; nil: up to the window's edge. Nothing marks what is cut;
  ///     ``StyledText/truncated(to:)`` does.
  ///   - isFocused: draws the text as focused, whatever its styles say.
  package mutating func write(
    _ text: StyledText, at position: Position, width: Int? = nil, isFocused: Bool = false
  ) {
    guard area.rowRange.contains(position.row) else { return }
    let room = size.columns - position.column
    let end = position.column + min(width ?? room, room)
    var column = position.column
    for span in text.spans {
      let style = CellStyle(span.style, isFocused: isFocused)
      for character in span.text {
        let cells = DisplayWidth.of(character)
        // A mark without a letter has no cell of its own.
        guard cells > 0 else { continue }
        guard column + cells <= end else {
          for part in max(0, column)..<max(0, column, end) { put(nil, style, part, position.row) }
          return
        }
        if column >= 0 {
          put(character, cells: cells, style, column, position.row)
        } else if column + cells > 0 {
          for part in 0..<(column + cells) { put(nil, style, part, position.row) }
        }
        column += cells
      }
    }
  }

  /// Writes a line in each row of a part, cut at its edges; rows without a line stay as they are.
  package mutating func write(_ lines: [StyledText], in rect: Rect) {
    for (row, line) in zip(rect.rowRange, lines) {
      write(line, at: Position(column: rect.column, row: row), width: rect.columns)
    }
  }

  /// Fills a part with blanks, or another character of one cell; any other counts as a blank.
  package mutating func fill(
    _ rect: Rect, with character: Character = " ", _ style: CellStyle = CellStyle()
  ) {
    let isOneCell = character != "\t" && DisplayWidth.of(character) == 1
    for row in rect.rowRange.clamped(to: area.rowRange) {
      for column in rect.columnRange.clamped(to: area.columnRange) {
        put(isOneCell ? character : " ", cells: 1, style, column, row)
      }
    }
  }

  /// Draws a part as focused, blanks included.
  package mutating func focus(_ rect: Rect) {
    for row in rect.rowRange.clamped(to: area.rowRange) {
      for column in rect.columnRange.clamped(to: area.columnRange) {
        restyle(column, row) { $0.isFocused = true }
      }
    }
  }

  /// Draws a part as selected text, also where the focus is.
  package mutating func select(_ rect: Rect) {
    for row in rect.rowRange.clamped(to: area.rowRange) {
      for column in rect.columnRange.clamped(to: area.columnRange) {
        restyle(column, row) {
          $0.isFocused = true
          $0.isUnderlined = true
        }
      }
    }
  }

  /// Draws a part as quiet, for what is behind a dialog.
  package mutating func dim(_ rect: Rect) {
    for row in rect.rowRange.clamped(to: area.rowRange) {
      for column in rect.columnRange.clamped(to: area.columnRange) {
        restyle(column, row) { $0 = CellStyle(.quiet) }
      }
    }
  }

  /// The frame as text: a line for each row, without trailing blanks.
  package var text: String {
    (0..<size.rows).map { row in
      var line = ""
      for column in 0..<size.columns {
        if let character = cell(column, row).text { line.append(character) }
      }
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  /// Changes how a character looks, all its cells at its first one.
  private mutating func restyle(_ column: Int, _ row: Int, _ change: (inout CellStyle) -> Void) {
    let first = row * size.columns + column
    guard cells[first].text != nil else { return }
    change(&cells[first].style)
    var next = first + 1
    while next < (row + 1) * size.columns, cells[next].text == nil {
      cells[next].style = cells[first].style
      next += 1
    }
  }

  private mutating func put(_ character: Character?, _ style: CellStyle, _ column: Int, _ row: Int)
  {
    put(character ?? " ", cells: 1, style, column, row)
  }

  /// Puts a character, and blanks in place of the halves of wide ones that it cuts.
  private mutating func put(
    _ character: Character, cells count: Int, _ style: CellStyle, _ column: Int, _ row: Int
  ) {
    let start = row * size.columns
    var left = column
    while left > 0, cells[start + left].text == nil { left -= 1 }
    for part in left..<column { cells[start + part].text = " " }
    var right = column + count
    while right < size.columns, cells[start + right].text == nil {
      cells[start + right].text = " "
      right += 1
    }
    cells[start + column] = Cell(text: character, style: style)
    for part in 1..<max(count, 1) { cells[start + column + part] = Cell(text: nil, style: style) }
  }
}
