/// The failures of requests to the service; each failure is converted into one of these.
public enum GradesError: Error, Hashable, Sendable {
  /// No complete response arrived.
  case unreachable(Unreachable)
  /// There is no usable token: the user has to log in.
  case notSignedIn(SignedOutReason)
  /// 401 with a token that is valid by our clock, or 403 (Service contract, 3.3).
  case notPermitted
  /// 401 to a request that must not be sent again without reading first. The token had expired and
  /// was replaced; the request was not applied.
  case tokenReplaced
  /// 404.
  case notFound
  /// 400 or 422, with the service's own short text if there is one.
  case badRequest(detail: String?)
  /// 409.
  case conflict
  /// 429, after the retries.
  case tooManyRequests(retryAfter: Duration?)
  /// 5xx, after the retries; 503 may name a time to wait (RFC 9110 §15.6.4).
  case serviceFailure(status: Int, retryAfter: Duration? = nil)
  /// A redirect or any other status.
  case unexpectedStatus(Int)
  /// The response cannot be understood.
  case unreadable(Unreadable)
  /// Logging in failed.
  case login(LoginFailure)
  /// The task was cancelled.
  case cancelled

  /// The reasons for a missing response.
  public enum Unreachable: Hashable, Sendable {
    /// Nothing listens at the address.
    case refused
    /// The host's name is unknown.
    case nameNotFound
    /// The time for the request is over.
    case timedOut
    /// The connection ended before the response was complete.
    case connectionLost
    /// No secure connection could be made.
    case tls(TLSFailure)
    /// libcurl is not installed.
    case curlMissing
    /// Plain http to another machine (Figures, Safe with credentials).
    case insecureAddress
    /// libcurl's own code.
    case other(code: Int)
  }

  /// The reasons for a missing token.
  public enum SignedOutReason: Hashable, Sendable {
    /// No user is logged in at this host.
    case noCredentials
    /// The refresh token has expired, or there is none.
    case expired
    /// The service rejects the token that the user provided.
    case rejected
    /// Another user has logged in at this host, in another process; their token must not be used
    /// for the previous user's work.
    case otherUser
  }

  /// The reasons why a response cannot be understood.
  public enum Unreadable: Hashable, Sendable {
    /// A web page, as captive portals send it.
    case html
    /// It is incomplete.
    case truncated
    /// It is larger than the limit.
    case tooLarge
    /// JSON of another shape; the path is that of the value, such as `[2].username`.
    case json(path: String)
    /// Text of another kind than requested.
    case text
    /// A list that does not end after this many pages.
    case endless(pages: Int)
  }

  /// The wait that the service requests before the next try; nil: none.
  public var retryAfter: Duration? {
    switch self {
    case .tooManyRequests(let wait), .serviceFailure(_, let wait): wait
    default: nil
    }
  }

  /// Whether the service cannot be used now, so that stored data may answer instead.
  public var isUnavailability: Bool {
    switch self {
    case .unreachable(.insecureAddress): false
    case .unreachable, .tooManyRequests, .serviceFailure, .unreadable(.html),
      .login(.storeBusy):
      true
    default: false
    }
  }
}
