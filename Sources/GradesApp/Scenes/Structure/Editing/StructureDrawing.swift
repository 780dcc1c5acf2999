import GradesClient
import GradesCore
import GradesLocalization
import Terminal

// The tree of items, and the focused one beside or below it.
extension StructureViewModel {
  func title(_ words: SceneWords) -> SceneTitle {
    let strings = words.strings
    let course = StyledText("\(course.code) · ", .quiet)
    let kept: StyledText =
      if let progress {
        StyledText(progress.text(strings, ofStructure: true), .mark)
      } else if readOnly != nil {
        StyledText(strings(.statusAccessReading), .quiet)
      } else if changeCount > 0 {
        StyledText(strings(.structureEdits, [.count: changeCount]), .mark)
      } else {
        ""
      }
    return SceneTitle(
      leading: course + StyledText(strings(.sceneStructure), .heading),
      leastLeading: course.displayWidth + 9,
      trailing: editing.map { [StyledText(strings.title(of: $0.semester))] } ?? [], kept: kept)
  }

  /// The width of the item beside the tree; 0 where it is below it.
  private func besideWidth(_ rect: Rect) -> Int {
    rect.columns < 110 ? 0 : min(60, rect.columns * 2 / 5)
  }

  func listRect(_ rect: Rect, _ words: SceneWords) -> Rect {
    let beside = besideWidth(rect)
    return rect.inset(right: beside == 0 ? 0 : beside + 2)
  }

  func detailRows(_ rect: Rect, _ words: SceneWords) -> Int? {
    if focused == nil || besideWidth(rect) > 0 || rect.rows < 8 { return 0 }
    return rect.rows < 14 ? 3 : 4
  }

  func fit(in rect: Rect, _ words: SceneWords) -> Response {
    fitList(in: rect, words)
    return report()
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let details = rect.inset(left: rect.columns - besideWidth(rect))
    if details.columns > 0, let focused {
      for row in details.rowRange {
        frame.write(StyledText("│", .quiet), at: Position(column: details.column, row: row))
      }
      let room = details.inset(left: 2)
      frame.write(
        lines(of: focused, width: room.columns, words).cut(to: room.rows, width: room.columns),
        in: room)
    }
    drawList(in: rect, of: &frame, words)
  }

  func content(
    _ rows: [CourseItem], width: Int, _ words: SceneWords
  ) -> ListContent<CourseItem> {
    let strings = words.strings
    guard editing != nil else {
      let loading = strings(.progressCourse, [.course: course.code])
      return tree(
        [], lines(columns(width, words), width: width),
        empty: words.isBusy ? [StyledText(loading, .quiet)] : [])
    }
    var empty = [StyledText(strings(.courseEmpty), .quiet)]
    if readOnly == nil { empty.append(StyledText(strings(.structureEmpty))) }
    var content = tree(
      rows, lines(columns(width, words), width: width), empty: empty)
    // In a few parts, as there is little room.
    content.detail = { [self] item in
      let definition = item.definition
      let parts = [
        StyledText(definition.name(in: strings.serviceLanguage), .heading),
        StyledText(definition.classificationType.rawValue, .quiet),
      ]
      let expression = definition.expression.map { [ExpressionText($0).styled] } ?? []
      return (parts + expression + remarks(on: item, words)).lines(of: max(1, width - 1))
    }
    return content
  }

  private func columns(_ width: Int, _ words: SceneWords) -> [Column<CourseItem>] {
    let strings = words.strings
    return [
      Column(least: max(12, width * 2 / 5)) { [self] item in
        let (sign, style): (StyledText, Style) =
          switch signs[item.identifier] {
          case .added: (StyledText("+", .good), .mark)
          case .changed: (StyledText("~", .mark), .mark)
          case .removed: (StyledText("-", .bad), .bad)
          case nil: (" ", item.definition.nameStyle)
          }
        return sign + StructureForm.mark(findings[item.identifier] ?? [])
          + StyledText(item.identifier.rawValue, style)
      },
      Column(least: width < 60 ? 6 : 16, narrowing: .leaves(order: 2)) { item in
        StyledText(item.definition.name(in: strings.serviceLanguage), item.definition.nameStyle)
      },
      Column(narrowing: .leaves(order: 1)) { item in
        StyledText(item.definition.classificationType.rawValue, .quiet)
      },
      // The bounds; without them, whether the item is computed.
      Column("", .right) { item in
        let range = strings.range(of: item.definition)
        return range.isEmpty && !item.definition.isEditable ? strings(.wordComputed) : range
      },
      Column { item in
        item.definition.hidden ? StyledText(strings(.wordHidden), .warning) : nil
      },
      Column("", .right, narrowing: .leaves(order: 2)) { [self] item in
        guard students != nil else { return nil }
        return StyledText(counts[item.identifier].map { "\($0)" } ?? ValueText.nothing, .quiet)
      },
    ]
  }

  /// All about an item, each field on a line of its own.
  private func lines(of item: CourseItem, width: Int, _ words: SceneWords) -> [StyledText] {
    let strings = words.strings
    let fields = StructureField.all(of: item.definition).filter {
      !$0.text(item.definition, strings).isEmpty
    }
    let titles = fields.map { $0.title(strings).displayWidth }.max() ?? 0
    var lines = [StyledText(item.identifier.rawValue, .heading)]
    lines += fields.flatMap { field in
      field.shown(of: item.definition, strings).wrapped(to: max(1, width - titles - 2))
        .enumerated().map { index, part in
          StyledText(index == 0 ? field.title(strings) : "", .quiet).padded(to: titles)
            + "  " + part
        }
    }
    if item.definition.hidden {
      lines.append(StyledText(strings(.structureHiddenItem), .warning))
    }
    return lines + remarks(on: item, words).flatMap { $0.wrapped(to: max(1, width)) }
  }

  /// What is wrong, how many values there are, and the value for the chosen student.
  private func remarks(on item: CourseItem, _ words: SceneWords) -> [StyledText] {
    let strings = words.strings
    var lines = (findings[item.identifier] ?? []).map { $0.line(strings) }
    if isRemoved(item) { lines.append(StyledText(strings(.structureRemovedItem), .bad)) }
    if let editing { lines += estimate(of: item.identifier, in: editing, words) }
    if students != nil {
      let count = counts[item.identifier] ?? 0
      lines.append(StyledText(strings(.structureValueCount, [.count: count]), .quiet))
    }
    return lines
  }

  /// The value that an item's expression gives for the chosen student; nothing without one.
  func estimate(
    of item: ItemIdentifier, in editing: StructureEditing, _ words: SceneWords
  ) -> [StyledText] {
    guard let row = studentRow else { return [] }
    let student: Argument = .text(row.student.listName)
    switch editing.estimate(of: item, given: row.values.compactMapValues(\.value)) {
    case nil: return []
    case .success(let value):
      let text: Argument = .text(words.values.text(value))
      return [
        StyledText(words.strings(.structureEstimate, [.student: student, .value: text]), .accent)
      ]
    case .failure:
      return [StyledText(words.strings(.structureNoEstimate, [.student: student]), .quiet)]
    }
  }
}
