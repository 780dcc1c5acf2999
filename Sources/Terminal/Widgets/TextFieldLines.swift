/// A text field of several lines, broken to the width of its part of the window.
package struct TextFieldLines {
  /// The rows; each has room for the cursor behind it.
  package private(set) var rows: [String] = []
  /// Where each row begins in the text, in Unicode scalars.
  package private(set) var starts: [Int] = []
  /// The row of the cursor, and its cell within the row.
  package private(set) var cursor = (row: 0, column: 0)

  /// Breaks the text between words where it can.
  ///
  /// - Parameter width: in cells, with the one for the cursor.
  init(before: String, after: String, width: Int) {
    let room = max(1, width - 1)
    let place = before.count
    var offset = 0
    var scalars = 0
    for line in (before + after).split(separator: "\n", omittingEmptySubsequences: false) {
      let characters = Array(line)
      var start = 0
      repeat {
        let end = Self.end(of: characters, from: start, room: room)
        let isLast = end == characters.count
        if place >= offset + start, place < offset + end || isLast && place <= offset + end {
          let shown = characters[start..<(place - offset)]
          cursor = (rows.count, shown.reduce(0) { $0 + DisplayWidth.of($1) })
        }
        rows.append(String(characters[start..<end]))
        starts.append(scalars)
        scalars += rows[rows.count - 1].unicodeScalars.count
        start = end
      } while start < characters.count
      offset += characters.count + 1
      scalars += 1
    }
  }

  /// The index after the last character of the row that begins at an index.
  private static func end(of characters: [Character], from start: Int, room: Int) -> Int {
    var end = start
    var used = 0
    var afterBlank: Int?
    while end < characters.count {
      used += DisplayWidth.of(characters[end])
      guard used <= room || end == start else { return afterBlank ?? end }
      end += 1
      if characters[end - 1] == " " { afterBlank = end }
    }
    return end
  }
}

extension TextField {
  /// The rows of the text in a part of a window of some width.
  package func lines(width: Int) -> TextFieldLines {
    TextFieldLines(before: before, after: after, width: width)
  }

  /// How many rows the text takes in a part of a window of some width.
  package func rowCount(width: Int) -> Int {
    lines(width: width).rows.count
  }

  /// Draws the rows around the cursor, over what was there.
  package func drawLines(in rect: Rect, of frame: inout Frame, style: Style = .plain) {
    guard rect.columns > 0, rect.rows > 0 else { return }
    let lines = lines(width: rect.columns)
    let first = max(0, min(lines.cursor.row - rect.rows + 1, lines.rows.count - rect.rows))
    let shown = lines.rows.dropFirst(first).prefix(rect.rows)
    frame.fill(rect)
    for (row, text) in zip(rect.rowRange, shown) {
      frame.write(
        StyledText(text, style), at: Position(column: rect.column, row: row), width: rect.columns)
      if isSelected {
        frame.select(
          Rect(column: rect.column, row: row, columns: text.displayWidth, rows: 1))
      }
    }
    frame.cursor = Position(
      column: rect.column + min(lines.cursor.column, rect.columns - 1),
      row: rect.row + lines.cursor.row - first)
  }
}
