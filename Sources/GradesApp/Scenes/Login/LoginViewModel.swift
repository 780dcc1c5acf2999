import Foundation
import GradesClient
import GradesConfiguration
import GradesLocalization
import Observation

/// Logging in in the terminal app: where, the way through the browser, and what came of it.
@MainActor @Observable
final class LoginViewModel: SceneModel {
  /// The actions of keys.
  enum Action: Hashable, Sendable {
    case move(Movement)
    /// A click: focuses a way in, and takes it where it is focused already.
    case focus(Int)
    case logIn
    case askForAddress
    case use(String)
    case openAgain
    case cancel
  }

  /// A way in.
  struct LoginOption: Hashable, Sendable {
    /// The service behind it.
    var host: ServiceHost.Name
    /// Where the service is; nil for the embedded one.
    var address: String?
    /// As whom, where no account is needed.
    var demoUser: DemoUser?
    /// Whether the program is registered there.
    var hasClient = true
    /// Whether a token of the environment is used there, regardless of logins.
    var hasGivenToken = false
  }

  /// How far the login is.
  enum Step: Equatable, Sendable {
    /// The user chooses where to log in.
    case choosing
    /// A short operation is in progress.
    case working
    /// The user has to log in at an address.
    case waiting(Page)
    /// It did not succeed.
    case failed(Failure)
  }

  /// What is to be done in a browser.
  struct Page: Equatable, Sendable {
    /// The address to open.
    var address: URL
    /// Whether a browser was started; nil: not yet known.
    var isOpen: Bool?
    /// Whether the browser can come back to this program.
    var comesBack: Bool
    /// Why what was pasted was not used.
    var complaint: Failure?
  }

  /// What the scene shows.
  struct State: Equatable, Sendable {
    var options: [LoginOption] = []
    var scroll = SectionedScroll()
    var step = Step.choosing
    /// Which part of a long text is seen.
    var text = TextScroll()
    /// The host that is logged in to, for sentences about what went wrong there.
    var host: ServiceHost?
    /// The sources of the client's id and secret.
    var configurationFile: String

    /// The focused way in.
    var focused: LoginOption? { options[safe: scroll.focus] }
  }

  var state: State

  private let session: AppSession
  private let browser: Browser
  private var attempt: Task<Response, any Error>?
  private var pastes: AsyncStream<String>.Continuation?

  /// Makes the scene of a run of the app.
  init(_ session: AppSession, browser: Browser) {
    self.session = session
    self.browser = browser
    state = State(configurationFile: session.configurationFile)
    state.options = LoginOption.all(at: session.loginHosts)
    let host = session.host
    state.scroll.focus =
      state.options.firstIndex { $0.host == host.name && ($0.demoUser != nil) == host.isEmbedded }
      ?? 0
  }

  /// Nothing is loaded: what can be chosen is known.
  func appear() async throws {}

  func begin() -> Response {
    guard let demoUser = session.takeDemoUser(),
      let option = state.options.firstIndex(where: { $0.demoUser == demoUser })
    else { return .done }
    state.scroll.focus = option
    return handle(.logIn)
  }

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement):
      if state.step == .choosing {
        state.scroll.take(movement)
      } else {
        state.text.take(movement)
      }
    case .focus(let row): if state.scroll.takesAgain(row) { return handle(.logIn) }
    case .logIn:
      guard let option = state.focused else { break }
      let attempt = begin(at: option)
      return .run { await self.end(of: attempt) }
    case .askForAddress:
      return .present(
        PromptOverlay(Sentence(.signInPasteTitle), explanation: [Sentence(.loginPasteExplanation)])
        {
          self.handle(.use($0))
        })
    case .use(let text): pastes?.yield(text)
    case .openAgain:
      guard case .waiting(let page) = state.step else { break }
      return .run {
        await self.open(page.address)
        return .done
      }
    case .cancel:
      attempt?.cancel()
      state.step = .choosing
    }
    return .done
  }

  /// The port to which the browser returns is free when this is over.
  func finish() async {
    attempt?.cancel()
    _ = await attempt?.result
  }

  // MARK: The way in

  private func begin(at option: LoginOption) -> Task<Response, any Error> {
    let previous = attempt
    previous?.cancel()
    state.step = .working
    state.text = TextScroll()
    let attempt = Task {
      // Two attempts cannot have the port at the same time.
      _ = await previous?.result
      try Task.checkCancellation()
      return try await pass(option)
    }
    self.attempt = attempt
    return attempt
  }

  /// Waits for the end of an attempt, which ends with the waiting.
  private func end(of attempt: Task<Response, any Error>) async -> Response {
    let result = await withTaskCancellationHandler {
      await attempt.result
    } onCancel: {
      attempt.cancel()
    }
    switch result {
    case .success(let response): return response
    case .failure(let error):
      if attempt == self.attempt { fail(Failure(error)) }
      return .done
    }
  }

  private func fail(_ failure: Failure) {
    state.step = failure == .cancelled ? .choosing : .failed(failure)
    state.text = TextScroll()
  }

  private func pass(_ option: LoginOption) async throws -> Response {
    let target = try session.loginTarget(option.host, isEmbedded: option.demoUser != nil)
    state.host = target.host
    guard session.isOnline else { throw Failure.offlineImpossible }
    let before = await session.username()
    let isSameHost = session.host == target.host
    let identity: HostLogin.Identity
    do {
      identity =
        if let demoUser = option.demoUser {
          try await target.login.asDemoUser(demoUser)
        } else {
          try await throughBrowser(target.login)
        }
    } catch {
      let failure = target.failure(error)
      await target.close()
      throw failure
    }
    await target.use()
    return await arrive(
      identity, again: isSameHost && before != nil && identity.user?.username == before)
  }

  private func throughBrowser(_ login: HostLogin) async throws -> HostLogin.Identity {
    let (pasted, continuation) = AsyncStream.makeStream(of: String.self)
    pastes = continuation
    defer { pastes = nil }
    return try await login.anywhere(
      pastes: pasted,
      offering: { await self.show($0) },
      complaining: { await self.complain(.service(.login($0))) })
  }

  private func show(_ offer: HostLogin.Offer) async {
    guard !Task.isCancelled else { return }
    state.step = .waiting(Page(address: offer.address, comesBack: offer.comesBack))
    await open(offer.address)
  }

  private func open(_ address: URL) async {
    let isOpen = await browser.open(address)
    guard case .waiting(var page) = state.step, page.address == address else { return }
    page.isOpen = isOpen
    state.step = .waiting(page)
  }

  private func complain(_ failure: Failure) {
    guard case .waiting(var page) = state.step else { return }
    page.complaint = failure
    state.step = .waiting(page)
    state.text = TextScroll()
  }

  /// Goes on where the command line points, the first time, else where the user was, else at the courses.
  private func arrive(_ identity: HostLogin.Identity, again: Bool) async -> Response {
    let welcome = Response.say(greeting(identity))
    if again, !session.hasDeepLink { return .several([.signedIn, welcome]) }
    do {
      let stack = try await session.takeDeepLink()
      return .several([.leave(.restart(stack)), welcome])
    } catch {
      return .several([.leave(.restart([.courses])), .fail(Failure(error))])
    }
  }

  private func greeting(_ identity: HostLogin.Identity) -> Sentence {
    guard let user = identity.user else { return Sentence(.loginSignedInAsService) }
    guard let roles = identity.roles else {
      return Sentence(.loginSignedInAs, [.name: .text(user.fullName)])
    }
    return Sentence(
      .demoSignedInAs,
      [.name: .text(user.fullName), .role: .text(session.words.strings.roles(roles))])
  }
}
