import Foundation
import GradesClient
import GradesCore

@MainActor
protocol SceneFrontEnd: AnyObject {
  /// Passes the outcome of a task on to ``SceneRunner/take(_:)``, in turn with the user's inputs.
  func taskFinished(_ outcome: SceneTasks.Outcome)
  func edit(_ text: String, then: @escaping @MainActor (String) -> Void)
  func copy(_ text: String)
  func say(_ sentence: Sentence)
  func ring()
  /// Shows the runner's new ``SceneRunner/problem``.
  func fail(_ failure: Failure)
  func sceneChanged()
}

/// Runs the scenes of the app: has the open ones with their tasks and overlays, and performs their
/// responses.
///
/// Work runs as a task of its scene and is cancelled when the scene is left. What must not be cut off,
/// such as a draft on its way to the disk, is waited for in ``finish()``.
@MainActor
final class SceneRunner {
  let session: Session
  /// The overlays over the visible scene, the topmost last.
  private(set) var overlays: [any Overlay] = []
  /// The reason why the visible scene is not up to date.
  private(set) var problem: Failure?
  private let coordinator: SceneCoordinator
  private let makeScreen: @MainActor (Scene) -> any SceneViewModel
  private var screens: [Scene: any SceneViewModel] = [:]
  private let tasks = SceneTasks()
  private var leaving: [Task<Void, Never>] = []
  private var lastStack: [Scene]
  private weak var frontEnd: (any SceneFrontEnd)?
  private var confirmation: DraftConfirmation?
  private weak var leavingQuestion: (any Overlay)?
  /// The drafts' revision when they were read last because of another program.
  private var draftsRevision: Int?
  private var freshness: Task<Void, Never>?
  /// When the visible scene was loaded again by itself.
  private var lastRefresh = Date.distantPast

  /// How old what is visible may become before it is asked for again, and how often that is looked at.
  private static let oldAge: TimeInterval = 300
  private static let agePause = Duration.seconds(60)

  init(
    session: Session, opening stack: [Scene],
    making screen: (@MainActor (Scene) -> any SceneViewModel)? = nil
  ) {
    self.session = session
    makeScreen = screen ?? session.screen
    coordinator = SceneCoordinator(stack: stack)
    lastStack = stack
  }

  func begin(in frontEnd: any SceneFrontEnd) {
    self.frontEnd = frontEnd
    if session.isOnline {
      confirmation = DraftConfirmation(session) { [weak self] in self?.show($0) }
      freshness = Task { [weak self] in
        while (try? await Task.sleep(for: Self.agePause)) != nil { self?.refreshOld() }
      }
    }
    enter()
  }

  /// Leaves all scenes, waits for what must not be cut off, and remembers the last visible scene.
  func finish() async {
    confirmation?.stop()
    freshness?.cancel()
    for scene in Array(screens.keys) { leave(scene) }
    for task in leaving { await task.value }
    tasks.cancelAll()
    session.remember(lastStack)
  }

  // MARK: Scenes

  var scene: Scene? { coordinator.top }

  var screen: (any SceneViewModel)? { scene.map(screen(for:)) }

  var isBusy: Bool { scene.map(tasks.isBusy) ?? false }

  var isIdle: Bool { tasks.isEmpty }

  /// Whether the visible scene is not up to date because no user is logged in.
  var needsLogin: Bool {
    if case .notSignedIn? = problem?.serviceError?.reason { scene != .login } else { false }
  }

  private func screen(for scene: Scene) -> any SceneViewModel {
    if let screen = screens[scene] { return screen }
    let screen = makeScreen(scene)
    screens[scene] = screen
    return screen
  }

  private func enter() {
    problem = nil
    guard let scene else { return }
    lastStack = coordinator.stack
    let isBack = screens[scene] != nil
    let screen = screen(for: scene)
    if !isBack { follow(screen.begin()) }
    guard scene == self.scene else { return }
    load(scene) {
      try await isBack ? screen.reappear() : screen.appear()
    } following: {
      screen.report()
    }
  }

  private func navigate(_ navigation: Response) {
    let before = coordinator.stack
    coordinator.follow(navigation)
    let isRestart = if case .restart = navigation { true } else { false }
    guard isRestart || coordinator.stack != before else { return }
    // Their questions were about the scene that is left.
    overlays = []
    frontEnd?.sceneChanged()
    for scene in before where isRestart || !coordinator.stack.contains(scene) { leave(scene) }
    enter()
  }

  private func leave(_ scene: Scene) {
    tasks.cancel(scene)
    guard let screen = screens.removeValue(forKey: scene) else { return }
    leaving.append(
      Task { [weak self] in
        await screen.finish()
        self?.followLater(screen.report())
      })
  }

  /// Follows what a scene says that was left, in the visible one and in turn with the user's inputs.
  private func followLater(_ response: Response) {
    if case .done = response { return }
    if let scene { start(scene) { response } }
  }

  /// Ends all scenes but the visible one, to be made again with the new settings or user.
  private func renew() {
    for scene in coordinator.stack.dropLast() { leave(scene) }
  }

  // MARK: Overlays

  func present(_ overlay: any Overlay) { overlays.append(overlay) }

  func close(_ overlay: any Overlay, with response: Response) {
    overlays.removeAll { $0 === overlay }
    follow(response)
  }

  /// Closes overlays about something that has ended.
  func dropAnswered() { overlays.removeAll { !$0.isOpen } }

  // MARK: Work

  private func start(_ scene: Scene, _ work: @escaping @MainActor () async throws -> Response) {
    tasks.start(scene, work) { [weak frontEnd] outcome in frontEnd?.taskFinished(outcome) }
  }

  /// Loads a scene, unless another user has logged in since.
  private func load(
    _ scene: Scene, _ work: @escaping @MainActor () async throws -> Void,
    following: @escaping @MainActor () -> Response = { .done }
  ) {
    start(scene) { [session] in
      if scene != .login, await session.hasOtherUser() { return await self.changeUser() }
      try await work()
      return following()
    }
  }

  /// Goes on with the user who is logged in now, whatever scene is visible by then: nothing of the previous user
  /// stays visible, and nothing that they have drafted is sent under another name.
  private func changeUser() async -> Response {
    await session.move(to: session.context.renewed)
    let greeting = await session.greeting()
    guard scene != nil else { return .done }
    navigate(.restart([.courses]))
    followLater(greeting)
    return .done
  }

  /// Loads the visible scene again, also from a service that was not available a moment ago.
  func refresh() {
    guard let scene, let screen else { return }
    tasks.cancel(scene)
    problem = nil
    session.context.services.tryAgain()
    load(scene) {
      try await screen.appear()
    } following: { [session] in
      screen.title(session.words).staleSince.map(session.staleness).map(Response.say) ?? .done
    }
  }

  /// Asks again for what is visible when it is old and nothing is being done with it. A service that is not available
  /// is no news.
  func refreshOld() {
    let now = session.context.now()
    // What these show as new is taken as seen when they are loaded, which is for the reader to do.
    guard let scene, scene != .changes, scene != .notifications,
      let screen, overlays.isEmpty, !isBusy, !screen.takesText(session.words),
      let age = screen.title(session.words).age,
      now.timeIntervalSince(max(age.fetchedAt, lastRefresh)) >= Self.oldAge
    else { return }
    lastRefresh = now
    load(scene) {
      do { try await screen.appear() } catch let error as GradesError where error.scope == .service
      {}
    }
  }

  /// Reads drafts again that another program has changed, before a key does anything with them.
  func rereadDrafts() async {
    guard overlays.isEmpty, let screen, screen.showsDrafts,
      let revision = try? await session.context.gradebooks.drafts.revision(),
      revision != draftsRevision
    else { return }
    draftsRevision = revision
    if await screen.draftsChanged() { refresh() }
  }

  /// Follows the outcome of a task, unless its scene was left.
  func take(_ outcome: SceneTasks.Outcome) {
    guard let scene = tasks.remove(outcome) else { return }
    if scene != .login { confirmation?.wake() }
    switch outcome.result {
    case .success(let response): if scene == self.scene { follow(response) }
    case .failure(let error): fail(session.failure(error), in: scene)
    }
  }

  private func fail(_ failure: Failure, in scene: Scene) {
    guard failure != .cancelled, scene == self.scene else { return }
    if failure == .service(.notSignedIn(.otherUser)) {
      return start(scene) { await self.changeUser() }
    }
    problem = failure
    frontEnd?.fail(failure)
  }

  /// Shows what became of unconfirmed changes, in the visible scene too.
  private func show(_ settled: PublishReport) {
    guard let scene, scene != .login else { return }
    let screen = screen(for: scene)
    load(scene) {
      try await screen.reappear()
    } following: {
      .several(settled.confirmations.map(Response.say))
    }
  }

  // MARK: Responses

  func follow(_ response: Response) {
    switch response {
    case .done: break
    case .open, .replace, .restart: navigate(response)
    case .back: leave(.back, ending: scene.map { [$0] } ?? [])
    case .quit: leave(.quit, ending: coordinator.stack.reversed())
    case .leave(let navigation): navigate(navigation)
    case .present(let overlay): present(overlay)
    case .say(let sentence): frontEnd?.say(sentence)
    case .reject(let sentence):
      frontEnd?.say(sentence)
      frontEnd?.ring()
    case .edit(let text, let then): frontEnd?.edit(text, then: then)
    case .copy(let text, let sentence):
      frontEnd?.copy(text)
      frontEnd?.say(sentence)
    case .fail(.service(.login(.writingNotGranted))): present(writingQuestion)
    case .fail(let failure): if let scene { fail(failure, in: scene) }
    case .run(let work): if let scene { start(scene, work) }
    case .several(let responses): responses.forEach(follow)
    case .change(let renews, let change):
      do {
        let response = try change(session)
        if renews { renew() }
        follow(response)
      } catch {
        follow(.fail(Failure(error)))
      }
    case .reload: refresh()
    case .draftsChanged:
      for scene in coordinator.stack.dropLast() {
        guard let screen = screens[scene] else { continue }
        start(scene) {
          // What was published is shown at once on the way back.
          if await screen.draftsChanged() { try? await screen.appear() }
          return .done
        }
      }
    case .signedIn:
      guard coordinator.stack.count > 1 else { return navigate(.restart([.courses])) }
      renew()
      navigate(.back)
    }
  }

  /// Offers a login with the permission that publishing needs.
  private var writingQuestion: QuestionOverlay {
    QuestionOverlay(
      Sentence(.writingTitle), text: [Sentence(.writingExplanation)],
      choices: [
        .init(letter: .letterYes, label: .keyLogIn) { [session] in
          session.requestsWriting = true
          return .open(.login)
        }
      ])
  }

  /// Ends the app. Where a text is being typed or changes are not published, explains first what becomes of
  /// them; the next interruption ends it all the same.
  func interrupt() {
    let isAsked = overlays.contains { $0 === leavingQuestion }
    let questions = coordinator.stack.reversed().lazy.compactMap { [self] in
      screens[$0]?.questionBeforeInterruption
    }
    let isTyped =
      overlays.contains(where: \.hasTypedText)
      && !coordinator.stack.contains { screens[$0]?.isSending ?? false }
    let typing = isTyped ? QuestionOverlay.beforeDropping() : nil
    guard !isAsked, let question = typing ?? questions.first else { return navigate(.quit) }
    leavingQuestion = question
    present(question)
  }

  /// Leaves scenes, after the question of one that would leave something unfinished.
  private func leave(_ navigation: Response, ending scenes: [Scene]) {
    for scene in scenes {
      if let question = screens[scene]?.questionBefore(.leave(navigation)) {
        leavingQuestion = question
        return present(question)
      }
    }
    navigate(navigation)
  }
}
