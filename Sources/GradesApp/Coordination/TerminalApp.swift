import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The full-screen app: takes what the terminal says, lets the visible scene act on it, and draws.
///
/// Everything happens in one loop on the main actor. Whatever takes a while runs as a task that belongs
/// to its scene, and comes back as an event to the loop; leaving the scene cancels it.
@MainActor
final class TerminalApp {
  /// What the loop hears.
  private enum Event {
    case input(Input)
    /// Something that is shown has changed.
    case changed
    case finished(Int, Result<Response, any Error>)
    /// There is something to say in passing.
    case notice
  }

  /// The least window that holds a scene.
  static let leastSize = Size(columns: 30, rows: 8)

  private let window: any TerminalScreen
  private let session: AppSession
  private let coordinator: SceneCoordinator
  private let factory: SceneFactory
  private var size: Size
  private var screens: [Scene: any Screen] = [:]
  private var overlays: [any Overlay] = []
  /// Something that was said in passing; the next key takes it away.
  private var toast: StyledText?
  /// Why the visible scene is not up to date.
  private var problem: Failure?
  private var running: [Int: (scene: Scene, task: Task<Void, Never>)] = [:]
  private var nextID = 0
  private var inputs = 0
  private var lastDrawn: ContinuousClock.Instant?
  private let events = EventQueue<Event>()

  /// Makes the app, with some scenes open, the visible one last.
  init(
    screen window: any TerminalScreen, session: AppSession, opening stack: [Scene],
    factory: SceneFactory = .live
  ) {
    self.window = window
    self.session = session
    self.factory = factory
    coordinator = SceneCoordinator(stack: stack)
    size = window.size
  }

  /// The scenes that are open, the visible one last.
  var stack: [Scene] { coordinator.stack }

  /// Runs until the user quits or the terminal goes away. The terminal is as before afterwards,
  /// whatever happens.
  func run() async throws -> ExitStatus {
    let errorCapture = session.context.printer.errorCapture
    errorCapture.begin { [events] in
      Task { @MainActor in events.put(.notice) }
    }
    defer { errorCapture.end() }
    try window.begin()
    defer { window.end() }
    let reader = Task { [window, events] in
      for await input in window.inputs() { events.put(.input(input)) }
      events.put(.input(.ended))
    }
    defer { reader.cancel() }
    enter()
    var status = ExitStatus.done
    var last = coordinator.stack
    loop: while true {
      dropAnswered()
      await draw()
      for event in await events.take() {
        if case .input(.ended) = event {
          status = .cancelled
          break loop
        }
        dropAnswered()
        handle(event)
        if coordinator.stack.isEmpty { break loop }
        last = coordinator.stack
      }
    }
    await finish()
    session.remember(last)
    return status
  }

  // MARK: Scenes

  private var scene: Scene? { coordinator.top }
  private var screen: (any Screen)? { scene.map(screen(for:)) }

  private func screen(for scene: Scene) -> any Screen {
    if let screen = screens[scene] { return screen }
    let screen = factory.screen(scene, session)
    screens[scene] = screen
    return screen
  }

  /// Makes the scene on top visible.
  private func enter() {
    problem = nil
    guard let scene else { return }
    let isBack = screens[scene] != nil
    let screen = screen(for: scene)
    if !isBack { follow(screen.begin()) }
    guard scene == self.scene else { return }
    load(scene) { try await isBack ? screen.reappear() : screen.appear() }
  }

  /// Follows a navigation; scenes that are left end.
  private func follow(_ navigation: Navigation) {
    let before = coordinator.stack
    coordinator.follow(navigation)
    let isNew = if case .restart = navigation { true } else { false }
    guard isNew || coordinator.stack != before else { return }
    toast = nil
    // They asked about the scene that is left.
    overlays = []
    for scene in before where isNew || !coordinator.stack.contains(scene) { leave(scene) }
    enter()
  }

  private func leave(_ scene: Scene) {
    cancel { $0 == scene }
    guard let screen = screens.removeValue(forKey: scene) else { return }
    leaving.append(Task { await screen.finish() })
  }

  private var leaving: [Task<Void, Never>] = []

  /// Waits for what must not be cut off, such as an edit on its way to the disk.
  private func finish() async {
    for scene in Array(screens.keys) { leave(scene) }
    for task in leaving { await task.value }
    for task in running.values { task.task.cancel() }
  }

  private func cancel(where belongs: (Scene) -> Bool) {
    for (id, entry) in running where belongs(entry.scene) {
      entry.task.cancel()
      running[id] = nil
    }
  }

  /// Makes all scenes anew, the visible one excepted: settings or the user have changed.
  private func renew() {
    for scene in coordinator.stack.dropLast() { leave(scene) }
    if problem == nil { events.put(.changed) }
  }

  // MARK: Work

  private func start(_ scene: Scene, _ work: @escaping @MainActor () async throws -> Response) {
    nextID += 1
    let id = nextID
    let task = Task { [events] in
      do { events.put(.finished(id, .success(try await work()))) } catch {
        events.put(.finished(id, .failure(error)))
      }
    }
    running[id] = (scene, task)
  }

  /// Lets a scene load, after a look whether it still is the same user who asks for it.
  private func load(
    _ scene: Scene, _ work: @escaping @MainActor () async throws -> Void,
    following: @escaping @MainActor () -> Response = { .done }
  ) {
    start(scene) { [session] in
      if scene != .login, let change = await session.changeOfUser() { return change }
      try await work()
      return following()
    }
  }

  private func handle(_ event: Event) {
    switch event {
    case .input(let input):
      inputs += 1
      take(input)
    case .changed: break
    case .notice: if toast == nil { sayNext() }
    case .finished(let id, let result):
      // What belongs to a scene that was left no longer counts.
      guard let scene = running.removeValue(forKey: id)?.scene else { return }
      switch result {
      case .success(let response): if scene == self.scene { follow(response) }
      case .failure(let error): fail(session.failure(error), in: scene)
      }
    }
  }

  private func fail(_ failure: Failure, in scene: Scene) {
    guard failure != .cancelled, scene == self.scene else { return }
    if failure == .service(.notSignedIn(.otherUser)) {
      return start(scene) { [session] in await session.changeUser() }
    }
    problem = failure
    // What was said in passing has been said; it must not hide why a scene stays empty.
    toast = nil
  }

  private func follow(_ response: Response) {
    switch response {
    case .done: break
    case .go(let destination): go(to: destination)
    case .leave(let destination):
      guard let scene else { return }
      SceneCoordinator.navigation(from: scene, to: destination).map(follow)
    case .present(let overlay): overlays.append(overlay)
    case .say(let sentence): toast = StyledText(sentence.text(session.words.strings), .mark)
    case .fail(let failure): if let scene { fail(failure, in: scene) }
    case .run(let work): if let scene { start(scene, work) }
    case .several(let responses): responses.forEach(follow)
    case .settingsChanged:
      do {
        try session.settingsChanged()
        renew()
      } catch { problem = Failure(error) }
    case .settingChosen(let key):
      do {
        try session.settingChosen(key)
        // The scenes that show the results look at this setting themselves, and keep their places.
        if key != .hideUngraded { renew() }
      } catch { problem = Failure(error) }
    case .reload: refresh()
    case .signedOut: follow(.restart([.login]))
    case .signedIn(opening: let stack?): follow(.restart(stack))
    case .signedIn(opening: nil):
      guard coordinator.stack.count > 1 else { return follow(.restart([.courses])) }
      renew()
      follow(.pop)
    case .move(let host):
      guard let scene else { return }
      start(scene) { [session] in
        try await session.move(to: host)
        return try await session.context.isSignedIn() ? .signedIn(opening: [.courses]) : .signedOut
      }
    }
  }

  /// Takes away what is asked about something that has come to its end meanwhile.
  private func dropAnswered() { overlays.removeAll { !$0.isOpen } }

  /// Says the next of what would else be said on standard error.
  private func sayNext() {
    toast = session.context.printer.errorCapture.takeNotice().map { StyledText($0, .warning) }
  }

  private func go(to destination: Destination) {
    guard let scene, let navigation = SceneCoordinator.navigation(from: scene, to: destination)
    else { return }
    let ends = destination == .quit ? coordinator.stack.reversed() : [scene]
    if destination == .back || destination == .quit {
      for scene in ends {
        guard let question = screens[scene]?.questionBeforeLeaving(for: destination) else {
          continue
        }
        overlays.append(question)
        return
      }
    }
    follow(navigation)
  }

  // MARK: Inputs

  private func take(_ input: Input) {
    switch input {
    case .resize(let size):
      self.size = size
      window.forget()
      return
    case .resumed:
      window.forget()
      return
    case .ended: return
    case .key(let key) where key == .control("c"):
      // Always a way out, whatever is open; what is kept stays kept.
      follow(.quit)
      return
    case .key(let key) where key == .control("z"):
      window.suspend()
      return
    case .key(let key) where key == .control("l"):
      window.forget()
      return
    case .key, .paste, .mouse: break
    }
    // Nobody edits what they cannot see.
    guard size.columns >= Self.leastSize.columns, size.rows >= Self.leastSize.rows else {
      if input == .key(.character("q")) { follow(.quit) }
      return
    }
    if case .mouse(let mouse) = input, mouse.action == .release || mouse.action == .drag { return }
    sayNext()
    let words = session.words
    if let overlay = overlays.last {
      guard case .close(let response) = overlay.handle(input, words) else { return }
      overlays.removeAll { $0 === overlay }
      follow(response)
      return
    }
    guard let screen else { return }
    if needsLogin, input == .key(.character("L")), !screen.takesText(words) {
      // Whatever the scene does with the event: without a login it cannot do it for long.
      go(to: .signIn)
    } else if let response = screen.handle(input, words) {
      follow(response)
    } else if case .key(let key) = input {
      takeCommon(key, screen)
    }
  }

  private func takeCommon(_ key: Key, _ screen: any Screen) {
    let words = session.words
    let action = CommonAction.bindings.first { $0.keys.contains(key) }?.action
    if screen.takesText(words), key.text != nil { return }
    switch action {
    case .help:
      let keys = screen.keys(words)
      overlays.append(HelpOverlay(keys, common: commonKeys(besides: keys)))
    case .logIn: break
    case .back: go(to: .back)
    case .refresh: refresh()
    case .settings: go(to: .settings)
    case nil: break
    }
  }

  /// The visible scene has no answer because nobody is logged in.
  private var needsLogin: Bool {
    if case .service(.notSignedIn) = problem { scene != .login } else { false }
  }

  private func commonKeys(besides keys: [ShownKey]) -> [ShownKey] {
    scene.map { CommonAction.shownKeys(in: $0, besides: keys, needsLogin: needsLogin) } ?? []
  }

  private func refresh() {
    guard let scene, let screen else { return }
    cancel { $0 == scene }
    problem = nil
    session.context.services.tryAgain()
    load(scene) {
      try await screen.appear()
    } following: { [session] in
      screen.title(session.words).staleSince.map(session.staleness).map(Response.say) ?? .done
    }
  }

  // MARK: Pictures

  private func draw() async {
    if let lastDrawn {
      let wait = lastDrawn + window.frameTime - .now
      if wait > .zero { try? await Task.sleep(for: wait) }
    }
    let picture = withObservationTracking {
      self.picture()
    } onChange: { [events] in
      // Observed state belongs to the main actor, so this is said there.
      MainActor.assumeIsolated { events.put(.changed) }
    }
    lastDrawn = .now
    await window.show(picture)
    if events.isEmpty, running.isEmpty { window.rested(after: inputs) }
  }

  private func picture() -> Frame {
    var frame = Frame(size: size)
    let words = session.words
    guard size.columns >= Self.leastSize.columns, size.rows >= Self.leastSize.rows else {
      Chrome.drawTooSmall(Self.leastSize, words, &frame)
      return frame
    }
    guard let scene, let screen else { return frame }
    let isBusy = running.values.contains { $0.scene == scene }
    let notice = toast ?? problem.map { StyledText(session.sentence(for: $0), .bad) }
    let body = Chrome.body(of: size, notice: notice)
    // The keys and the title may depend on what is seen.
    screen.fit(in: body, words)
    let ownKeys = screen.keys(words)
    let keys =
      overlays.last?.keys(words)
      ?? ownKeys + (screen.takesText(words) ? [] : commonKeys(besides: ownKeys))
    Chrome.draw(
      screen.title(words), isBusy: isBusy, keys: keys, notice: notice, words, &frame)
    screen.draw(in: body, of: &frame, words)
    for overlay in overlays { overlay.draw(in: body, of: &frame, words) }
    return frame
  }
}
