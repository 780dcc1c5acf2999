import Observation
import Terminal

/// The full-screen front end of a ``SceneRunner``: passes inputs on to the visible scene, and draws it.
///
/// Everything happens in one loop on the main actor: it takes all events that have arrived, handles
/// them, and draws once.
@MainActor
final class TerminalApp: SceneFrontEnd {
  private enum Event {
    case input(Input)
    /// Nothing came for a moment before the inputs that follow.
    case pause
    /// Something that is shown has changed.
    case changed
    case finished(SceneTasks.Outcome)
    case inputsEnded
    case notice
  }

  static let leastSize = Size(columns: 30, rows: 8)

  private let window: any TerminalScreen
  private let session: Session
  private let runner: SceneRunner
  private var size: Size
  private var notice: StyledText?
  /// The overlay of the last frame, and that of the last frame before the inputs that arrive now.
  private weak var shown: (any Overlay)?
  private weak var answerable: (any Overlay)?
  private var reader: Task<Void, Never>?
  /// Whether another program had the window, which has ended the stream of inputs.
  private var wasLent = false
  /// What the runner wants of the terminal, once the event that led to it is handled.
  private var effects: [@MainActor () async -> Void] = []
  private var inputs = 0
  private var lastDrawn: ContinuousClock.Instant?
  private let events = EventQueue<Event>()

  init(
    screen window: any TerminalScreen, session: Session, opening stack: [Scene],
    making screen: (@MainActor (Scene) -> any SceneViewModel)? = nil
  ) {
    self.window = window
    self.session = session
    runner = SceneRunner(session: session, opening: stack, making: screen)
    size = window.size
  }

  /// Runs until the user quits or the terminal is closed. Restores the terminal afterwards,
  /// whatever happens.
  func run() async throws -> ExitStatus {
    let errorCapture = session.context.printer.errorCapture
    errorCapture.begin { [events] in
      Task { @MainActor in events.put(.notice) }
    }
    defer { errorCapture.end() }
    try window.begin()
    defer { window.end() }
    read()
    defer { reader?.cancel() }
    runner.begin(in: self)
    let status = await handleEvents()
    await runner.finish()
    await session.finishCopying()
    return status
  }

  private func read() {
    reader = Task { [window, events] in
      for await burst in window.inputs() {
        if !burst.isContinued { events.put(.pause) }
        for input in burst.inputs { events.put(.input(input)) }
      }
      events.put(.inputsEnded)
    }
  }

  private func handleEvents() async -> ExitStatus {
    while true {
      runner.dropAnswered()
      await draw()
      for event in await events.take() {
        switch event {
        case .input(.ended): return .cancelled
        case .input(let input):
          await runner.rereadDrafts()
          runner.dropAnswered()
          inputs += 1
          handle(input)
        case .pause: answerable = shown
        case .changed: break
        case .notice: if notice == nil { takeNotice() }
        case .finished(let outcome): runner.take(outcome)
        case .inputsEnded:
          guard wasLent else { return .cancelled }
          wasLent = false
          read()
        }
        while !effects.isEmpty { await effects.removeFirst()() }
        if runner.scene == nil { return .done }
      }
    }
  }

  // MARK: From the runner

  func taskFinished(_ outcome: SceneTasks.Outcome) { events.put(.finished(outcome)) }

  func say(_ sentence: Sentence) {
    notice = StyledText(sentence.text(session.words.strings), .mark)
  }

  func ring() { effects.append { [window] in await window.ring() } }

  /// The problem is drawn instead of the notice, which must not hide the reason for an empty scene.
  func fail(_ failure: Failure) { notice = nil }

  func sceneChanged() { notice = nil }

  func edit(_ text: String, then: @escaping @MainActor (String) -> Void) {
    effects.append { [weak self] in await self?.lend(text, then: then) }
  }

  /// Gives the window to the user's editor until it ends. A signal that ends the program ends the editor
  /// first, and removes its file.
  private func lend(_ text: String, then: @MainActor (String) -> Void) async {
    guard let editor = ExternalEditor(environment: session.context.environment) else {
      return say(Sentence(.editorMissing))
    }
    wasLent = true
    let interrupts = session.context.interrupts.ending
    do {
      then(
        try await window.lend {
          try await interrupts.cancelling { try await editor.edit(text) }
        })
    } catch is CancellationError {
      events.put(.input(.ended))
    } catch is TerminalError {
      // The terminal was closed while the editor had it.
      events.put(.input(.ended))
    } catch {
      say(Sentence(.editorFailed))
    }
  }

  func copy(_ text: String) {
    effects.append { [window] in await window.copy(text) }
    session.copy(text)
  }

  private func takeNotice() {
    notice = session.context.printer.errorCapture.takeNotice().map { StyledText($0, .warning) }
  }

  // MARK: Inputs

  private func handle(_ input: Input) {
    switch input {
    case .resize(let size):
      self.size = size
      window.forget()
    case .resumed, .key(.control("l")): window.forget()
    case .ended: break
    // Always a way out, whatever is open; what is kept stays kept.
    case .key(.control("c")): fits ? runner.interrupt() : runner.follow(.leave(.quit))
    case .key(.control("z")) where runner.screen?.hasKey(.control("z")) != true: window.suspend()
    // Invisible cells must not be edited.
    case _ where !fits: if input == .key(.character("q")) { runner.follow(.leave(.quit)) }
    case .mouse(let mouse) where mouse.action == .release || mouse.action == .drag: break
    case .mouse(let mouse) where mouse.action == .press && mouse.position.row == size.rows - 1:
      // A click on a key of the footer presses it.
      let column = mouse.position.column
      let key = Chrome.key(at: column, among: footerKeys, size, session.words.strings)
      if let key { handle(.key(key)) }
    case .key, .paste, .mouse:
      takeNotice()
      pass(input)
    }
  }

  private var fits: Bool {
    size.columns >= Self.leastSize.columns && size.rows >= Self.leastSize.rows
  }

  /// Passes an input on to the topmost overlay, the visible scene, or the keys of all scenes.
  private func pass(_ input: Input) {
    let words = session.words
    if let overlay = runner.overlays.last {
      // What arrives together with a question is no answer to it.
      if overlay !== answerable, !overlay.takes(typedAhead: input) { return }
      switch overlay.handle(input, words) {
      case .stay: return
      case .perform(let response): return runner.follow(response)
      case .close(let response): return runner.close(overlay, with: response)
      }
    }
    guard let screen = runner.screen else { return }
    if input == .key(.commandMenu), let menu = commandMenu(of: screen) {
      runner.present(menu)
    } else if runner.needsLogin, input == .key(logInKey), !screen.takesText(words),
      !screen.writes(logInKey)
    {
      // Before the scene's own keys: without a login, the scene cannot do much for long.
      runner.follow(.open(.login))
    } else if let response = screen.handle(input, words) {
      runner.follow(response)
    } else if case .key(let key) = input, key.text == nil || !screen.takesText(words) {
      let common = Self.commonKeys.first { $0.keys.contains(key) && $0.isOffered(self) }
      if let common { runner.follow(common.perform(on: self)) }
    }
  }

  // MARK: Keys of all scenes

  /// The keys that every scene has unless it uses them for something else; the last two those of the first scene.
  nonisolated static let commonKeys: [Binding<TerminalApp>] = [
    Binding(
      .character("L"), letter: "L", hint: .keyLogIn, in: .first, when: { $0.runner.needsLogin }
    ) { _ in .open(.login) },
    Binding(
      .character("r"), Key(.function(5)), letter: "r", hint: .keyRefresh, in: .help,
      when: { $0.runner.scene != .login }
    ) { _ in .reload },
    Binding(
      .character(","), letter: ",", hint: .settingsTitle,
      nowIn: { $0.runner.scene == .courses ? .common : .footer },
      when: { $0.runner.scene != .login && $0.runner.scene != .settings }
    ) { _ in .open(.settings) },
    Binding(.control("z"), letter: "z", hint: .keySuspend, in: .help) { app in
      app.window.suspend()
      return .done
    },
    Binding(.character("?"), Key(.function(1)), letter: "?", hint: .keyHelp, in: .first) { app in
      let keys = app.runner.screen?.keys(app.session.words) ?? []
      return .present(HelpOverlay(keys, common: app.commonKeys(besides: keys).map(\.shown)))
    },
    Binding(
      .escape, .character("q"), letter: "q", hint: .keyBack, in: .last,
      when: { $0.runner.scene != .courses }
    ) { _ in .back },
    // As in lists that l and the right arrow open.
    Binding(
      .character("h"), .left, hint: .keyBack, in: .nowhere,
      when: { $0.runner.scene != .courses && $0.runner.scene != .login }
    ) { _ in .back },
    Binding(
      .character("q"), letter: "q", hint: .keyQuit, in: .last,
      when: { $0.runner.scene == .courses }
    ) { _ in .quit },
    // Escape leads back as often as one likes and never out.
    Binding(.escape, hint: .keyQuit, in: .nowhere, when: { $0.runner.scene == .courses }) { _ in
      .say(Sentence(.appQuitHint))
    },
  ]

  /// The keys as they are shown beside those of the visible scene, without those that it uses or writes.
  private func commonKeys(
    besides keys: [ShownKey]
  ) -> [(binding: Binding<TerminalApp>, shown: ShownKey)] {
    let taken = Set(keys.flatMap(\.allKeys))
    let letters = keys.compactMap(\.letter)
    return Self.commonKeys.compactMap { binding in
      guard binding.isOffered(self), var shown = binding.shown(in: self) else { return nil }
      let free = shown.allKeys.filter {
        !taken.contains($0) && runner.screen?.writes($0) != true
      }
      if free != shown.allKeys { (shown.keys, shown.allKeys) = (Array(free.prefix(1)), free) }
      if letters.isEmpty || shown.letter.map(letters.contains) == true { shown.letter = nil }
      return free.isEmpty && shown.letter == nil ? nil : (binding, shown)
    }
  }

  private let logInKey = Key.character("L")

  /// The menu of a scene's commands and those of all scenes; nil where letters are commands anyway.
  private func commandMenu(of screen: any SceneViewModel) -> CommandMenu? {
    let own = screen.menu
    guard !own.isEmpty else { return nil }
    let common = commonKeys(besides: screen.keys(session.words)).filter { $0.shown.letter != nil }
    return CommandMenu(own + common.compactMap { $0.binding.menuEntry(in: self) })
  }

  private var footerKeys: [ShownKey] {
    let words = session.words
    if let overlay = runner.overlays.last { return overlay.keys(words) }
    guard let screen = runner.screen else { return [] }
    let own = screen.keys(words)
    return own + (screen.takesText(words) ? [] : commonKeys(besides: own).map(\.shown))
  }

  // MARK: Frames

  private func draw() async {
    if let lastDrawn {
      let wait = lastDrawn + window.frameTime - .now
      if wait > .zero { try? await Task.sleep(for: wait) }
    }
    let frame = withObservationTracking {
      self.frame()
    } onChange: { [events] in
      // Observed state belongs to the main actor, so it changes there.
      MainActor.assumeIsolated { events.put(.changed) }
    }
    lastDrawn = .now
    await window.show(frame)
    shown = runner.overlays.last
    if events.isEmpty, runner.isIdle { window.rested(after: inputs) }
  }

  private func frame() -> Frame {
    var frame = Frame(size: size)
    var words = session.words
    words.isBusy = runner.isBusy
    guard fits else {
      Chrome.drawTooSmall(Self.leastSize, words, &frame)
      return frame
    }
    guard let screen = runner.screen else { return frame }
    let logInKeys =
      screen.writes(logInKey) ? [Key.commandMenu, logInKey] : [logInKey]
    let notice =
      notice
      ?? runner.problem.map {
        StyledText(session.sentence(for: $0, logIn: words.strings.names(of: logInKeys)), .bad)
      }
    let body = Chrome.body(of: size, notice: notice)
    // The keys and the title may depend on what is seen.
    let (said, problem) = (self.notice, runner.problem)
    runner.follow(screen.fit(in: body, words))
    // What the scene says now is for the next frame.
    if self.notice != said || runner.problem != problem { events.put(.changed) }
    Chrome.draw(
      session.marked(screen.title(words)), keys: footerKeys, notice: notice, words, &frame)
    screen.draw(in: body, of: &frame, words)
    for overlay in runner.overlays { overlay.draw(in: body, of: &frame, words) }
    return frame
  }
}
