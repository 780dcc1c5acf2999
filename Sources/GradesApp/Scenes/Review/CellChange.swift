import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A cell that goes from one content to another, as people read it: a draft, a line of a review, of the history or
/// of a log.
struct CellChange {
  /// One character before its line in a list that says what becomes of it.
  var mark: StyledText = ""
  var student = ""
  /// Nil: it is the user's own result.
  var username: Username?
  var item: String
  var from = RecordedValue(value: nil)
  var to = RecordedValue(value: nil)
  /// Whether its note is named although it stays, beside a value that is cleared.
  var namesNote = false
  var remarks: [StyledText] = []
  /// What else is said of the focused one.
  var more: [StyledText] = []
  var isQuiet = false

  private var changesValue: Bool { from.value != to.value }
  private var changesNote: Bool { from.note != to.note }

  var cell: String {
    let student = [student, username?.rawValue ?? ""].filter { !$0.isEmpty }
    return ((student.isEmpty ? [] : [student.joined(separator: " ")]) + [item])
      .joined(separator: " · ")
  }

  /// Old → new; nil where the value stays. Of a long text the new one matters.
  private func values(_ values: ValueText, longest: Int = .max) -> StyledText? {
    guard changesValue else { return nil }
    return StyledText(values.text(from.value)).truncated(to: longest) + StyledText(" → ", .quiet)
      + StyledText(values.text(to.value), isQuiet ? .plain : .mark)
  }

  /// The old and the new note, or the one that stays; nil where there is nothing to say.
  private func note(_ strings: Strings) -> String? {
    guard changesNote else {
      return namesNote ? to.note.map { strings(.reviewNoteStays, [.from: $0]) } : nil
    }
    let none = strings(.reviewNoNote)
    return strings(
      .reviewNoteChange, [.from: .text(from.note ?? none), .to: .text(to.note ?? none)])
  }

  /// Everything about it, in parts that belong together.
  func details(_ words: SceneWords, longest: Int = .max) -> [StyledText] {
    [StyledText(cell)] + [values(words.values, longest: longest)].compactMap(\.self)
      + [note(words.strings)].compactMap(\.self).map { StyledText($0) } + remarks + more
  }
}

extension CellChange {
  /// What becomes of a cell, with the names that it has in its course.
  init(_ cell: GradeCell, _ names: CellNames, from: RecordedValue, to: RecordedValue) {
    self.init(
      student: names.student(cell.username), username: cell.username,
      item: names.item(cell.identifier), from: from, to: to)
  }

  /// What a draft changes, or what would become one.
  init(_ edit: DraftEdit, _ names: CellNames) {
    self.init(
      edit.cell, names, from: edit.base, to: RecordedValue(value: edit.value, note: edit.note))
    namesNote = edit.value == nil && edit.base.value != nil
  }

  init(published change: DraftEdit, _ names: CellNames) {
    self.init(change, names)
    namesNote = false
  }
}

// MARK: Columns

extension CellChange {
  /// Longer texts find no room in a column: on the screen they are cut, in print they stand below their row.
  static let longestText = 12

  /// Whose cell it is and of what, and old → new. On the screen names stay longest, in print usernames do.
  static func columns(_ strings: Strings, onScreen: Bool = false) -> [Column<CellChange>] {
    func named(_ text: String, _ change: CellChange) -> StyledText {
      StyledText(text, change.isQuiet && onScreen ? .quiet : .plain)
    }
    return [
      Column(
        strings(.studentsColumnStudent), least: 10,
        narrowing: onScreen ? .stays : .folds(order: 2)
      ) { change in
        named(
          change.student.isEmpty && onScreen
            ? change.username?.rawValue ?? "" : change.student, change)
      },
      Column(
        strings(.studentsColumnUsername), narrowing: onScreen ? .leaves(order: 1) : .stays
      ) { change in
        change.student.isEmpty && onScreen
          ? nil : StyledText(change.username?.rawValue ?? "", .quiet)
      },
      Column(strings(.itemsColumnName), least: onScreen ? 6 : 8, overflow: .wrap) {
        named($0.item, $0)
      },
    ] + values(strings, onScreen: onScreen)
  }

  static func values(_ strings: Strings, onScreen: Bool = false) -> [Column<CellChange>] {
    let values = ValueText(strings)
    func cell(_ value: GradeValue?, _ style: Style) -> StyledText {
      let text = StyledText(values.text(value), value == nil && onScreen ? .quiet : style)
      return onScreen ? text.truncated(to: longestText) : text
    }
    func stand(_ change: CellChange) -> Bool { onScreen || !change.isLong(values) }
    return [
      Column(strings(.reviewColumnOld), .decimal, least: onScreen ? 5 : nil) { change in
        stand(change)
          ? cell(change.from.value, change.isQuiet && onScreen ? .quiet : .plain) : nil
      },
      Column("→") { change in
        stand(change) && change.changesValue ? StyledText("→", .quiet) : nil
      },
      Column(strings(.reviewColumnNew), .decimal, least: onScreen ? 5 : nil) { change in
        stand(change) && change.changesValue
          ? cell(change.to.value, change.isQuiet && onScreen ? .quiet : .mark) : nil
      },
    ]
  }

  /// The columns of a list on the screen, which has its remarks at the end; a username stays where two students
  /// have the same name.
  static func listColumns(_ strings: Strings, of changes: [CellChange]) -> [Column<CellChange>] {
    var columns = columns(strings, onScreen: true)
    let names = Dictionary(grouping: changes) { $0.student }
    if names.contains(where: { name, changes in
      !name.isEmpty && changes.contains { $0.username != changes[0].username }
    }) {
      columns[1].form.narrowing = .stays
      columns[0].form.leastWidth = 1
    }
    return columns + [
      Column(least: 14, narrowing: .leaves(order: 2)) { change in
        let note =
          change.changesNote ? [StyledText(strings(.reviewingNoteChanged), .quiet)] : []
        return (change.remarks + note).joined(separator: "; ")
      }
    ]
  }

  /// Whether old → new is too long for columns in print.
  private func isLong(_ values: ValueText) -> Bool {
    changesValue
      && max(values.text(from.value).displayWidth, values.text(to.value).displayWidth)
        > Self.longestText
  }

  func below(_ strings: Strings) -> StyledText {
    let values = ValueText(strings)
    return [
      isLong(values) ? self.values(values) : nil, note(strings).map { StyledText($0, .quiet) },
    ].compactMap(\.self).joined(separator: " · ")
  }
}

extension [StyledText] {
  /// These parts below a list of changes: in a narrow window one after the other, else on lines of their own.
  func belowList(width: Int) -> [StyledText] {
    width < 58
      ? joined(separator: StyledText(" · ", .quiet)).wrapped(to: Swift.max(1, width))
      : lines(of: width)
  }
}

/// The lines of a list of changes on the screen.
@MainActor
struct ChangeLines {
  private var measured = MeasuredLines<CellChange>()

  /// What a list shows of some of its rows, all of which have their changes in the same columns.
  mutating func content<Row>(
    _ rows: [Row], of all: [Row], width: Int, _ words: SceneWords,
    change: @escaping (Row) -> CellChange
  ) -> ListContent<Row> {
    let lines = lines(of: all.lazy.map(change), width: max(1, width - 3), words)
    var content = ListContent(rows, empty: nil) { row in
      let change = change(row)
      return " " + change.mark.padded(to: 1) + " " + lines.line(change)
    }
    if !all.isEmpty { content.header = { "   " + lines.header } }
    return content
  }

  private mutating func lines(
    of changes: some Sequence<CellChange>, width: Int, _ words: SceneWords
  ) -> ColumnLines<CellChange> {
    measured.lines(width: width, words) {
      let changes = Array(changes)
      return ColumnLines(
        changes, CellChange.listColumns(words.strings, of: changes), width: width,
        showsTitles: true)
    }
  }
}
