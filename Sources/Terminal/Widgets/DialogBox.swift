/// A box in the middle of the window, over what was drawn before, which becomes quiet.
package struct DialogBox: Sendable, Equatable {
  package var title: StyledText
  /// The text in the lower edge, for example the number of lines.
  package var note: StyledText
  /// The box's text, wrapped to its width.
  package var lines: [StyledText]
  /// How many rows below the lines are for the caller to draw in.
  package var contentRows: Int
  /// The width inside, in cells, where the window is wide enough.
  package var width: Int

  package init(
    title: StyledText, note: StyledText = "", lines: [StyledText] = [], contentRows: Int = 0,
    width: Int = 56
  ) {
    self.title = title
    self.note = note
    self.lines = lines
    self.contentRows = contentRows
    self.width = width
  }

  package struct Layout: Sendable, Equatable {
    /// The box with its edges.
    package let box: Rect
    /// The text in the upper edge; empty where it is too long for it and begins the lines.
    package let title: StyledText
    /// The lines, as they are wrapped; cut with `…` where there are not enough rows.
    package let lines: [StyledText]
    package let content: Rect
  }

  /// Where the parts are when the box is drawn into a part of a window.
  ///
  /// Where the window is too low for everything, the content and the lines get a half each at least.
  package func layout(in rect: Rect) -> Layout {
    let outer = rect.centred(columns: max(0, width) + 4, rows: rect.rows)
    let inner = outer.columns - 4
    let fits = title.displayWidth <= inner - 2
    let text = fits ? lines : [title] + lines
    var wrapped = inner > 0 ? text.flatMap { $0.wrapped(to: inner) } : []
    let wanted = max(0, contentRows)
    let gap = wrapped.isEmpty || wanted == 0 ? 0 : 1
    let room = max(0, rect.rows - 2 - gap)
    let rows = min(wanted, max(room - wrapped.count, room - room / 2))
    if wrapped.count > room - rows {
      wrapped = Array(wrapped.prefix(max(0, room - rows)))
      if let last = wrapped.popLast() { wrapped.append((last + " …").truncated(to: inner)) }
    }
    let box = rect.centred(columns: max(0, width) + 4, rows: wrapped.count + gap + rows + 2)
    let content = Rect(
      column: box.column + 2, row: box.row + 1 + wrapped.count + gap, columns: box.columns - 4,
      rows: min(rows, box.rows - 2 - gap - wrapped.count))
    return Layout(box: box, title: fits ? title : "", lines: wrapped, content: content)
  }

  /// Draws the box, and the rest of the part of the window as quiet.
  ///
  /// - Returns: the part that is for the content.
  @discardableResult
  package func draw(in rect: Rect, of frame: inout Frame) -> Rect {
    let layout = layout(in: rect)
    let box = layout.box
    frame.dim(rect)
    frame.cursor = nil
    frame.fill(box)
    guard box.columns >= 4, box.rows >= 2 else { return layout.content }
    drawEdge("┌", layout.title, "┐", row: box.row, box, of: &frame)
    drawEdge("└", note, "┘", row: box.row + box.rows - 1, box, of: &frame)
    for row in box.rowRange.dropFirst().dropLast() {
      for column in [box.column, box.column + box.columns - 1] {
        frame.write(StyledText("│", .quiet), at: Position(column: column, row: row), width: 1)
      }
    }
    frame.write(layout.lines, in: box.inset(left: 2, right: 2, top: 1, bottom: 1))
    return layout.content
  }

  private func drawEdge(
    _ start: String, _ text: StyledText, _ end: String, row: Int, _ box: Rect, of frame: inout Frame
  ) {
    let room = box.columns - 6
    let label = room > 0 && !text.isEmpty ? " " + text.truncated(to: room) + " " : ""
    let rest = box.columns - 3 - label.displayWidth
    frame.write(
      StyledText(start + "─", .quiet) + label
        + StyledText(String(repeating: "─", count: max(0, rest)) + end, .quiet),
      at: Position(column: box.column, row: row), width: box.columns)
  }
}
