import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The line about the focused cell: its new and old values, its bounds, and its last author.
@MainActor
struct CellStatusLine {
  let cell: EditableCell?
  let editing: CellEditing
  let words: SceneWords
  private var edits: EditedCells { editing.cells }
  private var strings: Strings { words.strings }

  /// As many of the facts as fit, the most important first; every line is used up. Of a long note there is as much as
  /// fits.
  func lines(width: Int, rows: Int) -> [StyledText] {
    guard rows > 0, let cell else { return [] }
    let facts = (editing.field.map(facts) ?? facts(cell)).filter { !$0.isEmpty }
    let separator = StyledText(" · ", .quiet)
    var lines: [StyledText] = []
    for fact in facts {
      let joined = lines.last.map { $0 + separator + fact } ?? fact
      if let last = lines.indices.last, joined.displayWidth <= width {
        lines[last] = joined
      } else if lines.count < rows {
        lines.append(fact.truncated(to: width))
      } else if fact == note, let last = lines.indices.last,
        lines[last].displayWidth + Self.leastNote <= width
      {
        lines[last] = joined.truncated(to: width)
      }
    }
    return lines
  }

  private static let leastNote = 16

  private var note: StyledText? {
    guard let cell, let note = cell.current.note else { return nil }
    let isChanged = edits.edit(for: cell.cell)?.changesNote == true
    return StyledText(strings(.changesNote, [.value: note]), isChanged ? .mark : .warning)
  }

  private func facts(_ field: CellField) -> [StyledText] {
    let item = field.cell.item
    var facts: [StyledText] = []
    switch field.reading {
    case .failure(let problem) where field.complains:
      facts.append(StyledText("✗ " + sentence(problem), .bad))
    case .failure: break
    case .success(let value):
      if !field.isUnfinished, let violation = field.cell.violation(by: value, strings) {
        facts.append(StyledText("! " + violation.text(strings), .warning))
      } else if field.field.text.isEmpty, field.cell.current.value != nil {
        facts.append(StyledText(strings(.gridClears), .warning))
      }
    }
    let name = StyledText(item.name(in: strings.serviceLanguage))
    facts.insert(facts.isEmpty ? name + was(field.cell.current.value) : name, at: 0)
    return facts + [range(item)]
  }

  private func facts(_ cell: EditableCell) -> [StyledText] {
    let edit = edits.edit(for: cell.cell)
    let value = words.values.text(cell.current.value)
    var facts = [
      StyledText(cell.item.name(in: strings.serviceLanguage) + ": ")
        + StyledText(value, edit == nil && cell.estimate == nil ? .plain : .mark)
    ]
    func add(_ text: String, _ style: Style) { facts.append(StyledText(text, style)) }
    if let edit, edit.value != edit.base.value { facts[0] += was(edit.base.value) }
    switch cell.estimate {
    case .value:
      facts[0] += was(cell.recorded.value)
      add("≈ " + strings(.gridEstimate), .mark)
    case .outdated: add("? " + strings(.gridOutdated), .warning)
    case nil: break
    }
    if edits.isUnkept(cell.cell) { add("✗ " + strings(.gridUnkept), .bad) }
    if edits.isConflict(cell.cell, over: cell.recorded, of: cell.item) == true {
      let theirs = words.values.text(cell.recorded.value)
      add("≠ " + strings(.gridConflict, [.value: theirs]), .bad)
    }
    if let reason = edits.draft(for: cell.cell)?.reason, reason.code != .conflict {
      add(reason.text(strings), .warning)
    }
    if cell.item.isEditable, let violation = edit?.boundsViolation(of: cell.item) {
      add("! " + sentence(violation), .warning)
    }
    if let note {
      facts.append(note)
    } else if edit?.changesNote == true {
      add(strings(.changesNoteGone), .mark)
    }
    if !cell.item.isEditable { add(strings(.wordComputed), .quiet) }
    return facts + [range(cell.item), lastChange(cell.recorded)]
  }

  private func was(_ value: GradeValue?) -> StyledText {
    StyledText(" " + strings(.gridWas, [.value: words.values.text(value)]), .quiet)
  }

  private func range(_ item: Classification) -> StyledText {
    let range = strings.range(of: item)
    return range.isEmpty
      ? "" : StyledText(strings(.gridBounds, [.value: range]), .quiet)
  }

  private func lastChange(_ recorded: RecordedValue) -> StyledText {
    let parts = [recorded.author, recorded.updatedAt.map(words.dates.dateTime)]
    return StyledText(parts.compactMap { $0 }.joined(separator: " "), .quiet)
  }

  private func sentence(_ problem: EditProblem) -> String {
    ProblemSentence(strings: strings).text(problem)
  }
}
