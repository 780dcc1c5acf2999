import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Review scene on a screen: its keys, and the drawing of each stage.
struct DraftReviewView: SceneView {
  typealias State = DraftReviewViewModel.State
  typealias Action = DraftReviewViewModel.Action

  let words: SceneWords
  var strings: Strings { words.strings }

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  private static var movements: [KeyBinding<Action>] {
    Movement.bindings.map { $0.map(Action.move) }
  }

  private static var listBindings: [KeyBinding<Action>] {
    movements + [
      KeyBinding(.character("p"), does: .publish, .keyPublish, in: .first),
      KeyBinding(.character(" "), does: .leaveOut, .keyLeaveOut),
      KeyBinding(.character("e"), does: .edit, .keyEdit),
      KeyBinding(.enter, does: .openStudent, .roleStudent),
      KeyBinding(.delete, .backspace, does: .discard, .structureDiscard),
      KeyBinding(.character("D"), does: .discardAll, .keyDiscardAll, in: .help),
      KeyBinding(.control("z"), .character("u"), does: .undo, .keyUndo, in: .help),
      KeyBinding(.character("h"), does: .history, .keyHistory, in: .help),
      FindAction.begin.map(Action.find),
      KeyBinding(.character("o"), does: .sort, .keyOrder, in: .help),
    ]
  }

  private static var decidingBindings: [KeyBinding<Action>] {
    movements.map { binding in
      var binding = binding
      // Side by side there is little room, and what decides is more important.
      if binding.slot == .first { binding.slot = .help }
      return binding
    } + [
      KeyBinding(.character("m"), does: .mine, .conflictMine, in: .first),
      KeyBinding(.character("t"), does: .theirs, .keyTheirs, in: .first),
      KeyBinding(.character("e"), does: .otherValue, .keyOtherValue, in: .first),
      KeyBinding(.character("l"), does: .later, .keyLater, in: .first),
    ]
  }

  private static let stopBinding = KeyBinding<Action>(.escape, does: .stop, .keyStop, in: .first)

  private static let busyBindings = [
    stopBinding, KeyBinding(.character(","), does: .settings, .keySettings, in: .nowhere),
    KeyBinding(.character("r"), Key(.function(5)), does: .settings, .keyRefresh, in: .nowhere),
    KeyBinding(.control("z"), does: .undo, .keyUndo, in: .nowhere),
  ]

  static var bindings: [KeyBinding<Action>] {
    listBindings + FindAction.matches.map { $0.map(Action.find) }
      + decidingBindings.filter { if case .move = $0.action { false } else { true } } + [
        KeyBinding(.enter, does: .next, .keyNext), KeyBinding(.enter, does: .goOn, .keyGoOn),
        stopBinding, KeyBinding(.enter, .escape, does: .close, .keyToDrafts),
      ]
  }

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    switch state.stage {
    case .list: return state.find.bindings(over: Self.listBindings, find: Action.find)
    case .publishing: return Self.busyBindings
    case .deciding(let list):
      // Once everything is decided, what comes next must be seen in a narrow window, too.
      return list.decisions.isComplete
        ? [KeyBinding(.enter, does: .goOn, .keyGoOn, in: .first)] + Self.decidingBindings
          + Self.busyBindings
        : Self.decidingBindings + [KeyBinding(.enter, does: .next, .keyNext, in: .first)]
          + Self.busyBindings
    case .outcome:
      let closing =
        state.isDone
        ? KeyBinding<Action>(.enter, does: .close, .keyBack, in: .help)
        : KeyBinding(.enter, .escape, does: .close, .keyToDrafts, in: .first)
      return Self.movements + [
        closing,
        KeyBinding(.character("h"), does: .history, .keyHistory),
        KeyBinding(.control("z"), does: .undo, .keyUndo, in: .nowhere),
      ]
    }
  }

  func disabledReason(for action: Action, _ state: State) -> Message? {
    switch action {
    case .publish: publishDisabledReason(state)
    case .discardAll: canDiscard(state) ? nil : .draftsEmpty
    case .undo:
      switch state.stage {
      case .publishing, .deciding: .disabledPublishing
      case .list, .outcome: state.canUndo ? nil : .disabledNothingToUndoCells
      }
    case .leaveOut, .edit, .openStudent, .discard:
      state.focused.map { rowDisabledReason(for: action, $0.row, $0.book, state) }
        ?? .draftsEmpty
    case .next:
      if case .deciding(let list) = state.stage, list.conflicts.count == 1 {
        .disabledUndecided
      } else {
        nil
      }
    case .settings: .disabledPublishing
    default: nil
    }
  }

  /// Whether there are drafts that may be discarded.
  private func canDiscard(_ state: State) -> Bool {
    state.review.courses?.contains { $0.drafts.contains { $0.status != .unconfirmed } } ?? false
  }

  private func publishDisabledReason(_ state: State) -> Message? {
    if state.totals.isPublishable { return nil }
    // Before the first reading it is unknown whether there are any.
    guard let courses = state.review.courses else { return .disabledUnread }
    if courses.isEmpty { return .draftsEmpty }
    return state.totals.unread > 0 ? .disabledUnread : .disabledNothingToPublish
  }

  private func rowDisabledReason(
    for action: Action, _ row: ReviewedDraft, _ book: CourseDrafts, _ state: State
  ) -> Message? {
    switch (action, row.status) {
    case (.openStudent, _):
      state.semester.map { $0 == book.gradebook.semester } ?? true ? nil : .disabledOtherSemester
    case (_, .unconfirmed): .disabledUnconfirmed
    case (.edit, nil), (.leaveOut, nil): .disabledUnread
    // Another value helps only against the wrong type.
    case (.edit, .rejected(let reason)): reason == .wrongType ? nil : .disabledNotPublishable
    case (.leaveOut, .rejected): .disabledNotPublishable
    default: nil
    }
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    guard case .list = state.stage else { return nil }
    return list(state, in: rect).row(at: position).map(Action.focus)
  }

  // MARK: Drawing

  /// The drafts; a find has the last line while there is one.
  private func list(_ state: State, in rect: Rect) -> DraftListDrawing {
    DraftListDrawing(state, words, in: rect.inset(bottom: state.find.isOpen ? 1 : 0))
  }

  func title(_ state: State) -> SceneTitle {
    var course = state.course
    if case .deciding(let list) = state.stage { course = list.gradebook.course }
    var trailing: [StyledText] = []
    let courses = state.review.courses ?? []
    if let readAt = courses.compactMap(\.readAt).min() {
      trailing.append(StyledText(words.dates.asOf(readAt, at: words.now), .quiet))
    }
    if courses.count == 1 {
      trailing.append(StyledText(strings.title(of: courses[0].gradebook.semester)))
    }
    let count = courses.reduce(0) { $0 + $1.drafts.count }
    if count > 0 {
      trailing.append(StyledText(strings(.coursesDrafts, [.count: .count(count)]), .mark))
    }
    return SceneTitle(
      StyledText((course?.rawValue ?? "grades") + " · ", .quiet)
        + StyledText(strings(.sceneReview), .heading),
      trailing: trailing)
  }

  func fit(_ state: inout State, in rect: Rect) {
    switch state.stage {
    case .list:
      var drawing = list(state, in: rect)
      drawing.fit()
      state.scroll = drawing.state.scroll
      state.measured = drawing.state.measured
    case .publishing: break
    case .deciding(var list):
      ConflictDrawing(list, words, in: rect).fit(&list.scroll)
      state.stage = .deciding(list)
    case .outcome(var outcome):
      outcome.lines.fit(lineCount: outcomeLines(outcome, rect).count, rows: rect.rows)
      state.stage = .outcome(outcome)
    }
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    switch state.stage {
    case .list:
      list(state, in: rect).draw(in: &frame)
      state.drawFind(in: rect, of: &frame, words)
    case .publishing(let course, let progress):
      frame.write(
        publishingLines(course, progress, width: rect.columns - 2), in: rect.inset(left: 1))
    case .deciding(let list): ConflictDrawing(list, words, in: rect).draw(in: &frame)
    case .outcome(let outcome):
      let lines = outcomeLines(outcome, rect)
      let visible = outcome.lines.visible.clamped(to: lines.indices)
      frame.write(Array(lines[visible]), in: rect.inset(left: 1, right: 1))
    }
  }

  /// How far a publishing is, in words and as a bar.
  private func publishingLines(
    _ course: CourseCode, _ progress: PublishProgress, width: Int
  ) -> [StyledText] {
    let width = max(1, width)
    let part: Double? =
      switch progress {
      case .waiting, .reading: nil
      case .sending(let done, let total): Double(done) / Double(max(1, total))
      case .verifying: 1
      }
    let bar = part.map { [ProgressBar.text($0, width: min(40, width))] } ?? []
    return ["", StyledText(course.rawValue, .heading), ""]
      + sentence(about: progress).wrapped(to: width) + bar
  }

  /// How far a publishing is.
  private func sentence(about progress: PublishProgress) -> StyledText {
    switch progress {
    case .waiting: StyledText(strings(.progressPublishingWaits))
    case .reading: StyledText(strings(.progressPublishingBegins))
    case .sending(let done, let total):
      StyledText(
        strings(.progressPublishing, [.done: .count(done), .total: .count(total)]))
    case .verifying: StyledText(strings(.structureVerifying))
    }
  }

  private func outcomeLines(_ outcome: DraftOutcome, _ rect: Rect) -> [StyledText] {
    [""] + DraftOutcomeText(outcome, words).lines(width: max(1, rect.columns - 2))
  }
}
