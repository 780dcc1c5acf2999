// A picker is a dialog with a line for the filter and a list; the lower edge counts the matches.

extension PickerState {
  /// Fits the list to the part of a window that the picker is drawn into.
  package mutating func fit(in rect: Rect) {
    fit(rows: listRect(in: box(title: "").layout(in: rect).content).rows)
  }

  /// Draws the picker as a box in the middle of a part of a window.
  ///
  /// - Parameter empty: the text where no option matches.
  package func draw(
    title: StyledText, empty: StyledText = "–", in rect: Rect, of frame: inout Frame
  ) {
    let content = box(title: title).draw(in: rect, of: &frame)
    let list = listRect(in: content)
    if matching.isEmpty {
      frame.write([" " + empty.truncated(to: list.columns - 1)], in: list)
    } else {
      var scroll = scroll
      scroll.draw(count: matching.count, in: list, of: &frame) { index, width in
        line(options[matching[index]], width)
      }
    }
    frame.write(
      StyledText("› ", .accent), at: Position(column: content.column, row: content.row),
      width: min(2, content.columns))
    filter.draw(
      in: content.inset(left: 2, bottom: max(0, content.rows - 1)), of: &frame, showsCursor: true)
  }

  private func box(title: StyledText) -> DialogBox {
    let count = matching.count == options.count ? "" : "\(matching.count) / "
    return DialogBox(
      title: title, note: StyledText("\(count)\(options.count)", .quiet),
      contentRows: options.count + 2, width: min(max(widest + 4, 36), 72))
  }

  private func listRect(in content: Rect) -> Rect {
    content.inset(top: min(2, max(0, content.rows - 1)))
  }

  private func line(_ option: Option, _ width: Int) -> StyledText {
    let isChosen = chosen.contains(option.id)
    let sign: StyledText
    if allowsSeveral {
      sign = isChosen ? StyledText("[x] ", .accent) : "[ ] "
    } else if chosen.isEmpty {
      sign = ""
    } else {
      sign = isChosen ? StyledText("✓ ", .accent) : "  "
    }
    let text = sign + option.label
    let room = width - text.displayWidth - 2
    let detail = StyledText(option.detail, .quiet)
    // Half of a detail is useless; without room for most of it only the label is shown.
    guard !option.detail.isEmpty, room >= min(detail.displayWidth, 8) else { return text }
    return text + "  " + detail.truncated(to: room).padded(to: room, alignment: .right)
  }
}
