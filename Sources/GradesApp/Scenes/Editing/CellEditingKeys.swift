import Terminal

extension CellEditing {
  /// The keys of a cell that is not being written, the same in both spreadsheets.
  nonisolated static var bindings: [KeyBinding<Action>] {
    [
      KeyBinding(.enter, Key(.function(2)), menu: "e", does: .edit, .keyEdit, in: .first),
      KeyBinding(.character(" "), does: .toggle, .itemsTypeYesNo),
      KeyBinding(.delete, .backspace, does: .clear, .keyClear, in: .help),
      KeyBinding(.control("z"), menu: "u", does: .undo, .keyUndo),
      KeyBinding(.control("y"), menu: "U", does: .redo, .keyRedo, in: .help),
      KeyBinding(menu: "m", does: .note, .keyNote),
      KeyBinding(menu: "t", does: .show, .keyWholeText, in: .help),
    ]
  }

  /// The key of a text that is being written.
  nonisolated static var textBindings: [KeyBinding<Action>] {
    [
      KeyBinding(
        Key(.enter, .alt), .control("e"), does: .expand, .keySeveralLines, in: .footer)
    ]
  }
}

extension [KeyBinding<GroupViewModel.Action>] {
  /// The bindings for a focused cell.
  func forCell(_ cell: EditableCell?, _ editing: CellEditing.State) -> Self {
    fitting(cell, editing, toggle: .cell(.toggle), edit: .cell(.edit), down: .move(.down))
  }
}

extension [KeyBinding<StudentViewModel.Action>] {
  /// The bindings for a focused cell.
  func forCell(_ cell: EditableCell?, _ editing: CellEditing.State) -> Self {
    fitting(
      cell, editing, toggle: .cell(.toggle), edit: .cell(.edit), down: .next(isDown: true))
  }
}

extension Array {
  /// The bindings without those characters that begin a value of the cell. The one for yes and no is shown
  /// where there is a yes or no, in which Enter goes down as it does after any other value.
  fileprivate func fitting<Action>(
    _ cell: EditableCell?, _ editing: CellEditing.State, toggle: Action, edit: Action, down: Action
  ) -> [KeyBinding<Action>] where Element == KeyBinding<Action> {
    let isYesNo = cell?.item.isEditable == true && cell?.item.valueType == .boolean
    let enter = [KeyBinding(.enter, does: down, .structureMoveDown, in: .help)]
    return (isYesNo ? enter : [])
      + map { binding in
        var binding = binding
        if isYesNo, binding.action == edit {
          binding.keys.removeAll { $0 == .enter }
          binding.shown = binding.keys
        }
        if binding.action == toggle, cell?.item.valueType != .boolean { binding.slot = .help }
        guard editing.takesText(cell) else { return binding }
        binding.keys.removeAll { $0.text != nil }
        binding.shown.removeAll { $0.text != nil }
        if binding.shown.isEmpty { binding.shown = Array<Key>(binding.keys.prefix(1)) }
        return binding
      }.filter { !$0.keys.isEmpty || $0.letter != nil }
  }
}
