import Foundation

/// Has the token of one host: signs in, renews, signs out (`grades-api.md` 4).
///
/// Any number of authenticators, in any number of processes, may share a store: one of them renews
/// an ended token, the others take what it got. A token given by the environment is used as it is;
/// it is never stored or renewed.
public actor Authenticator: TokenSource {
  let configuration: OAuthConfiguration
  let store: FileCredentialStore
  let oauth: OAuthClient
  let now: @Sendable () -> Date
  private let givenToken: String?
  /// The user of a given token, who is not stored either.
  private var givenUser: UserInfo?
  /// What the store said last, or what came since.
  private var held: Credentials?
  /// Counts logins and logouts: a renewal that was under way meanwhile is out of date.
  private var epoch = 0
  private var renewal: SharedOutcome<Credentials>?
  /// Whether the login has ended under this process: requests that come a moment after the one that
  /// found out must not say that nobody ever was signed in.
  private var hasEnded = false

  /// Makes an authenticator; the store is not read yet.
  ///
  /// - Parameters:
  ///   - configuration: the host and the client
  ///   - store: where the host's credentials are
  ///   - client: sends the token requests
  ///   - givenToken: the access token to use instead of stored ones (`GRADES_TOKEN`); blank is none
  ///   - now: the local clock, by which tokens end
  public init(
    configuration: OAuthConfiguration, store: FileCredentialStore, client: HTTPClient,
    givenToken: String? = nil, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.configuration = configuration
    self.store = store
    self.now = now
    let token = givenToken?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    self.givenToken = token.isEmpty ? nil : token
    oauth = OAuthClient(configuration: configuration, client: client)
  }

  // MARK: Tokens

  /// A token that is valid by the local clock; renewed a minute before its end.
  ///
  /// Throws ``GradesError/notSignedIn(_:)`` when there is none, ``GradesError/login(_:)`` when the
  /// client is refused, and what any request throws when an ended token cannot be renewed now.
  public func accessToken() async throws -> String {
    if let givenToken { return givenToken }
    var credentials = held
    if credentials == nil { credentials = try await store.credentials(for: configuration.host) }
    guard let credentials else { throw signedOut }
    held = credentials
    hasEnded = false
    switch credentials.freshness(at: now()) {
    case .fresh: return credentials.accessToken
    case .endsSoon where credentials.kind == .user && credentials.refreshToken == nil:
      return credentials.accessToken
    case .endsSoon:
      // The token still is good for this request, whatever becomes of the next one.
      do {
        return try await renewed(credentials.accessToken).accessToken
      } catch let error as GradesError where error.isUnavailability {
        return credentials.accessToken
      }
    case .ended: return try await renewed(credentials.accessToken).accessToken
    }
  }

  /// Another token after the service has answered 401 to this one; nil when there is no better one,
  /// so that 401 means "not permitted" (`grades-api.md` 3.3).
  ///
  /// A token that another process has stored meanwhile comes first; else the token is renewed once,
  /// also when it is good by the local clock: a refresh on another machine ends it too (4.4). Throws
  /// ``GradesError/notSignedIn(_:)`` with `rejected` when the server knows a given token to be bad.
  public func replacement(for rejected: String) async throws -> String? {
    if let givenToken {
      do {
        _ = try await oauth.check(givenToken)
      } catch GradesError.notSignedIn(let reason) {
        throw GradesError.notSignedIn(reason)
      } catch {
        // Nobody to ask: "not permitted" is what is left.
      }
      return nil
    }
    guard let stored = try await store.credentials(for: configuration.host) else {
      held = nil
      throw signedOut
    }
    held = stored
    let isOver = stored.freshness(at: now()) == .ended
    if stored.accessToken != rejected, !isOver { return stored.accessToken }
    if stored.kind == .user, stored.refreshToken == nil {
      if isOver { throw GradesError.notSignedIn(.expired) }
      return nil
    }
    let token = try await renewed(rejected).accessToken
    return token == rejected ? nil : token
  }

  /// What the authorization server knows about the current token (`grades-api.md` 4.6); nil where
  /// it cannot be asked. Throws ``GradesError/notSignedIn(_:)``.
  public func checkToken() async throws -> TokenCheck? {
    try await oauth.check(try await accessToken())
  }

  /// One renewal at a time in this process. It goes on when a caller gives up, since a token that the
  /// server has given out already must not be lost.
  private func renewed(_ stale: String) async throws -> Credentials {
    if let renewal { return try await renewal.value() }
    let renewal = SharedOutcome<Credentials>()
    self.renewal = renewal
    let begun = epoch
    Task {
      let outcome: Result<Credentials, any Error>
      do {
        let work = CredentialRenewal(store: store, oauth: oauth, now: now)
        outcome = .success(try await work.renew(stale))
      } catch GradesError.notSignedIn(let reason) where begun == epoch {
        if reason == .expired { hasEnded = true }
        outcome = .failure(signedOut)
      } catch {
        outcome = .failure(error)
      }
      if begun == epoch { held = try? outcome.get() }
      self.renewal = nil
      renewal.finish(outcome)
    }
    return try await renewal.value()
  }

  private var signedOut: GradesError { .notSignedIn(hasEnded ? .expired : .noCredentials) }

  // MARK: Credentials

  /// The credentials in use, as the store has them now; nil when nobody is signed in. A given token
  /// makes credentials without an end.
  public func credentials() async throws -> Credentials? {
    if let givenToken {
      return Credentials(
        accessToken: givenToken, username: givenUser?.username, firstName: givenUser?.firstName,
        lastName: givenUser?.lastName)
    }
    held = try await store.credentials(for: configuration.host)
    return held
  }

  /// Goes on with the credentials of a login, or without any.
  func hold(_ credentials: Credentials?) {
    epoch += 1
    held = credentials
    hasEnded = false
  }

  /// Keeps who the signed-in user is with the credentials.
  public func remember(user: UserInfo) async throws {
    if givenToken != nil {
      givenUser = user
      return
    }
    let host = configuration.host
    held = try await store.locked { stored in
      guard var credentials = try await stored.credentials(for: host) else { return nil }
      credentials.username = user.username
      credentials.firstName = user.firstName
      credentials.lastName = user.lastName
      try await stored.save(credentials, for: host)
      return credentials
    }
  }

  /// Forgets the host's stored credentials. The server has no way to end tokens (`grades-api.md`
  /// 4.1).
  public func logOut() async throws {
    let host = configuration.host
    try await store.locked { try await $0.remove(host) }
    hold(nil)
  }
}
