import GradesClient
import GradesCore
import GradesLocalization
import Terminal

extension CellEditing {
  /// A value as it is typed; nothing for none.
  func editableText(of cell: EditableCell) -> String {
    cell.current.value == nil ? "" : ValueText(strings).text(cell.current.value)
  }

  /// Asks for the value of a cell.
  func askValue(_ cell: EditableCell) -> Response {
    if let reason = state.disabledReason(for: .edit, cell) { return .say(Sentence(reason)) }
    return .present(
      PromptOverlay(
        title(.gridValueTitle, cell), explanation: [Sentence(.gridValueClears)],
        text: editableText(of: cell),
        problem: { text in
          guard case .failure(let problem) = cell.read(text) else { return nil }
          return problem.sentence(for: cell.item)
        }
      ) { [weak self] text in
        guard case .success(let value) = cell.read(text) else { return .done }
        return self?.set([(cell, value)]) ?? .done
      })
  }

  /// Asks for the note of a cell.
  func askNote(_ cell: EditableCell) -> Response {
    if let reason = state.disabledReason(for: .note, cell) { return .say(Sentence(reason)) }
    return .present(
      PromptOverlay(title(.gridNoteTitle, cell), text: cell.current.note ?? "") {
        [weak self] text in self?.setNote(text, of: cell) ?? .done
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

extension EditProblem {
  /// What is wrong with a typed value, as a sentence in passing.
  func sentence(for item: Classification) -> Sentence {
    let value: [Placeholder: Argument] = [.value: .text(text ?? "")]
    return switch kind {
    case .computed: Sentence(.disabledComputed)
    case .ambiguousNumber: Sentence(.problemAmbiguousNumber, value)
    case .wrongType where item.valueType == .number: Sentence(.problemNotANumber, value)
    case .wrongType where item.valueType == .boolean: Sentence(.problemNotYesNo, value)
    default: Sentence(.problemWrongType, value)
    }
  }
}
