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

    /// Whether there is anything to review, be it only what is being written.
    var hasChanges: Bool { cells.changeCount > 0 || field?.isChanged == true }
  }
}

extension CellEditing.State {
  /// Why an action does nothing with the focused cell; nil: it does something.
  func disabledReason(for action: CellEditing.Action, _ focused: EditableCell?) -> Message? {
    switch action {
    case .undo: return canUndo ? nil : .disabledNothingToUndoCells
    case .redo: return canRedo ? nil : .redoNothing
    case .type, .key, .cancel, .explain, .expand: return nil
    case .show: return focused == nil ? .disabledNoCell : nil
    case .edit, .begin, .note, .toggle, .answer, .clear: break
    }
    guard let focused else { return .disabledNoCell }
    guard focused.item.isEditable else { return .disabledComputed }
    guard gradebook?.semester == focused.semester else { return .disabledNoSemester }
    guard !cells.isUnconfirmed(focused.cell) else { return .disabledUnconfirmed }
    let value = focused.current.value
    switch action {
    case .toggle: return focused.item.toggled(value) == nil ? .disabledNotYesNo : nil
    case .clear: return value == nil ? .disabledNothingToClear : nil
    default: return nil
    }
  }

  /// The action of a text that no key is bound to: it goes into the field, or begins one (Product rules,
  /// Keys of the spreadsheets). Nil: the text can begin no value of the cell. Where there is no cell, what begins a
  /// number begins a value, too: its characters must not open other scenes.
  func typed(_ text: String, _ focused: EditableCell?) -> CellEditing.Action? {
    if field != nil { return .type(text) }
    guard let focused else {
      return text.first.map { $0.isNumber || "+-,.".contains($0) } == true ? .begin(text) : nil
    }
    guard takesText(focused) || !Self.commands.contains(text) else { return nil }
    guard focused.item.isEditable, focused.item.valueType == .boolean else { return .begin(text) }
    return switch text.lowercased() {
    case "y", "a", "1": .answer(true)
    case "n", "0": .answer(false)
    default: .explain
    }
  }

  /// The characters that begin neither a number nor a yes or no.
  private static let commands = ["?", "/", " "]

  /// Whether every character begins a value of the cell.
  func takesText(_ focused: EditableCell?) -> Bool {
    focused.map { $0.item.isEditable && $0.item.valueType == .string } ?? false
  }
}
