import Foundation
import GradesClient
import GradesCore
import GradesLocalization

/// The ways to log in at one host, and the resulting user.
struct HostLogin: Sendable {
  let authenticator: Authenticator
  let session: SessionRepository
  let embedded: EmbeddedTransport?
  let pages: RedirectPages
  let timeLimit: Duration
  /// Whether the user wants to change grades, which a login does not request by default.
  let isForWriting: Bool
  /// Whether the host becomes the one in use by default.
  let isDefault: Bool

  /// Whether to request the scopes for changing grades: the user wants that, or has them already.
  private func requestsWriting() async -> Bool {
    if isForWriting { return true }
    return (try? await authenticator.mayWrite()) == true
  }

  /// With a browser on this machine, which comes back by itself.
  func withBrowser(
    presenting: @escaping @Sendable (URL) async -> Void
  ) async throws -> Account {
    try await identity(
      authenticator.logInAnywhere(
        writing: requestsWriting(), pages: pages, timeLimit: timeLimit, isDefault: isDefault
      ) { await presenting($0.url) })
  }

  /// With a browser elsewhere: `paste` shows the address and returns the user's pasted text, or nil
  /// to cancel. What does not belong to this login may be pasted again.
  func pasting(
    _ paste: @Sendable (_ address: URL, _ problem: LoginFailure?) async throws -> String?
  ) async throws -> Account {
    let request = try await authenticator.authorizationRequest(writing: requestsWriting())
    return try await identity(logIn(request) { try await paste(request.url, $0) })
  }

  /// Asks for what the user pastes until it belongs to the login; nil cancels.
  private func logIn(
    _ request: AuthorizationRequest, _ paste: (_ problem: LoginFailure?) async throws -> String?
  ) async throws -> Credentials {
    var problem: LoginFailure?
    while let text = try await paste(problem) {
      do {
        return try await authenticator.logIn(request, pastedRedirect: text)
      } catch let error as GradesError where error.loginFailure?.allowsAnotherPaste == true {
        problem = error.loginFailure
      }
    }
    throw GradesError.cancelled
  }

  /// With a browser wherever it is: it comes back, or its last address is pasted, whichever is first.
  ///
  /// The time limit holds for the browser; a paste alone is waited for as long as it takes.
  ///
  /// - Parameters:
  ///   - pastes: what the user pastes.
  ///   - offering: shows the address; where the browser cannot come back to this program, its last address has to
  ///     be pasted.
  ///   - complaining: reports that a paste does not belong to this login; another one may follow.
  func anywhere(
    pastes: AsyncStream<String>,
    offering: @escaping @Sendable (_ address: URL, _ comesBack: Bool) async -> Void,
    complaining: @escaping @Sendable (LoginFailure) async -> Void
  ) async throws -> Account {
    let writing = await requestsWriting()
    let (requests, known) = AsyncStream.makeStream(of: AuthorizationRequest.self)
    let credentials = try await withThrowingTaskGroup(of: Credentials?.self) { group in
      group.addTask {
        do {
          return try await authenticator.logInAnywhere(
            writing: writing, pages: pages, timeLimit: timeLimit
          ) {
            known.yield($0)
            await offering($0.url, true)
          }
        } catch let error as GradesError where error.loginFailure?.keepsBrowserAway == true {
          let request = try await authenticator.authorizationRequest(writing: writing)
          known.yield(request)
          await offering(request.url, false)
          return nil
        }
      }
      group.addTask {
        for await request in requests.prefix(1) {
          var texts = pastes.makeAsyncIterator()
          return try await logIn(request) { problem in
            if let problem { await complaining(problem) }
            return await texts.next()
          }
        }
        throw GradesError.cancelled
      }
      defer { group.cancelAll() }
      while let credentials = try await group.next() {
        if let credentials { return credentials }
      }
      throw GradesError.cancelled
    }
    return try await identity(credentials)
  }

  func asServiceAccount() async throws -> Account {
    try await identity(authenticator.logInAsServiceAccount())
  }

  /// With a token from elsewhere. It is stored after `trial`, which uses it without storing it, has
  /// identified its user; throws ``LoginFailure/tokenRefused``.
  func with(token: String, trial: HostLogin) async throws -> (Account, Credentials) {
    do {
      let check = try await trial.authenticator.checkToken()
      let isServiceAccount = check != nil && check?.username == nil
      let identity = try await trial.identity(
        Credentials(accessToken: token, kind: isServiceAccount ? .serviceAccount : .user))
      return (
        identity,
        try await authenticator.logIn(token: token, check: check, user: identity.user)
      )
    } catch let error as GradesError where error.isSignedOut || error == .notPermitted {
      throw GradesError.login(.tokenRefused)
    }
  }

  /// At the embedded service, which issues the token itself. Those who teach there may change grades.
  func asDemoUser(_ user: DemoUser) async throws -> Account {
    guard let embedded else { throw GradesError.notSignedIn(.noCredentials) }
    let writing = if user.teaches { true } else { await requestsWriting() }
    let credentials = try await embedded.credentials(of: user.account, writing: writing)
    try await authenticator.keep(credentials, isDefault: isDefault)
    return try await identity(credentials)
  }

  /// The login is complete when the credentials are stored; the user is identified if possible.
  private func identity(_ credentials: Credentials) async throws -> Account {
    var identity = Account()
    guard credentials.kind == .user else { return identity }
    identity.user = try await session.welcome()
    if let current = try? await session.roles(in: .current) {
      (identity.semester, identity.roles) = (current.semester, current.roles)
    }
    try Task.checkCancellation()
    return identity
  }
}

extension LoginFailure {
  /// The browser cannot come back to this program, but a paste can bring what it was sent with.
  fileprivate var keepsBrowserAway: Bool {
    switch self {
    case .portBusy, .portNotAllowed, .redirectURIUnusable: true
    default: false
    }
  }

  /// The pasted text does not belong to this login, which continues.
  fileprivate var allowsAnotherPaste: Bool { self == .notARedirect || self == .wrongState }
}

extension RedirectPages {
  /// The pages that the browser shows when it comes back, in the language of the run.
  static func translated(_ strings: Strings) -> RedirectPages {
    RedirectPages(
      language: strings.language.rawValue,
      accepted: (strings(.loginPageSuccessTitle), strings(.loginPageSuccessText)),
      denied: (strings(.logoutNotSignedIn), strings(.loginPageDeniedText)),
      foreign: (strings(.loginPageFailedTitle), strings(.loginPageFailedText)))
  }
}

extension Context {
  /// Logs in with the user's browser, whose address is shown too, and waits until that is done. Throws
  /// a ``Failure`` where the address cannot be opened.
  @MainActor func logInWithBrowser(_ login: HostLogin) async throws -> Account {
    guard
      browser.exists() || printer.streams.inputIsTerminal || printer.streams.errors.isTerminal
    else { throw Failure(.usage, .errorLoginNoBrowser) }
    return try await login.withBrowser { address in
      let address = (try? await services.embedded?.live(address)) ?? address
      if await browser.open(address) {
        notice(.signInOpened)
      } else {
        notice(.errorLoginBrowserNotOpened)
      }
      printer.notice("\n\(address.absoluteString)\n")
      notice(.loginWaiting)
    }
  }

  /// Makes sure that the login may change grades, before anything is sent. At a terminal it explains why
  /// and logs in again; throws ``LoginFailure/writingNotGranted`` otherwise.
  @MainActor func requireWriting(canAsk: Bool) async throws {
    guard try await services.session.mayWrite() == false else { return }
    guard canAsk else { throw GradesError.login(.writingNotGranted) }
    notice(.writingExplanation)
    guard try await agrees(to: .writingQuestion, orUse: "--teach") else {
      throw GradesError.login(.writingNotGranted)
    }
    let user = try await services.session.user().username
    let identity = try await logInWithBrowser(hostLogin(writing: true))
    guard identity.user?.username == user else { throw GradesError.notSignedIn(.otherUser) }
    try await services.session.requireWriting()
  }

  @MainActor func welcome(_ identity: Account) {
    guard let user = identity.user else { return notice(.loginSignedInAsService) }
    notice(.loginSignedInAs, [.name: "\(user.fullName) (\(user.username))"])
    if let roles = identity.roles { notice(.loginRoles, [.roles: strings.roles(roles)]) }
    if let semester = identity.semester {
      notice(.loginSemester, [.semester: "\(strings.title(of: semester)) (\(semester))"])
    }
    if configuration.givenToken != nil { notice(.loginTokenGiven) }
  }
}
