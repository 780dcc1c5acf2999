import GradesClient
import GradesCore
import GradesLocalization

extension CellEditing {
  /// What a scene shows of it.
  struct State: Equatable, Sendable {
    /// Where edits go; nil before it is known.
    var gradebook: Gradebook?
    /// What the user has changed.
    var cells = EditedCells()
    var canUndo = false
    var canRedo = false
    /// The cell that is being written; nil: none is.
    var field: CellField?
  }
}

extension CellEditing.State {
  /// Why an action does nothing with the focused cell; nil: it does something.
  func disabledReason(for action: CellEditing.Action, _ focused: EditableCell?) -> Message? {
    switch action {
    case .undo: return canUndo ? nil : .disabledNothingToUndo
    case .redo: return canRedo ? nil : .disabledNothingToRedo
    case .type, .key, .cancel: return nil
    case .edit, .begin, .note, .toggle, .raise, .lower, .clear: break
    }
    guard let focused else { return .disabledNoCell }
    guard focused.item.isEditable else { return .disabledComputed }
    guard gradebook?.semester == focused.semester else { return .disabledNoSemester }
    guard !cells.isUnconfirmed(focused.cell) else { return .disabledUnconfirmed }
    let value = focused.current.value
    switch action {
    case .toggle: return focused.item.toggled(value) == nil ? .disabledNotYesNo : nil
    case .raise, .lower:
      return focused.item.stepped(value, by: 0) == nil ? .disabledNotNumber : nil
    case .clear: return value == nil ? .disabledNothingToClear : nil
    default: return nil
    }
  }

  /// The action of a text that no key is bound to: it goes into the field, and a number may begin with it.
  func typed(_ text: String, _ focused: EditableCell?) -> CellEditing.Action? {
    if field != nil { return .type(text) }
    // The signs of numbers step instead.
    guard focused?.item.valueType == .number, "0123456789,.".contains(text) else { return nil }
    return .begin(text)
  }
}
