import Foundation

extension Authenticator {
  /// Signs a user in with a browser on this machine (RFC 8252) and stores the credentials.
  ///
  /// Throws ``GradesError/Reason/login(_:)`` and what any request throws; afterwards the port is free.
  ///
  /// - Parameters:
  ///   - writing: whether to request the scopes for changing grades too
  ///   - timeLimit: how long to wait for the redirect
  ///   - presenting: opens the address for the user; should return soon or support cancellation
  public func logIn(
    writing: Bool = false, timeLimit: Duration = .seconds(300),
    presenting: @escaping @Sendable (URL) async -> Void
  ) async throws -> Credentials {
    try await logInAnywhere(writing: writing, timeLimit: timeLimit) { await presenting($0.url) }
  }

  /// Signs a user in with a browser and passes the whole request on, which may also
  /// be finished with ``logIn(_:pastedRedirect:)`` when the browser is elsewhere; cancel this login
  /// then. `pages` are what the browser shows after the redirect; `isDefault`, whether the host becomes the one in use by
  /// default.
  package func logInAnywhere(
    writing: Bool = false, pages: RedirectPages = .english, timeLimit: Duration = .seconds(300),
    isDefault: Bool = true, offering: @escaping @Sendable (AuthorizationRequest) async -> Void
  ) async throws -> Credentials {
    try checkClient()
    let secrets = LoginSecrets()
    let listener = try RedirectListener(
      redirectURI: configuration.redirectURI, state: secrets.state, pages: pages)
    let request = try AuthorizationRequest(
      configuration, redirectURI: listener.redirectURI, writing: writing, secrets: secrets)
    let clock = oauth.client.clock

    let answer = try await withThrowingTaskGroup(of: RedirectAnswer?.self) { group in
      group.addTask { try await listener.answer() }
      group.addTask {
        do { try await clock.pause(timeLimit) } catch { throw GradesError.cancelled }
        throw GradesError.login(.timedOut)
      }
      group.addTask {
        await offering(request)
        return nil
      }
      defer { group.cancelAll() }
      while let answer = try await group.next() { if let answer { return answer } }
      throw GradesError.cancelled
    }
    return try await finish(
      request, code: try request.code(in: answer), isDefault: isDefault)
  }

  /// The address for logging in without a browser on this machine; the user opens it elsewhere and
  /// pastes the address of the redirect. Throws ``LoginFailure/clientMissing``.
  package func authorizationRequest(writing: Bool = false) throws -> AuthorizationRequest {
    try checkClient()
    return try AuthorizationRequest(
      configuration, redirectURI: configuration.redirectURI, writing: writing,
      secrets: LoginSecrets())
  }

  /// Signs a user in with the pasted address of the redirect, or with its query, and stores the
  /// credentials. After ``LoginFailure/notARedirect`` and ``LoginFailure/wrongState`` the
  /// same request may be used again.
  package func logIn(_ request: AuthorizationRequest, pastedRedirect text: String) async throws
    -> Credentials
  {
    try await finish(request, code: try request.code(inPasted: text))
  }

  /// Signs a course's service account in (Service contract, 4.1) and stores the credentials.
  public func logInAsServiceAccount() async throws -> Credentials {
    do {
      let answer = try await oauth.token(.serviceAccount)
      return try await keep(answer.credentials(kind: .serviceAccount, now: now()))
    } catch GradesError.login(.refused(error: "invalid_scope")) {
      throw GradesError.login(.scopesRefused(configuration.serviceAccountScopes))
    }
  }

  /// Whether the current login was granted the scopes for changing grades; nil where that is unknown: no user
  /// is logged in, or the server did not name the scopes.
  package func mayWrite() async throws -> Bool? {
    guard let credentials = try await credentials() else { return nil }
    if credentials.kind == .serviceAccount || credentials.scopes.isEmpty { return nil }
    return Set(configuration.writeScopes).isSubset(of: credentials.scopes)
  }

  /// Stores a token from elsewhere, which the service has accepted already; without a user it is a service
  /// account's. Nothing can renew it.
  package func logIn(token: String, check: TokenCheck?, user: UserInfo?) async throws
    -> Credentials
  {
    try await keep(
      Credentials(
        accessToken: token, expiresAt: check?.expiresAt, receivedAt: now(),
        scopes: check?.scopes ?? [], kind: user == nil ? .serviceAccount : .user,
        username: user?.username, firstName: user?.firstName, lastName: user?.lastName))
  }

  /// Checks the client before the user has to use the browser.
  private func checkClient() throws {
    guard configuration.clientID?.isEmpty == false, configuration.clientSecret?.isEmpty == false
    else { throw GradesError.login(.clientMissing) }
  }

  private func finish(
    _ request: AuthorizationRequest, code: String, isDefault: Bool = true
  ) async throws -> Credentials {
    let answer = try await oauth.token(
      .code(code, redirectURI: request.redirectURI, verifier: request.secrets.verifier))
    return try await keep(answer.credentials(kind: .user, now: now()), isDefault: isDefault)
  }

  /// Stores the credentials of a login, and goes on with them.
  @discardableResult package func keep(
    _ credentials: Credentials, isDefault: Bool = true
  ) async throws -> Credentials {
    let host = configuration.host
    let isDefault = isDefault && configuration.becomesDefault
    try await store.locked {
      try await $0.save(credentials, for: host, isDefault: isDefault)
    }
    hold(credentials)
    return credentials
  }
}
