import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Student classification scene of the terminal app: what its keys do.
extension StudentViewModel: CellEditingScene {
  nonisolated static let keys: [Binding<StudentViewModel>] =
    (movementKeys { $0.take($1) } + [
      Binding(
        .left, hint: .keyFold, shown: [.left, .right], in: .help,
        unless: { $0.state.results == nil ? .disabledNoCell : nil }
      ) { model in
        model.state.fold(.left)
        return .done
      },
      Binding(
        .right, hint: .keyFold, in: .nowhere,
        unless: { $0.state.results == nil ? .disabledNoCell : nil }
      ) { model in
        model.state.fold(.right)
        return .done
      },
      Binding(.backTab, hint: .keyMove, in: .nowhere) { $0.next(isDown: false) },
      Binding(.tab, hint: .keyMove, in: .nowhere) { $0.next(isDown: true) },
    ]).map(leaving) + [
      Binding(.enter, hint: .structureMoveDown, in: .help) { $0.accept(isDown: true) },
      leaving(
        Binding(.control("f"), letter: "s", hint: .keyFindStudent) { model in
          model.opening.courses?[focusedItem: model.state.course] =
            model.focusedCell?.item.identifier
          return model.leave(for: .open(.studentSearch(model.course)))
        }),
    ] + cellKeys + [
      leaving(Binding(letter: "H", hint: .keyHistory, in: .help) { $0.leave(for: .open(.history)) })
    ]

  private nonisolated static let writingKeys = fieldKeys(
    accepting: [
      Binding(.enter, .tab, hint: .structureMoveDown, in: .first) { $0.accept(isDown: true) },
      Binding(.backTab, hint: .structureMoveUp, in: .help) { $0.accept(isDown: false) },
    ],
    overtyping: [
      Binding(
        .up, .left, hint: .keyMove, shown: [.up, .down], in: .help,
        when: { $0.editing.field?.isOvertyping == true }
      ) { $0.accept(isDown: false) },
      Binding(
        .down, .right, hint: .keyMove, in: .nowhere,
        when: { $0.editing.field?.isOvertyping == true }
      ) { $0.accept(isDown: true) },
    ])

  private nonisolated static func leaving(
    _ binding: Binding<StudentViewModel>
  ) -> Binding<StudentViewModel> { binding.after { $0.editing.forgetTyping() } }

  var bindings: [Binding<StudentViewModel>] {
    (editing.field == nil ? Self.keys : Self.writingKeys).filter { $0.isOffered(self) }
  }

  func appear() async throws { try await load() }

  func typing(_ text: String) -> (@MainActor () -> Response)? { typingIntoCell(text) }

  func paste(_ text: String) -> Response? { editing.field == nil ? nil : typing(text)?() }

  func edit(_ key: Key) -> Response? { editField(key) }

  func click(_ position: Position, _ words: SceneWords) -> Response? {
    let state = state
    guard
      let line = FocusList.line(
        at: position, state.tree.scroll, count: state.tree.visible(state.rows).count,
        in: StudentLayout(state, drawn, words).tree)
    else { return nil }
    editing.forgetTyping()
    guard line == state.tree.scroll.focus else {
      return accept { self.state.tree.scroll.focus = line }
    }
    // A click into what is being written does not end it.
    return editing.field == nil ? write() : .done
  }

  private func take(_ movement: Movement) -> Response {
    state.take(movement)
    return .done
  }

  private func next(isDown: Bool) -> Response {
    state.takeEditable(isDown: isDown)
    return .done
  }

  private func accept(isDown: Bool) -> Response { accept { state.takeEditable(isDown: isDown) } }

  func moveOn() { state.takeEditable(isDown: true) }

  var course: CourseCode { state.course }

  var usedNotes: [String] {
    let own = state.items.compactMap(\.recorded.note)
    return CourseMemory.byFrequency(own + (opening.courses?.notes[state.course] ?? []))
  }

  func item(_ identifier: ItemIdentifier) -> Classification? {
    state.results?.value.items.first { $0.item.identifier == identifier }?.item.definition
  }

  var focusedCell: EditableCell? { state.focused }

  func focus(_ cell: GradeCell) -> Bool {
    // An edit of another student may be undone here.
    guard cell.username == state.username else { return false }
    state.tree.focus(cell.identifier, state.rows)
    return state.focused?.cell == cell
  }
}
