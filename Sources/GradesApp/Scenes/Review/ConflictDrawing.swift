import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Conflicts to decide about: the focused one with its three values, and all of them with what was
/// decided.
struct ConflictDrawing {
  private let conflicts: ConflictList
  private let words: SceneWords
  private let rect: Rect
  private var strings: Strings { words.strings }

  init(_ conflicts: ConflictList, _ words: SceneWords, in rect: Rect) {
    self.conflicts = conflicts
    self.words = words
    self.rect = rect
  }

  /// The three values of the focused conflict, which must be visible for a decision, so in a low
  /// window everything else gives way to them.
  private var sheet: [StyledText] {
    let width = max(1, rect.columns - 2)
    guard let conflict = conflicts.focused else { return [] }
    let count: Argument = .count(conflicts.conflicts.count)
    let heading = StyledText(strings(.publishConflicts, [.count: count]), .warning).wrapped(
      to: width)
    let values = ConflictTable(names: conflicts.names, strings: strings, dates: words.dates)
      .sheet(conflict).lines(width: width)
    let room = rect.rows - min(3, conflicts.conflicts.count)
    for lines in [heading + [""] + values + [""], values + [""]] where lines.count <= room {
      return lines
    }
    return Array(values.filter { !$0.isEmpty }.prefix(max(0, rect.rows - 1)))
  }

  private var list: Rect { rect.inset(top: sheet.count) }

  func fit(_ scroll: inout SectionedScroll) {
    scroll.fit(
      Array(conflicts.conflicts.indices), lineCount: conflicts.conflicts.count, rows: list.rows)
  }

  func draw(in frame: inout Frame) {
    frame.write(sheet, in: rect.inset(left: 1, right: 1))
    let list = list
    let visible = conflicts.scroll.visible(
      lineCount: conflicts.conflicts.count, rows: list.rows)
    for (row, index) in zip(list.rowRange, visible) {
      let isFocused = index == conflicts.scroll.focus
      let position = Position(column: rect.column, row: row)
      frame.write(
        StyledText(isFocused ? "▌" : " ", .accent) + " "
          + text(conflicts.conflicts[index], width: rect.columns - 3), at: position)
      if isFocused { frame.cursor = position }
    }
  }

  /// A conflict in one line. Where there is little room the decision stays whole.
  private func text(_ conflict: Conflict, width: Int) -> StyledText {
    let student = conflicts.names.student(conflict.cell.username)
    let cell = StyledText(
      (student.isEmpty ? conflict.cell.username.rawValue : student) + " · "
        + conflicts.names.item(conflict.cell.identifier))
    let choice = conflicts.decisions.choices[conflict.cell]
    let mark = choice == nil ? StyledText("? ", .warning) : StyledText("✓ ", .good)
    let decided =
      StyledText(" · ", .quiet)
      + (choice.map { decision($0, conflict) } ?? StyledText(strings(.reviewingOpen), .quiet))
    return mark + cell.truncated(to: max(1, width - 2 - decided.displayWidth)) + decided
  }

  private func decision(_ choice: ConflictPolicy.Choice, _ conflict: Conflict) -> StyledText {
    func text(_ message: Message, _ value: GradeValue?) -> StyledText {
      StyledText(strings(message, [.value: .text(words.values.text(value))]), .mark)
    }
    return switch choice {
    case .mine: text(.reviewingDecidedMine, conflict.mine)
    case .theirs: text(.reviewingDecidedTheirs, conflict.theirs.value)
    case .value(let value): text(.reviewingDecidedOther, value)
    case .leave: StyledText(strings(.keyLater), .quiet)
    }
  }
}
