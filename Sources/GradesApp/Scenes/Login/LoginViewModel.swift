import Foundation
import GradesConfiguration
import Observation
import Terminal

/// Logging in in the terminal app: where, the way through the browser, and what came of it.
@MainActor @Observable
final class LoginViewModel: ListViewModel {
  struct Row: Hashable, Identifiable, Sendable {
    var host: ServiceHost.Name
    /// Where the service is; nil for the embedded one.
    var address: String?
    /// As whom, where no account is needed.
    var demoUser: DemoUser?
    var hasClient = true
    /// Whether a token of the environment is used there, regardless of logins.
    var hasGivenToken = false

    var id: Row { self }
  }

  enum Step: Equatable, Sendable {
    case choosing
    case working
    case waiting(Page)
    case failed(Failure)
  }

  struct Page: Equatable, Sendable {
    var address: URL
    /// Whether a browser was started; nil: not yet known.
    var isOpen: Bool?
    var comesBack: Bool
    var complaint: Failure?
  }

  private let options: [Row]
  var rows: [Row] { step == .choosing ? options : [] }
  var list = ListState<Row>()
  private(set) var chosen: Row?
  private(set) var step = Step.choosing
  var text = TextScroll()
  var height = 0
  /// The run at the host that is logged in to, for sentences about what went wrong there.
  private(set) var target: Context

  private let session: Session
  private var attempt: Task<Response, any Error>?
  private var pastes: AsyncStream<String>.Continuation?

  init(_ session: Session) {
    self.session = session
    target = session.context
    options = Row.all(at: session.loginHosts)
    let host = session.host
    list.focused =
      options.first { $0.host == host.name && ($0.demoUser != nil) == host.isEmbedded }
  }

  nonisolated static let keys = choosing + waiting + [cancel, again]

  private nonisolated static let choosing =
    movementKeys() + [
      Binding(.enter, .right, .character("l"), hint: .keyLogIn, in: .first) { $0.logIn() }
    ]

  private nonisolated static let waiting: [Binding<LoginViewModel>] = [
    Binding(.character("p"), hint: .keyPasteAddress, in: .first) { model in
      .present(
        PromptOverlay(Sentence(.signInPasteTitle), explanation: [Sentence(.loginPasteExplanation)])
        { model.paste($0) ?? .done })
    },
    Binding(.character("o"), .character("r"), Key(.function(5)), hint: .keyOpenAgain) { model in
      guard case .waiting(let page) = model.step else { return .done }
      return .run {
        await model.openBrowser(page.address)
        return .done
      }
    },
  ]

  private nonisolated static let cancel = Binding<LoginViewModel>(
    .escape, .character("q"), hint: .keyCancel,
    now: { if case .failed = $0.step { .keyBack } else { .keyCancel } }, in: .first
  ) { model in
    model.attempt?.cancel()
    model.step = .choosing
    return .done
  }

  private nonisolated static let again = Binding<LoginViewModel>(
    .enter, .character("r"), Key(.function(5)), hint: .keyTryAgain,
    now: { $0.needsClient ? .firstClientID : .keyTryAgain }, in: .first
  ) { $0.needsClient ? $0.askClient() : $0.logIn() }

  private nonisolated static let scrolling = Movement.bindings {
    (model: LoginViewModel, movement) in
    model.text.take(movement)
    return .done
  }

  var bindings: [Binding<LoginViewModel>] {
    let scrolling = text.isWhole ? [] : Self.scrolling
    return switch step {
    case .choosing: Self.choosing
    case .working: [Self.cancel]
    case .waiting: scrolling + Self.waiting + [Self.cancel]
    case .failed: scrolling + [Self.again, Self.cancel]
    }
  }

  func searched(_ row: Row) -> [String] { [] }

  func open(_ row: Row) -> Response { logIn() }

  func paste(_ text: String) -> Response? {
    guard case .waiting = step else { return nil }
    pastes?.yield(text)
    return .done
  }

  // MARK: The way in

  /// Nothing is loaded: what can be chosen is known.
  func appear() async throws {}

  func begin() -> Response {
    guard let demoUser = session.takeDemoUser(),
      let option = options.first(where: { $0.demoUser == demoUser })
    else { return .done }
    list.focused = option
    return logIn()
  }

  /// The port to which the browser returns is free when this is over.
  func finish() async {
    attempt?.cancel()
    _ = await attempt?.result
  }

  private func logIn() -> Response {
    guard let option = focused ?? chosen else { return .done }
    chosen = option
    let previous = attempt
    previous?.cancel()
    show(.working)
    let attempt = Task {
      // Two attempts cannot have the port at the same time.
      _ = await previous?.result
      try Task.checkCancellation()
      return try await pass(option)
    }
    self.attempt = attempt
    return .run { [self] in
      switch await attempt.result {
      case .success(let response): return response
      case .failure(let error):
        let failure = Failure(error)
        if attempt == self.attempt { show(failure == .cancelled ? .choosing : .failed(failure)) }
        return .done
      }
    }
  }

  /// Whether the client is what went wrong, so that another one can be typed.
  private var needsClient: Bool {
    guard case .failed(let failure) = step else { return false }
    return switch failure.serviceError?.reason {
    case .login(.clientMissing): true
    case .login(.clientRefused): !target.hasGivenClient
    default: false
    }
  }

  /// Asks for the id of the client, then for its secret, stores them and logs in.
  private func askClient(id: String? = nil) -> Response {
    let contact = FirstContact(target)
    return .present(
      PromptOverlay(
        Sentence(id == nil ? .firstClientID : .firstClientSecret),
        text: id == nil ? target.configuration.clientID ?? "" : "", isSecret: id != nil
      ) { [self] text in
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return .done }
        guard let id else { return askClient(id: text) }
        do {
          let next = try contact.store(id: id, secret: text)
          return .run { [self] in
            if next.configuration.host == session.host { await session.move(to: next) }
            return logIn()
          }
        } catch {
          return .fail(Failure(error))
        }
      })
  }

  private func show(_ step: Step) {
    self.step = step
    text = TextScroll()
  }

  private func pass(_ option: Row) async throws -> Response {
    target = try session.context(at: option.host, isEmbedded: option.demoUser != nil)
    let (target, before) = (target, session.context)
    guard session.isOnline else { throw Failure.offlineImpossible }
    let user = await session.username()
    let login = session.login(in: target)
    let identity: Account
    do {
      if let demoUser = option.demoUser {
        identity = try await login.asDemoUser(demoUser)
      } else {
        let (pasted, continuation) = AsyncStream.makeStream(of: String.self)
        pastes = continuation
        defer { pastes = nil }
        identity = try await login.anywhere(
          pastes: pasted,
          offering: { await self.show($0, comesBack: $1) },
          complaining: { await self.complain(.service(.login($0))) })
      }
    } catch {
      // Ends what the login has started.
      let failure = target.services.embedded?.problem ?? Failure(error)
      if target.services.authenticator !== before.services.authenticator {
        await target.services.close()
      }
      throw failure
    }
    let isSameHost = session.host == target.configuration.host
    await session.move(to: target)
    return await arrive(
      identity, again: isSameHost && user != nil && identity.user?.username == user)
  }

  private func show(_ address: URL, comesBack: Bool) async {
    guard !Task.isCancelled else { return }
    step = .waiting(Page(address: address, comesBack: comesBack))
    await openBrowser(address)
  }

  private func openBrowser(_ address: URL) async {
    let isOpen = await session.context.browser.open(address)
    guard case .waiting(var page) = step, page.address == address else { return }
    page.isOpen = isOpen
    step = .waiting(page)
  }

  private func complain(_ failure: Failure) {
    guard case .waiting(var page) = step else { return }
    page.complaint = failure
    show(.waiting(page))
  }

  /// Goes on where the command line points, the first time, else where the user was, else at the courses.
  private func arrive(_ identity: Account, again: Bool) async -> Response {
    let welcome = Response.say(greeting(identity))
    if again, !session.hasDeepLink { return .several([.signedIn, welcome]) }
    do {
      let stack = try await session.takeDeepLink()
      return .several([.restart(stack), welcome])
    } catch {
      return .several([.restart([.courses]), .fail(Failure(error))])
    }
  }

  private func greeting(_ identity: Account) -> Sentence {
    guard let user = identity.user else { return Sentence(.loginSignedInAsService) }
    guard let roles = identity.roles else {
      return Sentence(.loginSignedInAs, [.name: user.fullName])
    }
    return Sentence(
      .demoSignedInAs, [.name: user.fullName, .role: session.words.strings.roles(roles)])
  }
}

extension LoginViewModel.Row {
  fileprivate static func all(at hosts: [GradesConfiguration]) -> [Self] {
    hosts.filter { !$0.host.isEmbedded }.map { configuration in
      let api = configuration.addresses?.api
      // The port is named where it is not the usual one.
      return Self(
        host: configuration.host.name,
        address: api?.host().map { host in api?.port.map { "\(host):\($0)" } ?? host },
        hasClient: configuration.hasClient,
        hasGivenToken: configuration.givenToken != nil)
    } + DemoUser.allCases.map { Self(host: .demo, demoUser: $0) }
  }
}
