import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The columns of items with one student's values, in print and on the screen.
struct ItemColumns {
  let strings: Strings
  /// The items whose values are drafts, which print marks.
  var drafts: Set<ItemIdentifier> = []

  private var values: ValueText { ValueText(strings) }

  var name: Column<ResultItem> {
    Column(least: 14, overflow: .wrap) { row in
      let definition = row.item.definition
      return StyledText(definition.name(in: strings.serviceLanguage), definition.nameStyle)
    }
  }

  var value: Column<ResultItem> {
    Column("", .decimal, least: 8, overflow: .wrap) { row in
      let definition = row.item.definition
      let value = row.recorded.value
      var text = values.text(value, of: definition, definition.nameStyle)
      if drafts.contains(row.id) { text += StyledText("*", .mark) }
      // Long texts begin at the left and may use the room of the empty cells after them.
      return value.isLongText ? Table.Cell.spilling(text) : .text(text)
    }
  }

  var maximum: Column<ResultItem> {
    Column("", .decimal, lead: "/ ", narrowing: .leaves(order: 4)) { row in
      row.maximum.map { StyledText(values.text($0), .quiet) }
    }
  }

  var bar: Column<ResultItem> {
    Column(narrowing: .leaves(order: 1)) { row in row.share.map { Table.Cell.bar($0) } }
  }

  var requirement: Column<ResultItem> {
    Column("", .right, narrowing: .leaves(order: 3)) { $0.requirement(strings) }
  }

  var note: Column<ResultItem> {
    Column(least: 12, overflow: .wrap, narrowing: .folds(order: 2)) { row in
      row.recorded.note.map { StyledText($0, .warning) }
    }
  }

  var printed: [Column<ResultItem>] { [name, value, maximum, bar, requirement, note] }

  /// The place of the values among the columns of the screen.
  static let values = 1

  /// The lines of a tree of items, with as many columns as a width allows. The names keep room before bars, bounds, notes and
  /// times; before maxima they get shorter, and marks stand for bounds.
  static func lines(
    width: Int, _ words: SceneWords,
    making lines: (_ columns: [Column<ResultItem>]) -> ColumnLines<ResultItem>
  ) -> ColumnLines<ResultItem> {
    let all = ItemColumns(strings: words.strings)
    var (name, value, bar, bounds, note) = (all.name, all.value, all.bar, all.requirement, all.note)
    name.form.leastWidth = max(24, width * 2 / 5)
    value.form.leastWidth = nil
    bar.form.leastWidth = 8
    bar.form.narrowing = .leaves(order: 2)
    bounds.form.narrowing = .leaves(order: 4)
    note.form.narrowing = .leaves(order: 1)
    let time = Column<ResultItem>("", .right, narrowing: .leaves(order: 0)) { row in
      row.recorded.updatedAt.map { StyledText(words.dates.dateTime($0), .quiet) }
    }
    let wide = lines([name, value, all.maximum, bar, bounds, note, time])
    guard wide.leavesOut(2) || wide.leavesOut(4) else { return wide }
    name.form.leastWidth = 12
    let mark = Column<ResultItem>(narrowing: .leaves(order: 5)) { $0.requirementMark }
    return lines([name, value, all.maximum, mark])
  }
}

extension ResultItem {
  /// Whether the item's own minimum is met; nothing before there is a value, or where nothing is required.
  var requirementMark: StyledText {
    guard recorded.value != nil, let isMet = requirementMet else { return "" }
    return StyledText(isMet ? "✓" : "✗", isMet ? .good : .bad)
  }

  /// The least number, if one is required, and the mark; a blank instead of it keeps the bounds aligned.
  func requirement(_ strings: Strings) -> StyledText {
    let mark = requirementMark
    guard requirementMet != nil, item.definition.valueType == .number,
      let bound = item.definition.requiredValue
    else { return mark }
    return StyledText(strings(.courseMinimum, [.required: bound]) + " ", .quiet)
      + (mark.isEmpty ? " " : mark)
  }

  var maximum: Double? {
    item.definition.valueType == .number ? item.definition.maximumValue : nil
  }

  /// The share of the maximum, from 0 to 1. Nothing for what is not graded; a zero is an empty bar.
  var share: Double? {
    guard case .number(let number)? = recorded.value, let maximum, maximum > 0 else { return nil }
    return min(max(number / maximum, 0), 1)
  }
}

extension GradeValue? {
  /// Whether it is a text longer than a grade.
  var isLongText: Bool {
    if case .text(let text)? = self { text.count > 8 } else { false }
  }
}
