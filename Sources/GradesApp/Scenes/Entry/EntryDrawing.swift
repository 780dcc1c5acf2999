import GradesClient
import Terminal

/// Quick entry on a screen: the student or the value that is typed, the students that are found, and the
/// last papers.
extension EntryViewModel {
  private static let shownEntries = 5

  func title(_ words: SceneWords) -> SceneTitle {
    let strings = words.strings
    let course = StyledText("\(course) · ", .quiet)
    guard let stack else {
      return SceneTitle(leading: course + StyledText(strings(.sceneEntry), .heading))
    }
    let name = stack.value.item.name(in: strings.serviceLanguage)
    // The item comes first: a value in a wrong column is the mistake to be seen.
    let item = course + StyledText(name, .heading)
    return SceneTitle(
      leading: item + StyledText(" · \(strings.hint(.sceneEntry))", .quiet),
      leastLeading: min(item.displayWidth, course.displayWidth + 24),
      trailing: words.remarks(on: stack),
      kept: StyledText(strings(.enterLeft, [.count: missing.count]), .mark),
      age: stack.age)
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    guard let stack = stack?.value else { return }
    let layout = layout(rect)
    drawList(stack, in: layout.list, of: &frame, words)
    // Last, because its cursor is the one that counts.
    drawField(in: layout.field, of: &frame, words)
    guard layout.last.rows > 0 else { return }
    let lines = [StyledText(words.strings(.enterLast), .heading)] + entered.map { line($0, words) }
    frame.write(
      lines.map { $0.truncated(to: layout.last.columns) },
      in: layout.last)
  }

  private func drawField(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let strings = words.strings
    let label: StyledText
    var beside: StyledText = ""
    if let cell = chosen.flatMap(cell) {
      label = StyledText(name(of: cell.student), .heading) + " "
      beside = facts(cell, words)
    } else {
      label = StyledText(strings(.studentsColumnStudent), .accent) + " "
      if !query.text.isEmpty {
        beside = StyledText(strings(.studentsCount, [.count: found.count]), .quiet)
      }
    }
    let name = label.truncated(to: max(1, rect.columns - 12))
    frame.write(name, at: Position(column: rect.column, row: rect.row), width: rect.columns)
    var room = rect.inset(left: name.displayWidth)
    if beside.displayWidth + 12 <= room.columns {
      frame.write(
        beside,
        at: Position(column: room.columnRange.upperBound - beside.displayWidth, row: rect.row),
        width: beside.displayWidth)
      room.size.columns -= beside.displayWidth + 2
    }
    (chosen == nil ? query : value).draw(in: room, of: &frame, showsCursor: true)
  }

  /// The name of a student, with the username where another one has the same name.
  private func name(of student: Student) -> String {
    let isShared = stack?.value.papers.lazy.map(\.student).contains {
      $0.username != student.username && $0.lastName == student.lastName
        && $0.firstName == student.firstName
    }
    return isShared == true ? student.nameWithUsername : student.listName
  }

  /// What matters while a value is typed: the value that is there, the bounds, and whether they are kept.
  private func facts(_ cell: EditableCell, _ words: SceneWords) -> StyledText {
    let strings = words.strings
    if case .success(let value) = cell.read(value.text),
      let violation = cell.violation(by: value, strings)
    {
      return StyledText("! " + violation.text(strings), .warning)
    }
    if let value = cell.current.value {
      return StyledText(strings(.enterHas, [.value: words.values.text(value)]), .warning)
    }
    let range = strings.range(of: cell.item)
    return range.isEmpty ? "" : StyledText(strings(.gridBounds, [.value: range]), .quiet)
  }

  private func drawList(
    _ stack: PaperStack, in rect: Rect, of frame: inout Frame, _ words: SceneWords
  ) {
    let strings = words.strings
    guard !found.isEmpty else {
      let text =
        query.text.isEmpty
        ? strings(stack.papers.isEmpty ? .studentsEmpty : .enterAllDone)
        : strings(.studentsNoneFound, [.query: query.text])
      frame.write(
        StyledText(text, .quiet).wrapped(to: max(1, rect.columns - 1)),
        in: rect.inset(left: 1))
      return
    }
    // A part of the room is for the values.
    let width = max(1, rect.columns - 1 - min(14, rect.columns / 4))
    let lines = measured.lines(width: width, words) {
      ColumnLines(
        stack.papers.map(\.student), strings.studentColumns(username: .quiet), width: width,
        showsTitles: true)
    }
    let end = (lines.cells(of: 2)?.upperBound ?? 0) + 2
    let edits = editing.cells
    var scroll = scroll
    scroll.draw(
      count: found.count, in: rect, of: &frame, showsFocus: chosen == nil && candidate != nil
    ) { index, _ in
      let cell = stack.cell(found[index], edits)
      let value = cell.current.value.map { StyledText(words.values.text($0), .mark) } ?? ""
      return lines.line(cell.student).padded(to: end) + value
    }
  }

  private func line(_ entry: Entered, _ words: SceneWords) -> StyledText {
    guard let cell = cell(entry.paper) else { return "" }
    var line =
      StyledText("\(cell.student.listName)  ") + StyledText(cell.student.username.rawValue, .quiet)
      + StyledText("  \(words.values.text(entry.value))", .mark)
    if let old = entry.old {
      line += StyledText(" " + words.strings(.gridWas, [.value: words.values.text(old)]), .quiet)
    }
    if let violation = cell.violation(by: entry.value, words.strings) {
      line += StyledText("  ! " + violation.text(words.strings), .warning)
    }
    if editing.cells.isUnkept(cell.cell) { line += StyledText(" ✗", .bad) }
    return line
  }

  /// The field on top, then the students, then the last papers where there is room for both.
  func layout(_ rect: Rect) -> (field: Rect, list: Rect, last: Rect) {
    let inner = rect.inset(left: 1, right: 1)
    let wanted = entered.isEmpty ? 0 : 1 + min(entered.count, Self.shownEntries)
    let last = rect.rows >= wanted + 6 ? wanted : min(wanted, max(0, rect.rows - 4))
    let top = rect.rows > 6 ? 2 : 1
    return (
      inner.inset(bottom: max(0, rect.rows - 1)),
      rect.inset(right: 1, top: top, bottom: last == 0 ? 0 : last + 1),
      inner.inset(top: max(0, rect.rows - last))
    )
  }
}
