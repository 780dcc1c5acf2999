import GradesClient
import GradesCore
import GradesLocalization
import Terminal

extension CellEditing {
  /// A value as it is typed; nothing for none.
  func editableText(of cell: EditableCell) -> String {
    if case .text(let text) = cell.current.value { return text }
    return cell.current.value == nil ? "" : ValueText(strings).text(cell.current.value)
  }

  /// Asks for the note of a cell.
  func askNote(_ cell: EditableCell) -> Response {
    if let reason = state.disabledReason(for: .note, cell) { return .say(Sentence(reason)) }
    return .present(
      PromptOverlay(
        title(.gridNoteTitle, cell), text: cell.current.note ?? "", hasLines: true,
        suggestions: scene?.usedNotes ?? []
      ) { [weak self] text in self?.setNote(text, of: cell) ?? .done })
  }

  /// Asks for a text of several lines.
  func askText(_ cell: EditableCell, holding text: String) -> Response {
    .present(
      PromptOverlay(
        title(.reviewingCell, cell), text: text, hasLines: true, isSelected: false
      ) { [weak self] text in
        guard case .success(let value) = cell.read(text) else { return .done }
        return self?.set([(cell, value)]) ?? .done
      })
  }

  /// Shows the value and the note of a cell in full.
  func show(_ cell: EditableCell) -> Response {
    let title = title(.reviewingCell, cell)
    return .present(
      ReadingOverlay { words in
        StyledText(title.text(words.strings), .heading)
      } text: { words in
        func lines(_ text: String) -> [StyledText] {
          SafeText.multiLine(text).split(separator: "\n", omittingEmptySubsequences: false)
            .map { StyledText(String($0)) }
        }
        let value = lines(
          cell.current.value.flatMap { if case .text(let text) = $0 { text } else { nil } }
            ?? words.values.text(cell.current.value))
        guard let note = cell.current.note else { return value }
        return value + [""] + lines(words.strings(.changesNote, [.value: .text(note)]))
      })
  }

  private func title(_ message: Message, _ cell: EditableCell) -> Sentence {
    Sentence(
      message,
      [
        .student: .text(cell.student.listName),
        .item: .text(cell.item.name(in: strings.serviceLanguage)),
      ])
  }
}

extension EditableCell {
  /// The warning about a value outside the item's bounds, by the rule of all edits; nil inside of them.
  func warning(about value: GradeValue?, _ strings: Strings) -> Sentence? {
    BoundsViolation(value, of: item).map { Sentence(EditProblem($0, of: cell), strings) }
  }
}

extension Sentence {
  /// A value outside its item's bounds, as a warning to confirm.
  init(_ problem: EditProblem, _ strings: Strings) {
    let reason = ProblemSentence(strings).text(.requested(problem))
    self.init(.gridOutside, [.reason: .text(reason)])
  }
}

extension EditProblem {
  /// What is wrong with a typed value, as a sentence in passing.
  func sentence(for item: Classification) -> Sentence {
    let value: Arguments = [.value: .text(text ?? "")]
    return switch kind {
    case .computed: Sentence(.disabledComputed)
    case .ambiguousNumber: Sentence(.problemAmbiguousNumber, value)
    case .ambiguousSign: Sentence(ambiguousSign: text ?? "")
    case .notGraded: Sentence(.problemNotGraded)
    case .wrongType where item.valueType == .number: Sentence(.problemNotANumber, value)
    case .wrongType where item.valueType == .boolean: Sentence(.problemNotYesNo, value)
    default: Sentence(.problemWrongType, value)
    }
  }
}
