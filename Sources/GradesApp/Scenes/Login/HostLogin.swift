import Foundation
import GradesClient
import GradesCore
import GradesLocalization

/// The ways to log in at one host, and the resulting user.
struct HostLogin: Sendable {
  struct Identity: Equatable, Sendable {
    /// The person; nil for a service account.
    var user: UserInfo?
    /// What the person is in the semester; nil when it cannot be found out now.
    var roles: UserRoles?
    /// The current semester; nil when it cannot be found out now.
    var semester: SemesterCode?
  }

  let authenticator: Authenticator
  let session: SessionRepository
  let embedded: EmbeddedTransport?
  let pages: RedirectPages
  /// How long a browser is waited for.
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
  ) async throws -> Identity {
    try await identity(
      authenticator.logInAnywhere(
        writing: requestsWriting(), pages: pages, timeLimit: timeLimit, isDefault: isDefault
      ) { await presenting($0.url) })
  }

  /// With a browser elsewhere: `paste` shows the address and returns the user's pasted text, or nil
  /// to cancel. What does not belong to this login may be pasted again.
  func pasting(
    _ paste: @Sendable (_ address: URL, _ problem: LoginFailure?) async throws -> String?
  ) async throws -> Identity {
    let request = try await authenticator.authorizationRequest(writing: requestsWriting())
    var problem: LoginFailure?
    while true {
      guard let text = try await paste(request.url, problem) else { throw GradesError.cancelled }
      do {
        return try await identity(authenticator.logIn(request, pastedRedirect: text))
      } catch let error as GradesError where error.loginFailure?.allowsAnotherPaste == true {
        problem = error.loginFailure
      }
    }
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
  ) async throws -> Identity {
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
          for await text in pastes {
            do {
              return try await authenticator.logIn(request, pastedRedirect: text)
            } catch let error as GradesError {
              guard let failure = error.loginFailure, failure.allowsAnotherPaste else {
                throw error
              }
              await complaining(failure)
            }
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

  func asServiceAccount() async throws -> Identity {
    try await identity(authenticator.logInAsServiceAccount())
  }

  /// With a token from elsewhere. It is stored after `trial`, which uses it without storing it, has
  /// identified its user; throws ``LoginFailure/tokenRefused``.
  func with(token: String, trial: HostLogin) async throws -> (Identity, Credentials) {
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
  func asDemoUser(_ user: DemoUser) async throws -> Identity {
    guard let embedded else { throw GradesError.notSignedIn(.noCredentials) }
    let writing = if user.teaches { true } else { await requestsWriting() }
    let credentials = try await embedded.credentials(of: user.account, writing: writing)
    try await authenticator.keep(credentials, isDefault: isDefault)
    return try await identity(credentials)
  }

  /// The login is complete when the credentials are stored; the user is identified if possible.
  private func identity(_ credentials: Credentials) async throws -> Identity {
    var identity = Identity()
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
      accepted: .init(title: strings(.loginPageSuccessTitle), text: strings(.loginPageSuccessText)),
      denied: .init(title: strings(.logoutNotSignedIn), text: strings(.loginPageDeniedText)),
      foreign: .init(title: strings(.loginPageFailedTitle), text: strings(.loginPageFailedText)))
  }
}
