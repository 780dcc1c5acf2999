import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// What the keys of the Group classification scene do.
extension GroupViewModel: CellEditingScene {
  /// Where the focus goes once a cell is written.
  enum Direction { case up, down, left, right }

  nonisolated static let keys: [Binding<GroupViewModel>] =
    (movementKeys { $0.take($1) } + [
      Binding(
        .left, .backTab, hint: .nameColumns, shown: [.left, .right], in: .help
      ) { $0.focusColumn { $0 - 1 } },
      Binding(.right, hint: .nameColumns, in: .nowhere) { $0.focusColumn { $0 + 1 } },
    ]).map(leaving) + [
      // As Enter after it returns to the column where this began.
      Binding(.tab, hint: .nameColumns, in: .nowhere) { model in
        model.settle()
        model.editing.forgetTyping()
        model.move(.right)
        return .done
      }
    ]
    + [
      Binding(
        Key(.left, .control), hint: .keyRowEnds,
        shown: [Key(.left, .control), Key(.right, .control)], in: .help
      ) { $0.focusColumn { _ in 0 } },
      Binding(Key(.right, .control), hint: .keyRowEnds, in: .nowhere) {
        $0.focusColumn { _ in .max }
      },
    ].map(leaving)
    + [
      accepting(.enter, .down, .structureMoveDown, in: .help),
      Binding(.control("f"), letter: "/", hint: .keyFilter) { $0.filter(.begin) },
    ]
    + cellKeys.map { $0.after { $0.settle() } }
    + [
      Binding(letter: "g", hint: .nameGroup) { $0.chooseGroup() },
      Binding(
        letter: "i", hint: .keyItems, unless: { $0.sheet.matrix == nil ? .disabledNoCell : nil }
      ) { $0.chooseItems() },
      Binding(
        letter: "o", hint: .keyOrder, unless: { $0.sheet.matrix == nil ? .disabledNoCell : nil }
      ) { $0.chooseOrder() },
      Binding(
        .control("d"), letter: "f", hint: .keyFill,
        unless: { model in
          model.editing.disabledReason(for: model.focusedCell)
            ?? (model.sheet.grid.rows.focus + 1 >= model.sheet.rows.count ? .disabledLastRow : nil)
        }
      ) { $0.askFill() },
      Binding(letter: "d", hint: .keyStatistics, unless: noCell) { $0.showStatistics() },
      Binding(
        letter: "D", hint: .keyCourseStatistics, in: .help,
        unless: { $0.sheet.rows.isEmpty ? .disabledNoCell : nil }
      ) { $0.showCourseStatistics() },
      Binding(letter: "y", hint: .keyCopyColumn, in: .help, unless: noCell) {
        $0.copy([$0.sheet.grid.columns.focus])
      },
      Binding(letter: "Y", hint: .keyCopySheet, in: .help, unless: noCell) {
        $0.copy(Array($0.sheet.columns.indices))
      },
      Binding(
        letter: "Q", hint: .keyQuickEntry, in: .help,
        unless: { model in
          guard let cell = model.focusedCell else { return .disabledNoCell }
          return cell.item.isEditable ? nil : .disabledComputed
        }
      ) { model in
        model.sheet.focusedItem.map {
          model.leave(remembering: .entry(model.course, model.group, $0.identifier))
        } ?? .done
      },
      Binding(
        letter: "v", hint: .roleStudent,
        unless: { $0.sheet.rows.isEmpty ? .disabledNoCell : nil }
      ) { $0.openStudent() },
      Binding(letter: "s", hint: .keyFindStudent, in: .help) {
        $0.leave(remembering: .studentSearch($0.course))
      },
      Binding(letter: "l", hint: .keyCellLog, in: .help, unless: noCell) {
        $0.leave(remembering: .log($0.course, $0.focusedCell?.cell))
      },
      Binding(letter: "L", hint: .keyLog, in: .help) {
        $0.leave(remembering: .log($0.course, nil))
      },
      Binding(letter: "H", hint: .keyHistory, in: .help) { $0.leave(for: .open(.history)) },
    ].map(leaving)

  private nonisolated static let writingKeys = fieldKeys(
    accepting: [
      accepting(.enter, .down, .structureMoveDown, in: .first),
      accepting(.tab, .right, .keyAcceptRight, in: .first),
      accepting(.backTab, .left, .keyAcceptLeft, in: .help),
    ],
    overtyping: [
      overtyping(.up, .up, shown: [.up, .down, .left, .right], in: .help),
      overtyping(.down, .down), overtyping(.left, .left), overtyping(.right, .right),
    ])

  var bindings: [Binding<GroupViewModel>] {
    let isWriting = editing.field != nil && !sheet.filter.isTyped
    let own = (isWriting ? Self.writingKeys : Self.keys).filter { $0.isOffered(self) }
    return isWriting
      ? own
      : sheet.filter.bindings(
        over: own,
        move: {
          $0.leaveCell()
          return $0.take($1)
        }, change: { $0.filter($1) })
  }

  /// A key that keeps what was written and goes on.
  private nonisolated static func accepting(
    _ key: Key, _ direction: Direction, _ hint: Message, in slot: KeySlot
  ) -> Binding<GroupViewModel> {
    Binding(key, hint: hint, in: slot) { model in
      model.settle()
      return model.accept { model.move(direction) }
    }
  }

  /// The same by an arrow, which is no step of a row that Enter returns from.
  private nonisolated static func overtyping(
    _ key: Key, _ direction: Direction, shown: [Key]? = nil, in slot: KeySlot = .nowhere
  ) -> Binding<GroupViewModel> {
    leaving(
      Binding(
        key, hint: .keyMove, shown: shown, in: slot,
        when: { $0.editing.field?.isOvertyping == true }
      ) { model in
        model.accept {
          model.move(direction)
          model.tabItem = nil
        }
      })
  }

  /// A key that ends what was typed into a cell or along a row.
  private nonisolated static func leaving(
    _ binding: Binding<GroupViewModel>
  ) -> Binding<GroupViewModel> { binding.after { $0.leaveCell() } }

  @MainActor private static func noCell(_ model: GroupViewModel) -> Message? {
    model.focusedCell == nil ? .disabledNoCell : nil
  }

  private func leaveCell() {
    settle()
    tabItem = nil
    editing.forgetTyping()
  }

  /// What is typed ahead of a condition's rows is meant for them, not for those before.
  private func settle() { selecting.finishAtOnce() }

  func takesText(_ words: SceneWords) -> Bool { sheet.filter.isTyped || editing.field != nil }

  func typing(_ text: String) -> (@MainActor () -> Response)? {
    if let change = sheet.filter.typed(text) { return { self.filter(change) } }
    guard let type = typingIntoCell(text) else { return nil }
    return {
      self.settle()
      return type()
    }
  }

  func edit(_ key: Key) -> Response? {
    sheet.filter.isTyped ? sheet.filter.edited(key).map(filter) : editField(key)
  }

  func paste(_ text: String) -> Response? {
    if sheet.filter.isTyped || editing.field != nil { return typing(text)?() }
    leaveCell()
    return takePaste(text)
  }

  func click(_ position: Position, _ words: SceneWords) -> Response? {
    guard !sheet.filter.isTyped, let hit = hit(position, words), let row = hit.row else {
      return nil
    }
    let clicked = sheet.student(row)?.username
    leaveCell()
    // A condition's rows may have come.
    guard sheet.student(row)?.username == clicked else { return .done }
    var column = sheet.grid.columns.focus
    if case .column(let index) = hit.column { column = index }
    guard sheet.grid.rows.focus == row, sheet.grid.columns.focus == column else {
      return accept { (sheet.grid.rows.focus, sheet.grid.columns.focus) = (row, column) }
    }
    // A click into what is being written does not end it.
    if editing.field != nil { return .done }
    if case .frozen = hit.column { return openStudent() }
    return write()
  }

  // MARK: Focus

  var focusedCell: EditableCell? {
    sheet.cell(sheet.grid.rows.focus, sheet.grid.columns.focus, editing.cells)
  }

  func item(_ identifier: ItemIdentifier) -> Classification? {
    sheet.matrix?.value.items.first { $0.identifier == identifier }?.definition
  }

  func focus(_ cell: GradeCell) -> Bool {
    tabItem = nil
    // With the row or the column alone, what is typed next would go into another cell.
    guard let row = sheet.rows.firstIndex(where: { $0.student.username == cell.username }),
      let column = sheet.column(of: cell.identifier)
    else { return false }
    (sheet.grid.rows.focus, sheet.grid.columns.focus) = (row, column)
    return true
  }

  private func take(_ movement: Movement) -> Response {
    sheet.grid.rows.focus = movement.target(
      from: sheet.grid.rows.focus, count: sheet.rows.count, page: drawn.page)
    return .done
  }

  private func focusColumn(_ target: (Int) -> Int) -> Response {
    sheet.grid.columns.move(to: target(sheet.grid.columns.focus), count: sheet.columns.count)
    return .done
  }

  /// Moves the focus after a cell was written, as spreadsheets do: down after steps to the right is to the
  /// column where these began.
  private func move(_ direction: Direction) {
    let (row, column) = (sheet.grid.rows.focus, sheet.grid.columns.focus)
    switch direction {
    case .left: sheet.grid.columns.move(by: -1, count: sheet.columns.count)
    case .right:
      sheet.grid.columns.move(by: 1, count: sheet.columns.count)
      tabItem = tabItem ?? sheet.item(column)?.identifier
    case .up:
      sheet.grid.rows.move(by: -1, count: sheet.rows.count)
      tabItem = nil
    case .down:
      sheet.grid.rows.move(by: 1, count: sheet.rows.count)
      if sheet.grid.rows.focus != row, let column = sheet.column(of: tabItem) {
        sheet.grid.columns.focus = column
      }
      tabItem = nil
    }
  }

  /// A yes or no is entered down its column.
  func moveOn() {
    tabItem = nil
    move(.down)
  }

  // MARK: Other scenes

  func reappear() async throws {
    tabItem = nil
    try await appear()
  }

  var usedNotes: [String] {
    let recorded = (sheet.matrix?.value.rows ?? []).lazy.flatMap(\.values).compactMap(\.note)
    return CourseMemory.byFrequency(editing.cells.edits.compactMap(\.note) + recorded)
  }

  /// Goes to a scene of the course, which knows where the user was.
  private func leave(remembering scene: Scene) -> Response {
    courses.notes[course] = usedNotes
    courses.groups[course] = group
    if let item = sheet.focusedItem { courses.items[course] = item.identifier }
    return leave(for: .open(scene))
  }

  private func openStudent() -> Response {
    sheet.focusedRow.map {
      leave(remembering: .student(course, $0.student.username))
    } ?? .done
  }

  // MARK: Copying

  /// Copies the usernames and the values of columns for a spreadsheet, or to be pasted into this one again.
  private func copy(_ columns: [Int]) -> Response {
    let titles = ["username"] + columns.compactMap { sheet.item($0)?.identifier.rawValue }
    let texts = ValueText(strings)
    let edits = editing.cells
    func cell(_ value: GradeValue?) -> PastedTable.Cell {
      switch value {
      case nil: .plain("")
      case .text(let text): .text(SafeText.keepingBlanks(text))
      case let value?: .plain(texts.text(value))
      }
    }
    let rows = sheet.rows.map { row in
      [.text(row.student.username.rawValue)]
        + columns.map { cell(sheet.cell(of: row, sheet.columns[$0], edits)?.current.value) }
    }
    return .copy(
      PastedTable.text(titles, rows),
      saying: Sentence(.gridCopied, [.count: rows.count]))
  }

  // MARK: Filling

  /// Asks how many cells below the focused one get its value.
  private func askFill() -> Response {
    guard let cell = focusedCell, let column = sheet.columns[safe: sheet.grid.columns.focus] else {
      return .done
    }
    let edits = editing.cells
    let others = sheet.rows.dropFirst(sheet.grid.rows.focus + 1)
    let below = others.count
    guard below > 0 else { return .say(Sentence(.disabledLastRow)) }
    // Offered are those that lose nothing.
    let empty = others.prefix { sheet.cell(of: $0, column, edits)?.current.value == nil }.count
    let count: @MainActor (String) -> Int? = { text in
      Int(text.trimmingCharacters(in: .whitespaces)).flatMap { (1...below).contains($0) ? $0 : nil }
    }
    return .present(
      PromptOverlay(
        Sentence(.gridFillTitle),
        explanation: [
          Sentence(.gridFillBelow, [.count: below]),
          Sentence(.gridFillEmpty, [.count: empty]),
        ],
        text: empty > 0 ? "\(empty)" : "",
        problem: { count($0) == nil ? Sentence(.gridFillRange, [.limit: below]) : nil }
      ) { [weak self] text in
        guard let self, let count = count(text) else { return .done }
        // The rows may have changed below the question; the students who are meant have not.
        let meant = others.prefix(count).map {
          GradeCell($0.student.username, cell.item.identifier)
        }
        return fill(sheet.cells(meant, editing.cells), with: cell)
      })
  }

  /// Writes a cell's value into others; asks first if that replaces values, or if the value is outside the
  /// bounds.
  private func fill(_ cells: [EditableCell], with cell: EditableCell) -> Response {
    let value = cell.current.value
    let filling: @MainActor () -> Response = { [self] in set(cells.map { ($0, value) }) }
    let replaced = cells.count { $0.current.value != nil && $0.current.value != value }
    var text: [Sentence] = []
    if replaced > 0 { text.append(Sentence(.gridFillReplaces, [.count: replaced])) }
    if let warning = cell.warning(about: value, strings) { text.append(warning) }
    guard !text.isEmpty else { return filling() }
    return .present(
      QuestionOverlay(
        Sentence(.gridFillAsk, [.count: cells.count, .value: ValueText(strings).text(value)]),
        text: text, choices: [.init(letter: .letterYes, label: .keyFill, response: filling)]))
  }
}
