/// The part of a text field's line that fits on the screen.
struct TextFieldWindow {
  /// What is shown; `…` stands for what is not.
  let text: String
  /// The cell of the cursor within it.
  let cursor: Int

  /// Finds the part that holds the cursor.
  ///
  /// It depends on nothing but the text and the cursor, and moves by half its width, so that it
  /// stands still under most keys.
  ///
  /// - Parameter width: in cells, at least 1.
  init(before: String, after: String, width: Int, showsCursor: Bool) {
    let column = before.displayWidth
    let total = column + after.displayWidth
    if total + (showsCursor && after.isEmpty ? 1 : 0) <= width {
      self.init(text: before + after, cursor: column)
    } else if !showsCursor {
      self.init(text: (before + after).truncated(to: width), cursor: 0)
    } else if width < 4 {
      self.init(text: String(after.prefix(cells: width)), cursor: 0)
    } else {
      self.init(before: before, after: after, width: width)
    }
  }

  private init(text: String, cursor: Int) {
    self.text = text
    self.cursor = cursor
  }

  private init(before: String, after: String, width: Int) {
    let underCursor = after.first.map { max(1, DisplayWidth.of($0)) } ?? 1
    // A last cell is for the sign of what follows.
    let room = width - underCursor - (after.count > 1 ? 1 : 0)
    var rest = before[...]
    var lead = 0
    var cursor = before.displayWidth
    while cursor > room, !rest.isEmpty {
      let cut = String(rest).prefix(cells: max(2, width / 2))
      rest = rest.dropFirst(max(1, cut.count))
      lead = 1
      cursor = lead + rest.displayWidth
    }
    text = (lead > 0 ? "…" : "") + (rest + after).truncated(to: width - lead)
    self.cursor = cursor
  }
}

extension Substring {
  fileprivate var displayWidth: Int { DisplayWidth.of(self) }

  fileprivate static func + (left: Substring, right: String) -> String {
    String(left) + right
  }
}
