import Files
import Foundation

/// Manages the token of one host: logs in, renews, logs out (Service contract, 4).
///
/// Any number of authenticators, in any number of processes, may share a store: one of them renews
/// an expired token, the others use the new one. A token from the environment is used as it is; it
/// is never stored or renewed.
///
/// It serves one user. After another user has logged in in another process, it does not continue
/// with their token, which would mix the results and the drafts of two people.
public actor Authenticator: TokenSource {
  let configuration: OAuthConfiguration
  let store: FileCredentialStore
  let oauth: OAuthClient
  let now: @Sendable () -> Date
  private let givenToken: String?
  /// The SHA-256 digest of a given token, in hexadecimal digits; nil without one.
  package nonisolated let givenTokenDigest: String?
  /// The user of a given token, which is not stored either.
  private var givenUser: UserInfo?
  /// The credentials last read from the store or received since.
  private var held: Credentials?
  /// The user, once known; only a login or a logout of this value changes it.
  private var holder: Holder?
  /// The number of logins and logouts: a renewal that overlaps one of them is out of date.
  private var epoch = 0
  private var renewal: Promise<Credentials>?
  /// Whether the login ended during this process: later requests must report that, and not that no
  /// user was ever logged in.
  private var hasEnded = false

  /// Makes an authenticator without reading the store.
  ///
  /// - Parameters:
  ///   - client: sends the token requests, by default over libcurl
  ///   - givenToken: is used instead of stored ones (`GRADES_TOKEN`); a blank one counts as none
  ///   - now: the local clock, by which tokens expire
  public init(
    configuration: OAuthConfiguration, store: FileCredentialStore,
    client: HTTPClient = HTTPClient(), givenToken: String? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.configuration = configuration
    self.store = store
    self.now = now
    let token = givenToken?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    self.givenToken = token.isEmpty ? nil : token
    givenTokenDigest = token.isEmpty ? nil : sha256Digits(token)
    oauth = OAuthClient(configuration: configuration, client: client)
  }

  // MARK: Tokens

  /// A token that is valid by the local clock; renewed a minute before its end.
  ///
  /// Throws ``GradesError/Reason/notSignedIn(_:)`` when there is none, ``GradesError/Reason/login(_:)`` when the
  /// client is rejected or what is stored is no token, and any request's errors when an expired token
  /// cannot be renewed now.
  public func accessToken() async throws -> String {
    if let givenToken { return givenToken }
    // Who has logged out in another program wants nothing more to be read, nor stored.
    if held != nil, store.login(at: configuration.host) == nil { held = nil }
    var credentials = held
    if credentials == nil { credentials = try await store.credentials(for: configuration.host) }
    guard let credentials else { throw signedOut }
    try await take(credentials)
    hasEnded = false
    switch credentials.freshness(at: now()) {
    case .fresh: return try token(of: credentials)
    case .endsSoon where credentials.kind == .user && credentials.refreshToken == nil:
      return try token(of: credentials)
    case .endsSoon:
      // The token is still valid for this request, even if renewing it failed.
      do {
        return try token(of: await renewed(credentials.accessToken))
      } catch let error as GradesError where error.scope == .service {
        return try token(of: credentials)
      }
    case .ended: return try token(of: await renewed(credentials.accessToken))
    }
  }

  /// The access token of stored credentials; blames the place where it is stored if it is none.
  private func token(of credentials: Credentials) throws -> String {
    guard credentials.accessToken.isBearerToken else {
      throw GradesError.login(
        .storedTokenMalformed(path: store.path(ofTokensFor: configuration.host)))
    }
    return credentials.accessToken
  }

  /// Another token after the service has rejected this one with 401; nil when there is no better
  /// one, so that 401 means "not permitted" (Service contract, 3.3).
  ///
  /// Prefers a token that another process has stored since; otherwise renews the token once, even
  /// if it is valid by the local clock, because a refresh on another machine ends it too (Service
  /// contract, 4.4). Throws ``GradesError/Reason/notSignedIn(_:)`` with `rejected` when the server reports
  /// a given token as invalid.
  public func replacement(for rejected: String) async throws -> String? {
    if let givenToken {
      do {
        _ = try await oauth.check(givenToken)
      } catch let error as GradesError where error.isSignedOut {
        throw error
      } catch {
        // Without a token check, "not permitted" is the only explanation.
      }
      return nil
    }
    guard let stored = try await store.credentials(for: configuration.host) else {
      held = nil
      throw signedOut
    }
    try await take(stored)
    let isOver = stored.freshness(at: now()) == .ended
    if stored.accessToken != rejected, !isOver { return try token(of: stored) }
    if stored.kind == .user, stored.refreshToken == nil {
      if isOver { throw GradesError.notSignedIn(.expired) }
      return nil
    }
    let token = try self.token(of: await renewed(rejected))
    return token == rejected ? nil : token
  }

  /// The authorization server's description of the current token (Service contract, 4.6); nil where
  /// it has no such endpoint. Throws ``GradesError/Reason/notSignedIn(_:)``.
  package func checkToken() async throws -> TokenCheck? {
    try await oauth.check(try await accessToken())
  }

  /// Renews once at a time in this process. A caller's cancellation does not stop the renewal,
  /// because a token that the server has already issued must not be lost.
  private func renewed(_ stale: String) async throws -> Credentials {
    if let renewal { return try await renewal.value() }
    let renewal = Promise<Credentials>(cancellation: GradesError.cancelled)
    self.renewal = renewal
    let begun = epoch
    Task {
      let outcome: Result<Credentials, any Error>
      do {
        let (renewed, isSuccessor) = try await renew(stale)
        if begun == epoch, !isSuccessor { try await take(renewed) }
        outcome = .success(renewed)
      } catch let error as GradesError
        where error.isSignedOut && begun == epoch && error != .notSignedIn(.otherUser)
      {
        if error == .notSignedIn(.expired) { hasEnded = true }
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

  /// Renews, one process at a time (Service contract, 4.4): those that another process has stored since, else
  /// new ones, which are stored. `isSuccessor` means that they come from the login of the given token;
  /// others may be another user's.
  ///
  /// Throws ``GradesError/Reason/notSignedIn(_:)`` after deleting the tokens when the server reports that
  /// the refresh token has expired; every other failure keeps them.
  private func renew(_ stale: String) async throws -> (credentials: Credentials, isSuccessor: Bool)
  {
    try await store.locked { stored in
      guard let credentials = try await stored.credentials(for: configuration.host) else {
        throw GradesError.notSignedIn(.noCredentials)
      }
      if credentials.accessToken != stale, credentials.freshness(at: now()) != .ended {
        return (credentials, false)
      }
      let renewed: Credentials
      do {
        renewed = try await successor(of: credentials)
      } catch GradesError.notSignedIn(.expired) where credentials.refreshToken != nil {
        try? await stored.remove(configuration.host)
        oauth.client.logger.info("The login at \(configuration.host) has ended")
        throw GradesError.notSignedIn(.expired)
      }
      do {
        try await stored.save(renewed, for: configuration.host)
      } catch {
        // A full disk must not prevent reading: this process uses the token without storing it.
        oauth.client.logger.warning("The renewed credentials cannot be stored: \(error)")
      }
      return (renewed, credentials.accessToken == stale)
    }
  }

  private func successor(of credentials: Credentials) async throws -> Credentials {
    let answer: TokenAnswer
    switch credentials.kind {
    case .serviceAccount:
      answer = try await oauth.token(.serviceAccount)
    case .user:
      guard let token = credentials.refreshToken else { throw GradesError.notSignedIn(.expired) }
      answer = try await oauth.token(.refresh(token))
    }
    var successor = answer.credentials(kind: credentials.kind, now: now())
    // Without rotation the old refresh token stays valid (Service contract, 4.4).
    successor.refreshToken = answer.refreshToken ?? credentials.refreshToken
    if successor.scopes.isEmpty { successor.scopes = credentials.scopes }
    successor.username = credentials.username
    successor.firstName = credentials.firstName
    successor.lastName = credentials.lastName
    return successor
  }

  private var signedOut: GradesError { .notSignedIn(hasEnded ? .expired : .noCredentials) }

  // MARK: Credentials

  /// The current credentials, read from the store; nil when no user is logged in. A given token
  /// makes credentials that do not expire.
  public func credentials() async throws -> Credentials? {
    if let givenToken {
      return Credentials(
        accessToken: givenToken, username: givenUser?.username, firstName: givenUser?.firstName,
        lastName: givenUser?.lastName)
    }
    let stored = try await store.credentials(for: configuration.host)
    if let stored { try await take(stored) } else { held = nil }
    return held
  }

  /// The user who logged in last at this host, if it is not this authenticator's user; read from
  /// the file immediately. A login whose user is not known yet counts as none.
  package func otherUser() -> Username? {
    guard givenToken == nil, let holder, let login = store.login(at: configuration.host),
      let username = login.username, Holder(login) != holder
    else { return nil }
    return username
  }

  /// Continues with stored or renewed credentials, if they are the same user's.
  ///
  /// Throws ``GradesError/Reason/notSignedIn(_:)`` with `otherUser` if they are not. A login's user is
  /// stored a moment after its tokens; until then the authorization server identifies it.
  private func take(_ credentials: Credentials) async throws {
    let begun = epoch
    var person = Holder(credentials)
    if let holder, credentials.accessToken != held?.accessToken, holder != person {
      if credentials.kind == .user, credentials.username == nil {
        let check = try? await oauth.check(credentials.accessToken)
        person = Holder(kind: .user, username: check?.username)
      }
      guard begun == epoch, person == holder else {
        throw GradesError.notSignedIn(.otherUser)
      }
    }
    held = credentials
    if holder == nil, person.isKnown { holder = person }
  }

  /// A person, or a service account.
  private struct Holder: Equatable {
    var kind: Credentials.Kind
    var username: Username?

    init(kind: Credentials.Kind, username: Username?) {
      self.kind = kind
      self.username = kind == .user ? username : nil
    }

    init(_ credentials: Credentials) {
      self.init(kind: credentials.kind, username: credentials.username)
    }

    var isKnown: Bool { kind == .serviceAccount || username != nil }
  }

  /// Continues with the credentials of a login, or without any.
  func hold(_ credentials: Credentials?) {
    epoch += 1
    held = credentials
    holder = credentials.map(Holder.init).flatMap { $0.isKnown ? $0 : nil }
    hasEnded = false
  }

  package func remember(user: UserInfo) async throws {
    if givenToken != nil {
      givenUser = user
      return
    }
    let host = configuration.host
    if holder == nil { holder = Holder(kind: .user, username: user.username) }
    let token = held?.accessToken
    let named: Credentials? = try await store.locked { stored in
      guard var credentials = try await stored.credentials(for: host),
        // Not into a login of another user that was stored since.
        token == nil || credentials.accessToken == token
      else { return nil }
      credentials.username = user.username
      credentials.firstName = user.firstName
      credentials.lastName = user.lastName
      try await stored.save(credentials, for: host)
      return credentials
    }
    if let named { held = named }
  }

  /// Forgets the host's stored credentials, unless another user has logged in since. The server has no
  /// way to end tokens (Service contract, 4.1).
  public func logOut() async throws {
    let host = configuration.host
    if otherUser() == nil { try await store.locked { try await $0.remove(host) } }
    hold(nil)
  }
}
