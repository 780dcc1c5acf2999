import Foundation
import GradesClient
import GradesCore
import Observation

/// Signing in: the ways in, and who is in afterwards.
@MainActor @Observable
final class LoginViewModel {
  /// Who has signed in.
  struct Identity: Equatable, Sendable {
    /// The person; nil for a service account.
    var user: UserInfo?
    /// What the person is in the semester; nil when it cannot be found out now.
    var roles: UserRoles?
    /// The current semester; nil when it cannot be found out now.
    var semester: SemesterCode?
  }

  /// How far the login is.
  enum State: Equatable, Sendable {
    case signedOut
    /// The user has to open this address and sign in there.
    case waiting(URL)
    case signedIn(Identity)
  }

  private(set) var state = State.signedOut

  private let authenticator: Authenticator
  private let session: any SessionRepository

  /// Makes the scene.
  init(authenticator: Authenticator, session: any SessionRepository) {
    self.authenticator = authenticator
    self.session = session
  }

  /// Signs in with a browser on this machine, which comes back by itself.
  func logIn(
    pages: RedirectPages, timeLimit: Duration, presenting: @escaping @Sendable (URL) async -> Void
  ) async throws {
    let credentials = try await authenticator.logIn(pages: pages, timeLimit: timeLimit) { url in
      await self.wait(for: url)
      await presenting(url)
    }
    try await arrive(credentials)
  }

  /// Signs in with a browser elsewhere: `paste` shows the address and gives back what the user
  /// pasted, nil to give up. What does not belong to this login may be pasted again.
  func logIn(
    pasting paste: (_ address: URL, _ problem: LoginFailure?) async throws -> String?
  ) async throws {
    let request = try await authenticator.authorizationRequest()
    wait(for: request.url)
    var problem: LoginFailure?
    while true {
      guard let text = try await paste(request.url, problem) else { throw GradesError.cancelled }
      do {
        try await arrive(authenticator.logIn(request, pastedRedirect: text))
        return
      } catch GradesError.login(let failure)
        where failure == .notARedirect || failure == .wrongState
      {
        problem = failure
      }
    }
  }

  /// Signs in as a course's own script.
  func logInAsServiceAccount() async throws {
    try await arrive(authenticator.logInAsServiceAccount())
  }

  private func wait(for url: URL) { state = .waiting(url) }

  /// The login is done when the credentials are stored; who it is is found out as far as possible.
  private func arrive(_ credentials: Credentials) async throws {
    var identity = Identity()
    if credentials.kind == .user {
      identity.user = try await session.welcome()
      if let semester = try? await session.semester(.current).value {
        identity.semester = semester
        identity.roles = try? await session.roles(in: semester).value
      }
      try Task.checkCancellation()
    }
    state = .signedIn(identity)
  }
}
