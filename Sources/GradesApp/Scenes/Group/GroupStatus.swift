import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The line about the focused cell: what it holds and held, what it may hold, who changed it last.
struct GroupStatus {
  private let place: GroupViewModel.CellPlace?
  private let field: GroupViewModel.CellField?
  private let edits: EditedCells
  private let words: SceneWords
  private var strings: Strings { words.strings }

  init(_ state: GroupViewModel.State, _ words: SceneWords) {
    self.init(state.focused, state.field, state.edits, words)
  }

  /// Describes a cell, or what is being written into it.
  init(
    _ place: GroupViewModel.CellPlace?, _ field: GroupViewModel.CellField?, _ edits: EditedCells,
    _ words: SceneWords
  ) {
    self.place = place
    self.field = field
    self.edits = edits
    self.words = words
  }

  /// As many of the facts as fit, the most important first; every line is used up.
  func lines(width: Int, rows: Int) -> [StyledText] {
    guard rows > 0, let place else { return [] }
    let facts = (field.map(facts) ?? facts(place)).filter { !$0.isEmpty }
    let separator = StyledText(" · ", .quiet)
    var lines: [StyledText] = []
    for fact in facts {
      let joined = lines.last.map { $0 + separator + fact } ?? fact
      if let last = lines.indices.last, joined.displayWidth <= width {
        lines[last] = joined
      } else if lines.count < rows {
        lines.append(fact.truncated(to: width))
      }
    }
    return lines
  }

  // MARK: While a cell is written

  private func facts(_ field: GroupViewModel.CellField) -> [StyledText] {
    let item = field.place.item
    var facts: [StyledText] = []
    switch field.reading {
    case .failure(let problem) where field.complains:
      facts.append(StyledText("✗ " + sentence(problem), .bad))
    case .failure: break
    case .success(let value):
      if let violation = BoundsViolation(value, of: item), !field.isUnfinished {
        facts.append(
          StyledText("! " + sentence(EditProblem(violation, of: field.place.cell)), .warning))
      } else if field.field.text.isEmpty, field.place.current.value != nil {
        facts.append(StyledText(strings(.gridClears), .warning))
      }
    }
    if field.flattensLines { facts.append(StyledText("! " + strings(.gridFlattens), .warning)) }
    let name = StyledText(item.name(in: strings.serviceLanguage))
    facts.insert(facts.isEmpty ? name + was(field.place.current.value) : name, at: 0)
    return facts + [range(item)]
  }

  // MARK: Otherwise

  private func facts(_ place: GroupViewModel.CellPlace) -> [StyledText] {
    let edit = edits.edit(for: place.cell)
    let value = words.values.text(place.current.value)
    var head =
      StyledText(place.item.name(in: strings.serviceLanguage) + ": ")
      + StyledText(value, edit == nil ? .plain : .mark)
    if let edit, edit.value != edit.base.value { head += was(edit.base.value) }
    var facts = [head]
    if edits.isUnkept(place.cell) {
      facts.append(StyledText("✗ " + strings(.gridUnkept), .bad))
    }
    let status = edits.status(of: place.cell, over: place.recorded, of: place.item)
    if case .conflict = status?.kind {
      facts.append(
        StyledText(
          "≠ "
            + strings(
              .gridConflict, [.value: .text(words.values.text(place.recorded.value))]), .bad))
    }
    if let reason = edits.draft(for: place.cell)?.reason, reason.code != .conflict {
      facts.append(StyledText(ReasonSentence(strings).text(reason), .warning))
    }
    if let violation = status?.warning {
      facts.append(
        StyledText("! " + sentence(EditProblem(violation, of: place.cell)), .warning))
    }
    if let note = place.current.note {
      let isChanged = edit.map { $0.changesNote } ?? false
      facts.append(
        StyledText(
          strings(.gridNote, [.value: .text(note)]), isChanged ? .mark : .warning))
    } else if edit?.changesNote == true {
      facts.append(StyledText(strings(.gridNoteRemoved), .mark))
    }
    if !place.item.isEditable { facts.append(StyledText(strings(.wordComputed), .quiet)) }
    return facts + [range(place.item), lastChange(place.recorded)]
  }

  private func was(_ value: GradeValue?) -> StyledText {
    StyledText(" " + strings(.gridWas, [.value: .text(words.values.text(value))]), .quiet)
  }

  private func range(_ item: Classification) -> StyledText {
    let range = strings.range(of: item)
    return range.isEmpty
      ? "" : StyledText(strings(.gridBounds, [.value: .text(range)]), .quiet)
  }

  private func lastChange(_ recorded: RecordedValue) -> StyledText {
    let parts = [recorded.author, recorded.updatedAt.map(words.dates.dateTime)]
    return StyledText(parts.compactMap { $0 }.joined(separator: " "), .quiet)
  }

  private func sentence(_ problem: EditProblem) -> String {
    ProblemSentence(strings, names: CellNames([], [:], strings.serviceLanguage))
      .text(.requested(problem))
  }
}
