/// Every way in which talking to the service can fail; all failures are converted to it here.
public enum GradesError: Error, Hashable, Sendable {
  /// No whole answer came.
  case unreachable(Unreachable)
  /// There is no usable token: the user has to sign in.
  case notSignedIn(SignedOutReason)
  /// 401 with a token that is valid by our clock, or 403 (Service contract, 3.3).
  case notPermitted
  /// 401 to something that must not be sent twice without a look, with a token that had ended
  /// meanwhile. Nothing has happened, and there is another token now.
  case tokenReplaced
  /// 404.
  case notFound
  /// 400 or 422, with the service's own short text if there is one.
  case badRequest(detail: String?)
  /// 409.
  case conflict
  /// 429, after the retries.
  case tooManyRequests(retryAfter: Duration?)
  /// 5xx, after the retries.
  case serviceFailure(status: Int)
  /// A redirect to another place or any other status.
  case unexpectedStatus(Int)
  /// An answer came and cannot be understood.
  case unreadable(Unreadable)
  /// Signing in failed.
  case login(LoginFailure)
  /// The caller gave up.
  case cancelled

  /// Why no whole answer came.
  public enum Unreachable: Hashable, Sendable {
    case refused, nameNotFound, timedOut, tls, connectionLost
    /// libcurl is not installed.
    case curlMissing
    /// Plain http to another machine (Figures, Safe with credentials).
    case insecureAddress
    /// libcurl's own code.
    case other(code: Int)
  }

  /// Why there is no usable token.
  public enum SignedOutReason: Hashable, Sendable {
    /// Nobody signed in at this host.
    case noCredentials
    /// The refresh token has ended, or there is none to refresh with.
    case expired
    /// The service does not take the token that the user gave.
    case rejected
    /// Somebody else has signed in at this host, in another process; their token is not for what the
    /// user before is doing here.
    case otherUser
  }

  /// What is wrong with an answer.
  public enum Unreadable: Hashable, Sendable {
    /// A web page, as captive portals send it.
    case html
    /// It ends in the middle.
    case truncated
    /// It is larger than the limit.
    case tooLarge
    /// JSON that has another shape; the path names the place, such as `[2].username`.
    case json(path: String)
    /// Text that is not what was asked for.
    case text
  }

  /// Whether the service cannot be used now, so that stored data may answer instead.
  public var isUnavailability: Bool {
    switch self {
    case .unreachable(.insecureAddress): false
    case .unreachable, .tooManyRequests, .serviceFailure, .unreadable(.html): true
    default: false
    }
  }
}
