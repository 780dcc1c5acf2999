import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The History scene on a screen: the batches, and the changes of one of them.
struct HistoryView: SceneView {
  typealias State = HistoryViewModel.State
  typealias Action = HistoryViewModel.Action

  let words: SceneWords
  private var strings: Strings { words.strings }

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  private static var movements: [KeyBinding<Action>] {
    Movement.bindings.map { $0.map(Action.move) }
  }

  private static let undoBinding = KeyBinding<Action>(
    .character("U"), .control("z"), does: .undo, .keyUndo, in: .first)
  private static let redoBinding = KeyBinding<Action>(
    .character("R"), .control("y"), does: .redo, .keyRedo, in: .first)
  private static let closeBinding = KeyBinding<Action>(
    .escape, .left, .character("q"), does: .close, .keyBack, in: .first)
  private static let openBinding = KeyBinding<Action>(
    .enter, .right, .character("l"), does: .open, .keyChanges, in: .first)
  private static let draftsBinding = KeyBinding<Action>(
    .enter, does: .makeDrafts, .keyMakeDrafts, in: .first)

  static var bindings: [KeyBinding<Action>] {
    movements + [openBinding, undoBinding, redoBinding, draftsBinding, closeBinding]
  }

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    let reversal = state.focused?.isUndo == true ? Self.redoBinding : Self.undoBinding
    return switch state.opened?.purpose {
    case nil: Self.movements + [Self.openBinding, reversal]
    case .reading?: Self.movements + [reversal, Self.closeBinding]
    case .reversal?: Self.movements + [Self.draftsBinding, Self.closeBinding]
    }
  }

  func disabledReason(for action: Action, _ state: State) -> Message? {
    switch action {
    case .open where state.focused == nil, .undo where state.focused == nil,
      .redo where state.focused == nil:
      .disabledNothingSelected
    case .makeDrafts where state.opened?.proposal?.changes.isEmpty ?? true:
      .disabledNothingToRestore
    default: nil
    }
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    if let opened = state.opened {
      return BatchDrawing(opened, words, in: rect).row(at: position).map(Action.focus)
    }
    return BatchListDrawing(state, words, in: rect).row(at: position).map(Action.focus)
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    let course = state.opened?.batch.gradebook.course.rawValue ?? "grades"
    var leading =
      StyledText(course + " · ", .quiet)
    var trailing: [StyledText] = []
    if let opened = state.opened {
      let message: Message =
        switch opened.purpose {
        case .reading: .historyBatch
        case .reversal(.undo, _, _): .publishedBatchesUndo
        case .reversal(.redo, _, _): .publishedBatchesRedo
        }
      leading += StyledText(strings(message, [.batch: .text("\(opened.batch.id)")]), .heading)
      trailing = [
        StyledText(strings.title(of: opened.batch.gradebook.semester), .quiet),
        StyledText(words.dates.dateTime(opened.batch.publishedAt)),
      ]
    } else {
      leading += StyledText(strings(.sceneHistory), .heading)
    }
    return SceneTitle(leading, trailing: trailing)
  }

  func fit(_ state: inout State, in rect: Rect) {
    if let opened = state.opened {
      state.opened = BatchDrawing(opened, words, in: rect).fitted
    } else {
      state.scroll = BatchListDrawing(state, words, in: rect).fittedScroll
    }
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    if let opened = state.opened {
      BatchDrawing(opened, words, in: rect).draw(in: &frame)
    } else {
      BatchListDrawing(state, words, in: rect).draw(in: &frame)
    }
  }
}
