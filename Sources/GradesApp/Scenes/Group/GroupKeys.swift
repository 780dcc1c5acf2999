import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// What the keys of the Group classification scene do.
extension GroupViewModel: CellEditingScene {
  typealias Step = (down: Int, right: Int)

  nonisolated static let keys: [Binding<GroupViewModel>] =
    (movementKeys { $0.take($1) } + [
      Binding(
        .left, .backTab, hint: .nameColumns, shown: [.left, .right], in: .help
      ) { $0.focusColumn { $0 - 1 } },
      Binding(.right, hint: .nameColumns, in: .nowhere) { $0.focusColumn { $0 + 1 } },
    ]).map(leaving) + [
      // As Enter after it returns to the column where this began.
      Binding(.tab, hint: .nameColumns, in: .nowhere) { model in
        model.editing.forgetTyping()
        model.move((0, 1))
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
      accepting(.enter, (1, 0), .structureMoveDown, in: .help),
      Binding(.control("f"), letter: "/", hint: .keyFilter) { $0.filter(.begin) },
    ]
    + cellKeys
    + [
      Binding(letter: "g", hint: .groupsColumnName) { $0.chooseGroup() },
      Binding(
        letter: "i", hint: .historyColumnItems,
        unless: { $0.sheet.matrix == nil ? .disabledNothingSelected : nil }
      ) { $0.chooseItems() },
      Binding(letter: "c", hint: .keyGoToColumn, in: .help, unless: noCell) { $0.goToColumn() },
      Binding(
        letter: "x", hint: .keyMissing, in: .help, unless: noCell
      ) { model in
        model.sheet.focusedItem.map { model.filter(by: "=\($0.identifier.rawValue) == null") }
          ?? .done
      },
      Binding(
        letter: "a", hint: .keyCopyAddresses, in: .help,
        unless: { model in
          model.sheet.rows.contains { $0.student.email != nil } ? nil : .disabledNothingSelected
        }
      ) { $0.copyAddresses() },
      Binding(
        letter: "o", hint: .keyOrder,
        unless: { $0.sheet.matrix == nil ? .disabledNothingSelected : nil }
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
        unless: { $0.sheet.rows.isEmpty ? .disabledNothingSelected : nil }
      ) { $0.showCourseStatistics() },
      Binding(letter: "y", hint: .keyCopyColumn, in: .help, unless: noCell) {
        $0.copy([$0.sheet.grid.columns.focus])
      },
      Binding(letter: "Y", hint: .keyCopySheet, in: .help, unless: noCell) {
        $0.copy(Array($0.sheet.columns.indices))
      },
      Binding(
        letter: "Q", hint: .sceneEntry, in: .help,
        unless: { model in
          guard let cell = model.focusedCell else { return .disabledNothingSelected }
          return cell.item.isEditable ? nil : .disabledComputed
        }
      ) { model in
        model.sheet.focusedItem.map {
          model.leave(remembering: .entry(model.course, model.group, $0.identifier))
        } ?? .done
      },
      Binding(
        letter: "v", hint: .studentsColumnStudent,
        unless: { $0.sheet.rows.isEmpty ? .disabledNothingSelected : nil }
      ) { $0.openStudent() },
      Binding(letter: "s", hint: .keyFindStudent, in: .help) {
        $0.leave(remembering: .studentSearch($0.course))
      },
      Binding(letter: "l", hint: .keyCellLog, in: .help, unless: noCell) {
        $0.leave(remembering: .log($0.course, $0.focusedCell?.cell))
      },
      Binding(letter: "L", hint: .sceneLog, in: .help) {
        $0.leave(remembering: .log($0.course, nil))
      },
      Binding(letter: "H", hint: .sceneHistory, in: .help) { $0.leave(for: .open(.history)) },
    ].map(leaving)

  private nonisolated static let writingKeys = fieldKeys(
    accepting: [
      accepting(.enter, (1, 0), .structureMoveDown, in: .first),
      accepting(.tab, (0, 1), .keyAcceptRight, in: .first),
      accepting(.backTab, (0, -1), .keyAcceptLeft, in: .help),
    ],
    overtyping: [
      overtyping(.up, (-1, 0), shown: [.up, .down, .left, .right], in: .help),
      overtyping(.down, (1, 0)), overtyping(.left, (0, -1)), overtyping(.right, (0, 1)),
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
    _ key: Key, _ step: Step, _ hint: Message, in slot: KeySlot
  ) -> Binding<GroupViewModel> {
    Binding(key, hint: hint, in: slot) { model in model.accept { model.move(step) } }
  }

  /// The same by an arrow, which is no step of a row that Enter returns from.
  private nonisolated static func overtyping(
    _ key: Key, _ step: Step, shown: [Key]? = nil, in slot: KeySlot = .nowhere
  ) -> Binding<GroupViewModel> {
    leaving(
      Binding(
        key, hint: .keyMove, shown: shown, in: slot,
        when: { $0.editing.field?.isOvertyping == true }
      ) { model in
        model.accept {
          model.move(step)
          model.tabItem = nil
        }
      })
  }

  /// A key that ends what was typed into a cell or along a row.
  private nonisolated static func leaving(
    _ binding: Binding<GroupViewModel>
  ) -> Binding<GroupViewModel> { binding.after { $0.leaveCell() } }

  @MainActor private static func noCell(_ model: GroupViewModel) -> Message? {
    model.focusedCell == nil ? .disabledNothingSelected : nil
  }

  private func leaveCell() {
    tabItem = nil
    editing.forgetTyping()
  }

  func takesText(_ words: SceneWords) -> Bool { sheet.filter.isTyped || editing.field != nil }

  func typing(_ text: String) -> (@MainActor () -> Response)? {
    if let change = sheet.filter.typed(text) { return { self.filter(change) } }
    return typingIntoCell(text)
  }

  func edit(_ key: Key) -> Response? {
    sheet.filter.isTyped ? sheet.filter.edited(key).map(filter) : editField(key)
  }

  func paste(_ text: String) -> Response? {
    if sheet.filter.isTyped || editing.field != nil { return typing(text)?() }
    tabItem = nil
    if editing.stop == .end { editing.stop = nil }
    return takePaste(text)
  }

  func click(_ position: Position, _ words: SceneWords) -> Response? {
    guard !sheet.filter.isTyped, let hit = hit(position, words) else { return nil }
    guard let row = hit.row else {
      guard editing.field == nil else { return .done }
      leaveCell()
      return sortByHeader(hit.column)
    }
    leaveCell()
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

  /// Sorts by the column whose title was clicked; by the same one in the other direction.
  private func sortByHeader(_ hit: GridColumnIndex) -> Response {
    var order = GroupOrder()
    if case .column(let index) = hit { order.item = sheet.item(index)?.identifier }
    if sheet.order == order { order.isDescending = true }
    return sort(by: order)
  }

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
    sheet.grid.rows.take(movement, count: sheet.rows.count)
    return .done
  }

  private func focusColumn(_ target: (Int) -> Int) -> Response {
    sheet.grid.columns.move(to: target(sheet.grid.columns.focus), count: sheet.columns.count)
    return .done
  }

  /// Moves the focus after a cell was written, as spreadsheets do: down after steps to the right is to the
  /// column where these began.
  private func move(_ step: Step) {
    let (row, item) = (sheet.grid.rows.focus, sheet.focusedItem?.identifier)
    sheet.grid.columns.move(by: step.right, count: sheet.columns.count)
    sheet.grid.rows.move(by: step.down, count: sheet.rows.count)
    if step.right > 0 { tabItem = tabItem ?? item }
    if step.down > 0, sheet.grid.rows.focus != row, let column = sheet.column(of: tabItem) {
      sheet.grid.columns.focus = column
    }
    if step.down != 0 { tabItem = nil }
  }

  /// A yes or no is entered down its column.
  func moveOn() {
    tabItem = nil
    move((1, 0))
  }

  func reappear() async throws {
    tabItem = nil
    try await appear()
  }

  var usedNotes: [String] {
    let recorded = (sheet.matrix?.value.rows ?? []).lazy.flatMap(\.values).compactMap(\.note)
    return CourseMemory.byFrequency(editing.cells.edits.compactMap(\.note) + recorded)
  }

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
}
