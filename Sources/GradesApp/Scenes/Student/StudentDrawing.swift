import GradesCore
import Terminal

extension StudentViewModel {
  func title(_ words: SceneWords) -> SceneTitle {
    var leading = StyledText(course.rawValue, .heading) + StyledText(" · ", .quiet)
    if let known = results?.value.student, known.listName != known.username.rawValue {
      leading += StyledText(known.listName + " ")
    }
    leading += StyledText(student.rawValue, .quiet)
    guard let results else { return SceneTitle(leading: leading) }
    let count = StyledText("● " + words.strings(.reviewChanges, [.count: changeCount]), .mark)
    return SceneTitle(
      leading: leading, trailing: words.remarks(on: results, of: results.value.semester),
      kept: changeCount > 0 ? count : "", age: results.age)
  }

  func listRect(_ rect: Rect, _ words: SceneWords) -> Rect { layout(rect, words).list }

  /// Where the totals, the items and the status are; a low window has fewer of them.
  private func layout(
    _ rect: Rect, _ words: SceneWords
  ) -> (header: [StyledText], list: Rect, status: Rect) {
    let statusRows =
      results == nil || rect.rows < 5 ? 0 : rect.columns < 72 && rect.rows > 8 ? 2 : 1
    let header = header(words).lines(of: max(1, rect.columns - 2))
      .prefix(max(0, rect.rows - statusRows - 2))
    let gap = header.isEmpty || rect.rows < 9 ? 0 : 1
    return (
      Array(header), rect.inset(top: header.count + gap, bottom: statusRows),
      rect.inset(left: 1, right: 1, top: rect.rows - statusRows)
    )
  }

  private func header(_ words: SceneWords) -> [StyledText] {
    guard let results = results?.value else {
      let loading = words.strings(.progressCourse, [.course: course])
      return words.isBusy ? [StyledText(loading, .quiet)] : []
    }
    let totals = CourseSummary(course: results, strings: words.strings, hasMarks: true).parts
    guard changeCount > 0 else { return totals }
    // Only the service computes totals, and only from published values.
    let missing = words.strings(.studentTotalsWithout, [.count: changeCount])
    return totals + [StyledText(missing, .mark)]
  }

  func fit(in rect: Rect, _ words: SceneWords) -> Response {
    see()
    fitList(in: rect, words)
    return editing.takeNotice()
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let layout = layout(rect, words)
    frame.write(layout.header, in: rect.inset(left: 1, right: 1))
    if !rows.isEmpty {
      frame.write(
        CellStatusLine(cell: focusedCell, editing: editing, words: words)
          .lines(width: layout.status.columns, rows: layout.status.rows),
        in: layout.status)
    }
    drawList(in: rect, of: &frame, words)
  }

  func content(_ rows: [ResultItem], width: Int, _ words: SceneWords) -> ListContent<ResultItem> {
    guard let results else { return ListContent([], remarks: []) { _ in "" } }
    // With what the service has, so that no other column goes with an edit.
    let lines = ItemColumns.lines(width: width, words) {
      self.lines($0, measuring: results.value.items + seen, width: width)
    }
    var content = tree(rows, lines, empty: [StyledText(words.strings(.courseEmpty), .quiet)])
    let cells = cells
    content.overlay = { [editing] row, line, isFocused, frame in
      guard let cell = cells[row.id], let value = lines.cells(of: ItemColumns.values) else {
        return
      }
      let start = line.column + value.lowerBound
      func write(_ mark: StyledText, at column: Int) {
        let position = Position(column: column, row: line.row)
        frame.write(mark, at: position, width: 1, isFocused: isFocused)
      }
      let mark = editing.cells.mark(of: cell)
      if !mark.isEmpty { write(mark, at: start - 2) }
      let field = isFocused ? editing.field : nil
      if field == nil, editing.cells.edit(for: cell.cell)?.boundsViolation(of: cell.item) != nil {
        write(StyledText("!", .warning), at: line.column + value.upperBound)
      }
      if isFocused { frame.cursor = Position(column: start, row: line.row) }
      // A text is longer than what its column shows.
      _ = field?.field.draw(
        over: value, of: line, wanted: cell.item.valueType == .string ? 40 : 10,
        style: field?.complains == true ? .bad : .accent, in: &frame)
    }
    return content
  }
}
