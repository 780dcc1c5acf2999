import Files
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The app without drawing: the same scenes as lines to read and numbered questions, for screen
/// readers and terminals that cannot do more (`--plain`, `ACCESSIBLE=1`).
///
/// One thing happens after the other: what takes a while is waited for, and a question is answered
/// before anything else is said.
@MainActor
final class PlainApp {
  private let session: AppSession
  private let factory: SceneFactory
  private let coordinator: SceneCoordinator
  private var screens: [Scene: any Screen] = [:]
  private var hasEnded = false
  /// The visible scene has no answer because nobody is logged in.
  private var needsLogin = false

  /// Makes the app, with some scenes open, the visible one last.
  init(session: AppSession, opening stack: [Scene], factory: SceneFactory = .live) {
    self.session = session
    self.factory = factory
    coordinator = SceneCoordinator(stack: stack)
  }

  private var strings: Strings { session.words.strings }
  private var streams: Streams { session.context.printer.streams }

  /// Runs until the user quits or the input ends.
  func run() async throws -> ExitStatus {
    await enter()
    while !hasEnded, let scene = coordinator.top {
      let screen = screen(for: scene)
      let page = screen.plain(session.words)
      say("")
      say(title(of: screen))
      page.lines.forEach(say)
      for (number, choice) in page.choices.enumerated() {
        say("\(number + 1). \(choice.label.text)")
      }
      say(StyledText(strings(.plainCommon)))
      guard let typed = await ask(strings(.plainPrompt)) else { break }
      await take(typed, page.choices.map(\.perform), screen)
      try Task.checkCancellation()
    }
    for screen in screens.values { await screen.finish() }
    session.remember(coordinator.stack)
    try Task.checkCancellation()
    return .done
  }

  // MARK: Saying and asking

  private func say(_ text: StyledText) { streams.out(text.text + "\n") }

  private func title(of screen: any Screen) -> StyledText {
    let words = session.words
    let title = screen.title(words)
    let age = title.staleSince.map { [words.age(of: $0)] } ?? []
    return ([title.leading, title.kept] + title.trailing.reversed() + age).filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  private func ask(_ question: String) async -> String? {
    // What can be changed stands in it as it is now, and comes from the service.
    streams.out(SafeText.singleLine(question) + " ")
    // Who breaks off must not have to press Enter for it.
    let line = try? await abandonOnCancel { [streams] in await streams.readLine() }
    if line == nil { hasEnded = true }
    return line.map { $0.trimmingBlanksAtEnds }
  }

  private func take(
    _ typed: String, _ choices: [@MainActor () -> Response], _ screen: any Screen
  ) async {
    switch typed.lowercased() {
    case "": break
    case "0", strings(.letterBack): await follow(.go(.back))
    case strings(.letterQuit): await follow(.go(.quit))
    case strings(.letterRefresh): await load { try await screen.appear() }
    case CommonAction.logInLetter where needsLogin: await follow(.go(.signIn))
    case strings(.letterSettings): await follow(.go(.settings))
    default:
      guard let number = Int(typed), choices.indices.contains(number - 1) else {
        say(StyledText(strings(.plainNotUnderstood, [.query: .text(typed)])))
        return
      }
      await follow(choices[number - 1]())
    }
  }

  // MARK: Following

  private func screen(for scene: Scene) -> any Screen {
    if let screen = screens[scene] { return screen }
    let screen = factory.screen(scene, session)
    screens[scene] = screen
    return screen
  }

  private func enter() async {
    guard let scene = coordinator.top else { return }
    let isBack = screens[scene] != nil
    let screen = screen(for: scene)
    needsLogin = false
    if !isBack { await follow(screen.begin()) }
    guard scene == coordinator.top else { return }
    await load { try await isBack ? screen.reappear() : screen.appear() }
  }

  private func load(_ work: @MainActor () async throws -> Void) async {
    // Another user may be logged in by now.
    if coordinator.top != .login, let change = await session.changeOfUser() {
      return await follow(change)
    }
    do { try await work() } catch { await stop(at: error) }
  }

  private func stop(at error: any Error) async {
    let failure = session.failure(error)
    guard failure == .service(.notSignedIn(.otherUser)) else { return fail(failure) }
    await follow(await session.changeUser())
  }

  private func fail(_ failure: Failure) {
    guard failure != .cancelled else { return }
    if case .service(.notSignedIn) = failure { needsLogin = coordinator.top != .login }
    say(StyledText(session.sentence(for: failure)))
  }

  private func follow(_ response: Response) async {
    switch response {
    case .done: break
    case .go(let destination):
      for scene in destination == .quit
        ? coordinator.stack.reversed() : [coordinator.top].compactMap(\.self)
      where destination == .back || destination == .quit {
        guard let question = screens[scene]?.questionBeforeLeaving(for: destination) else {
          continue
        }
        await converse(question)
        return
      }
      await follow(.leave(destination))
    case .leave(let destination):
      guard let scene = coordinator.top,
        let navigation = SceneCoordinator.navigation(from: scene, to: destination)
      else { return }
      await move(navigation)
    case .present(let overlay): await converse(overlay)
    case .say(let sentence): say(StyledText(sentence.text(strings)))
    case .fail(let failure): fail(failure)
    case .run(let work):
      do { await follow(try await work()) } catch { await stop(at: error) }
    case .several(let responses): for response in responses { await follow(response) }
    case .settingChosen(let key):
      do { try session.settingChosen(key) } catch { fail(Failure(error)) }
      await renew()
    case .reload:
      guard let scene = coordinator.top else { return }
      let screen = screen(for: scene)
      await load { try await screen.appear() }
    case .settingsChanged:
      do { try session.settingsChanged() } catch { fail(Failure(error)) }
      await renew()
    case .move(let host):
      do {
        try await session.move(to: host)
        let isSignedIn = try await session.context.isSignedIn()
        await follow(isSignedIn ? .signedIn(opening: [.courses]) : .signedOut)
      } catch { fail(Failure(error)) }
    case .signedOut: await move(.restart([.login]))
    case .signedIn(opening: let stack?): await move(.restart(stack))
    case .signedIn(opening: nil):
      guard coordinator.stack.count > 1 else { return await move(.restart([.courses])) }
      await renew()
      await move(.pop)
    }
  }

  private func move(_ navigation: Navigation) async {
    let before = coordinator.stack
    coordinator.follow(navigation)
    let isNew = if case .restart = navigation { true } else { false }
    for scene in before where isNew || !coordinator.stack.contains(scene) {
      await screens.removeValue(forKey: scene)?.finish()
    }
    await enter()
  }

  private func renew() async {
    for scene in coordinator.stack.dropLast() {
      await screens.removeValue(forKey: scene)?.finish()
    }
  }

  /// Asks what an overlay asks until it is done.
  private func converse(_ overlay: any Overlay) async {
    while !hasEnded {
      switch overlay.plain(session.words) {
      case .read(let lines, let response):
        lines.forEach(say)
        await follow(response)
        return
      case .choose(let title, let options, let several, let answer):
        title.forEach(say)
        for (number, option) in options.enumerated() { say("\(number + 1). \(option.text)") }
        guard let typed = await ask(strings(several ? .plainPromptSeveral : .plainPrompt)) else {
          return
        }
        if typed.isEmpty || typed == "0" { return }
        let numbers = typed.split { " ,;".contains($0) }.map { Int($0) ?? 0 }
        guard several || numbers.count == 1,
          numbers.allSatisfy({ options.indices.contains($0 - 1) })
        else {
          say(StyledText(strings(.plainNotUnderstood, [.query: .text(typed)])))
          continue
        }
        if case .close(let response) = answer(numbers.map { $0 - 1 }) {
          await follow(response)
          return
        }
      case .text(let title, let initial, let answer):
        title.forEach(say)
        let prompt = initial.isEmpty ? strings(.plainPrompt) : "[\(initial)]"
        guard let typed = await ask(prompt) else { return }
        if typed == "0", initial.isEmpty { return }
        if case .close(let response) = answer(typed.isEmpty ? initial : typed) {
          await follow(response)
          return
        }
      }
    }
  }
}

extension String {
  fileprivate var trimmingBlanksAtEnds: String {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    return String(text)
  }
}
