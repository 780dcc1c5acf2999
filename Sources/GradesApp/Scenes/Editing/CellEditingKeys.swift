import Terminal

extension CellEditing {
  /// The keys of a cell that is not being written, the same in both spreadsheets.
  nonisolated static var bindings: [KeyBinding<Action>] {
    [
      KeyBinding(Key(.function(2)), menu: "e", does: .edit, .keyEdit),
      KeyBinding(.character(" "), does: .toggle, .itemsTypeYesNo),
      KeyBinding(.delete, .backspace, does: .clear, .keyClear, in: .help),
      KeyBinding(.control("z"), menu: "u", does: .undo, .keyUndo),
      KeyBinding(.control("y"), menu: "U", does: .redo, .keyRedo, in: .help),
      KeyBinding(menu: "m", does: .note, .keyNote),
      KeyBinding(menu: "t", does: .show, .keyWholeText, in: .help),
    ]
  }

  /// The key of a text that is being written.
  nonisolated static func textBindings(of field: CellField) -> [KeyBinding<Action>] {
    guard field.cell.item.valueType == .string else { return [] }
    return [
      KeyBinding(
        Key(.enter, .alt), .control("e"), does: .expand, .keySeveralLines, in: .footer)
    ]
  }
}

extension Array {
  /// The bindings for a focused cell: the key for yes and no is shown where there is a yes or no, and is a
  /// character in a text.
  func forCell<Action>(
    _ cell: EditableCell?, _ editing: CellEditing.State, toggle: Action
  ) -> Self where Element == KeyBinding<Action> {
    compactMap { binding in
      guard binding.action == toggle, cell?.item.valueType != .boolean else { return binding }
      if editing.takesText(cell) { return nil }
      var binding = binding
      binding.slot = .help
      return binding
    }
  }
}
