/// The part of a text field's line that fits on the screen.
struct TextFieldWindow {
  /// The shown text; `…` stands for the rest.
  let text: String
  /// The cell of the cursor within it.
  let cursor: Int

  /// Finds the part that holds the cursor.
  ///
  /// It depends only on the text and the cursor, and moves by half of its width, so that most keys
  /// do not move it.
  ///
  /// - Parameter width: in cells, at least 1.
  init(before: String, after: String, width: Int, showsCursor: Bool) {
    let widths = before.map { DisplayWidth.of($0) }
    let column = widths.reduce(0, +)
    let room = width - column - (showsCursor && after.isEmpty ? 1 : 0)
    // Only the visible part of the rest is read.
    if room >= 0, after.prefix(cells: room).endIndex == after.endIndex {
      self.init(text: before + after, cursor: column)
    } else if !showsCursor {
      self.init(text: (before + after).truncated(to: width), cursor: 0)
    } else if width < 4 {
      self.init(text: String(after.prefix(cells: width)), cursor: 0)
    } else {
      self.init(before, widths, after, width: width)
    }
  }

  private init(text: String, cursor: Int) {
    self.text = text
    self.cursor = cursor
  }

  private init(_ before: String, _ widths: [Int], _ after: String, width: Int) {
    let underCursor = after.first.map { max(1, DisplayWidth.of($0)) } ?? 1
    // A last cell is for the sign of what follows.
    let room = width - underCursor - (after.dropFirst().isEmpty ? 0 : 1)
    var cursor = widths.reduce(0, +)
    var lead = 0
    var hidden = 0
    while lead + cursor > room, hidden < widths.count {
      lead = 1
      var step = width / 2
      repeat {
        step -= widths[hidden]
        cursor -= widths[hidden]
        hidden += 1
      } while hidden < widths.count && widths[hidden] <= step
    }
    // A text this long has enough characters to fill the field whatever they are.
    let rest = before.dropFirst(hidden) + after.prefix(width + 1)
    text = (lead > 0 ? "…" : "") + String(rest).truncated(to: width - lead)
    self.cursor = lead + cursor
  }
}
