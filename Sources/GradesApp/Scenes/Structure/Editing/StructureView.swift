import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Structure scene on a screen: the tree of items, and the focused item beside or below it.
struct StructureView: SceneView {
  typealias State = StructureViewModel.State
  typealias Action = StructureViewModel.Action

  let words: SceneWords

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  private static func treeBindings(
    enter action: Action = .edit, _ hint: Message = .keyEdit
  ) -> [KeyBinding<Action>] {
    Movement.bindings.map { $0.map(Action.move) } + [
      KeyBinding(.enter, does: action, hint, in: .first),
      KeyBinding(.character("p"), does: .plan, .keyPlan, in: .first),
      KeyBinding(.left, .character("h"), does: .left, .keyFold, shown: [.left, .right], in: .help),
      KeyBinding(.right, .character("l"), does: .right, .keyFold, in: .nowhere),
      KeyBinding(.character(" "), does: .fold, .keyFold, in: .help),
      KeyBinding(.character("a"), does: .add, .keyAddItem),
      KeyBinding(.character("A"), does: .addBelow, .keyAddBelow, in: .help),
      KeyBinding(.character("x"), .delete, does: .remove, .structureRemove),
      KeyBinding(.character("m"), does: .moveItem, .keyMoveItem),
      KeyBinding(.character("v"), does: .hide, .keyShowToStudents),
      KeyBinding(.character("u"), .control("z"), does: .undo, .keyUndo),
      KeyBinding(.control("y"), does: .redo, .keyRedo, in: .help),
      KeyBinding(.character("o"), does: .restore, .keyRestoreItem, in: .help),
      KeyBinding(.character("s"), does: .chooseStudent, .roleStudent),
      KeyBinding(.character("D"), does: .discard, .keyDiscardAll, in: .help),
      FindAction.begin.map(Action.find),
    ]
  }

  static let bindings = treeBindings() + FindAction.matches.map { $0.map(Action.find) }

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    let own: [KeyBinding<Action>]
    if state.readOnly != nil {
      own = Self.treeBindings(enter: .edit, .keyDetails)
    } else if state.focused.map(state.isRemoved) == true {
      own = Self.treeBindings(enter: .restore, .keyRestoreItem)
    } else {
      own = Self.treeBindings()
    }
    return state.find.bindings(over: own, find: Action.find)
  }

  func disabledReason(for action: Action, _ state: State) -> Message? {
    switch action {
    case .move, .left, .right, .focus, .find: return nil
    case .chooseStudent: return state.students == nil ? .structureNoValues : nil
    case .fold:
      return state.tree.focused(state.rows)?.hasChildren == true ? nil : .disabledNoParts
    case .edit: return state.focused == nil ? .disabledNoItem : nil
    case .plan, .discard:
      if state.progress != nil { return .structureSendingNow }
      if state.readOnly == .structureOtherWindow { return .structureOtherWindow }
      let isPossible = action == .plan ? state.hasPlan : state.changeCount > 0
      return isPossible ? nil : .structureNoEdits
    case .undo, .redo, .add, .addBelow, .remove, .moveItem, .restore, .hide: break
    }
    if state.editing == nil { return .disabledNoItem }
    if state.progress != nil { return .structureSendingNow }
    if let reason = state.readOnly { return reason }
    switch action {
    case .undo: return state.editing?.canUndo == true ? nil : .undoNothing
    case .redo: return state.editing?.canRedo == true ? nil : .redoNothing
    case .add:
      let parent = state.focused?.parent
      return parent.map { state.signs[$0] == .removed } == true ? .structureRemovedReason : nil
    case .restore:
      guard let item = state.focused else { return .disabledNoItem }
      let sign = state.signs[item.identifier]
      return sign == .changed || sign == .removed ? nil : .structureNotChanged
    default:
      guard let item = state.focused else { return .disabledNoItem }
      return state.isRemoved(item) ? .structureRemovedReason : nil
    }
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    state.line(at: position, in: layout(state, rect).tree).map(Action.focus)
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    let course = StyledText("\(state.course) · ", .quiet)
    let count = state.changeCount
    var kept: StyledText = ""
    if let progress = state.progress {
      kept = StyledText(progress.text(strings, ofStructure: true), .mark)
    } else if state.readOnly != nil {
      kept = StyledText(strings(.structureReadOnly), .quiet)
    } else if count > 0 {
      kept = StyledText(strings(.structureEdits, [.count: .count(count)]), .mark)
    }
    let semester = state.editing.map { [StyledText(strings.title(of: $0.semester))] } ?? []
    return SceneTitle(
      course + StyledText(strings(.sceneStructure), .heading),
      leastLeading: course.displayWidth + 9, trailing: semester, kept: kept)
  }

  func fit(_ state: inout State, in rect: Rect) {
    let tree = layout(state, rect).tree
    state.page = max(1, tree.rows)
    state.tree.fit(state.rows, height: tree.rows)
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    let layout = layout(state, rect)
    guard state.editing != nil else {
      let loading = strings(.progressCourse, [.course: .text(state.course.rawValue)])
      if state.isLoading {
        frame.write([StyledText(loading, .quiet)], in: rect.inset(left: 1, right: 1))
      }
      return
    }
    if state.items.isEmpty {
      let width = max(1, layout.tree.columns - 2)
      frame.write(
        emptiness(state).flatMap { $0.wrapped(to: width) },
        in: layout.tree.inset(left: 1, right: 1))
    } else {
      let columns = StructureColumns(state, width: layout.tree.columns - 3, words)
      state.drawTree(in: layout.tree, of: &frame) { index, room in
        columns.line(index, room: room - 2)
      }
    }
    drawDetails(state, layout, of: &frame)
    state.drawFind(in: rect, of: &frame, words)
  }

  /// Why no item is listed, and how to add one.
  private func emptiness(_ state: State) -> [StyledText] {
    [StyledText(strings(.courseEmpty), .quiet)]
      + (state.readOnly == nil ? [StyledText(strings(.structureEmpty))] : [])
  }

  private func drawDetails(_ state: State, _ layout: Layout, of frame: inout Frame) {
    let details = layout.details
    guard details.rows > 0, let item = state.focused else { return }
    let width = max(1, details.columns - 2)
    let lines: [StyledText]
    if layout.isBeside {
      for row in details.rowRange {
        frame.write(StyledText("│", .quiet), at: Position(column: details.column, row: row))
      }
      lines =
        [StyledText(item.identifier.rawValue, .heading)]
        + StructureDetails(state, words).lines(of: item, width: width)
    } else {
      frame.fill(
        Rect(column: details.column, row: details.row, columns: details.columns, rows: 1),
        with: "─", CellStyle(.quiet))
      lines = summary(item, state).lines(of: width)
    }
    let room = layout.isBeside ? details.inset(left: 2) : details.inset(left: 1, right: 1, top: 1)
    frame.write(lines.cut(to: room.rows, width: width), in: room)
  }

  /// The focused item in a few parts, where there is little room.
  private func summary(_ item: CourseItem, _ state: State) -> [StyledText] {
    let definition = item.definition
    let name = StyledText(definition.name(in: strings.serviceLanguage), .heading)
    let type = StyledText(definition.classificationType.rawValue, .quiet)
    let expression = definition.expression.map { [ExpressionText($0).styled] } ?? []
    return [name, type] + expression + StructureDetails(state, words).remarks(of: item)
  }

  /// Where the parts of the scene are.
  private struct Layout {
    var tree: Rect
    var details: Rect
    var isBeside: Bool
  }

  private func layout(_ state: State, _ rect: Rect) -> Layout {
    let search = state.find.isOpen ? 1 : 0
    guard rect.columns < 110 else {
      let beside = min(60, rect.columns * 2 / 5)
      return Layout(
        tree: rect.inset(right: beside, bottom: search),
        details: rect.inset(left: rect.columns - beside, bottom: search), isBeside: true)
    }
    let rows = rect.rows < 8 ? 0 : rect.rows < 14 ? 3 : 4
    return Layout(
      tree: rect.inset(bottom: rows + search),
      details: rect.inset(top: rect.rows - rows - search, bottom: search), isBeside: false)
  }
}
