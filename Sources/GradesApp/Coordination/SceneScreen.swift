import Terminal

/// A scene as the terminal app sees it, whatever its state and actions are.
@MainActor
protocol Screen: AnyObject {
  /// Called when the scene is opened.
  func begin() -> Response
  /// Loads and follows what the scene shows, until it is cancelled.
  func appear() async throws
  /// Looks at what may have changed while another scene was visible.
  func reappear() async throws
  /// Handles an input; nil if the scene has no action for it.
  func handle(_ input: Input, _ words: SceneWords) -> Response?
  /// The question before the scene is left; nil when nothing would be left unfinished.
  func questionBefore(_ leaving: Response) -> (any Overlay)?
  /// Reads the drafts again after something has changed them; returns whether the service has other values.
  func draftsChanged() async -> Bool
  /// Whether drafts are shown, and none is being changed.
  var showsDrafts: Bool { get }
  /// Waits for what must not be cut off.
  func finish() async
  /// Says once what has happened beside the user's actions.
  func report() -> Response
  /// Whether letters are text now.
  func takesText(_ words: SceneWords) -> Bool
  /// Whether a key would be written into the scene.
  func writes(_ key: Key, _ words: SceneWords) -> Bool
  /// Whether the scene has a key of its own in any state.
  func hasKey(_ key: Key) -> Bool
  /// The commands that have a letter in the menu of commands.
  func menu(_ words: SceneWords) -> [CommandMenu.Entry]
  /// The question before Ctrl-C ends the app; nil when there is nothing to explain.
  var questionBeforeInterruption: (any Overlay)? { get }
  /// Whether something is on its way to the service.
  var isSending: Bool { get }
  /// The keys of the state, with the reasons for disabled ones.
  func keys(_ words: SceneWords) -> [ShownKey]
  /// The contents of the title bar.
  func title(_ words: SceneWords) -> SceneTitle
  /// Brings what scrolls to where it is seen; the response loads what there is room for.
  func fit(in rect: Rect, _ words: SceneWords) -> Response
  /// Draws the scene between the title bar and the footer.
  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords)
}

extension Screen {
  func draftsChanged() async -> Bool { false }
  var showsDrafts: Bool { false }
  func report() -> Response { .done }
  func writes(_ key: Key, _ words: SceneWords) -> Bool { false }
  func hasKey(_ key: Key) -> Bool { false }
  func menu(_ words: SceneWords) -> [CommandMenu.Entry] { [] }
  var questionBeforeInterruption: (any Overlay)? { nil }
  var isSending: Bool { false }
}

/// A view model and its view.
@MainActor
final class SceneScreen<Model: SceneModel, View: SceneView>: Screen
where View.State == Model.State, View.Action == Model.Action {
  let model: Model
  /// Where the scene was drawn last, for clicks.
  private var rect = Rect(column: 0, row: 0, columns: 0, rows: 0)

  init(_ model: Model, _ view: View.Type) { self.model = model }

  func begin() -> Response { model.begin() }
  func appear() async throws { try await model.appear() }
  func reappear() async throws { try await model.reappear() }
  func draftsChanged() async -> Bool { await model.draftsChanged() }
  var showsDrafts: Bool { model.showsDrafts }
  func finish() async { await model.finish() }
  func report() -> Response { model.report() }

  func questionBefore(_ leaving: Response) -> (any Overlay)? {
    model.questionBefore(leaving)
  }

  func takesText(_ words: SceneWords) -> Bool { View(words).takesText(model.state) }

  func handle(_ input: Input, _ words: SceneWords) -> Response? {
    switch input {
    case .key(let key):
      let view = View(words)
      let state = model.state
      let binding = view.bindings(state).first { $0.keys.contains(key) }
      if let action = binding?.action { return command(action, words) }
      return perform(key.text.flatMap { view.typed($0, state) } ?? view.edited(key, state))
    case .paste(let text):
      return perform(View(words).pasted(text, model.state))
    case .mouse(let mouse):
      switch mouse.action {
      case .scrollUp, .scrollDown:
        guard View(words).scrolls(model.state) else { return .done }
        return handle(.key(mouse.action == .scrollUp ? .up : .down), words)
      case .press where rect.contains(mouse.position):
        return perform(View(words).clicked(mouse.position, model.state, in: rect))
      case .press, .release, .drag: return nil
      }
    case .resize, .resumed, .ended: return nil
    }
  }

  /// Performs the action of a key or of the menu, or says why it is disabled.
  private func command(_ action: Model.Action, _ words: SceneWords) -> Response {
    if let reason = View(words).disabledReason(for: action, model.state) {
      return .say(Sentence(reason))
    }
    return model.handle(action)
  }

  private func perform(_ action: Model.Action?) -> Response? {
    guard let action else { return nil }
    return model.handle(action)
  }

  func writes(_ key: Key, _ words: SceneWords) -> Bool {
    key.text.flatMap { View(words).typed($0, model.state) } != nil
  }

  func hasKey(_ key: Key) -> Bool { View.bindings.contains { $0.keys.contains(key) } }

  var questionBeforeInterruption: (any Overlay)? { model.questionBeforeInterruption }

  var isSending: Bool { model.isSending }

  func menu(_ words: SceneWords) -> [CommandMenu.Entry] {
    let view = View(words)
    let state = model.state
    return view.bindings(state).compactMap { binding in
      binding.letter.map { letter in
        CommandMenu.Entry(
          letter: letter, hint: binding.hint,
          disabledReason: view.disabledReason(for: binding.action, state)
        ) { [self] in command(binding.action, words) }
      }
    }
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    let view = View(words)
    let state = model.state
    return view.bindings(state).filter { $0.slot != .nowhere }.map { binding in
      ShownKey(
        binding.shown, others: binding.others, allKeys: binding.keys, letter: binding.letter,
        binding.hint,
        disabledReason: view.disabledReason(for: binding.action, state), in: binding.slot)
    }.withCommandMenu
  }

  func title(_ words: SceneWords) -> SceneTitle { View(words).title(model.state) }

  func fit(in rect: Rect, _ words: SceneWords) -> Response {
    self.rect = rect
    var fitted = model.state
    View(words).fit(&fitted, in: rect)
    // Observers are notified of each assignment, also of an equal value.
    if fitted != model.state { model.state = fitted }
    return model.fitted()
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    View(words).draw(model.state, in: rect, of: &frame)
  }
}
