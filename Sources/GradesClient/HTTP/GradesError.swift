import Foundation

/// The failure of a request to the service or of a login; each failure is converted into one of these.
///
/// Two failures are equal if their reasons are, whatever was requested.
public struct GradesError: Error, Hashable, Sendable {
  /// What failed.
  public let reason: Reason
  /// The method and the path of the request that failed, without its query, such as `GET /api/v1/public/user-info`.
  public internal(set) var request: String?
  /// The status of the response; nil without one, and where the response itself cannot be understood.
  public internal(set) var status: Int?
  /// The service's own short text about it; untrusted, but harmless to print.
  public internal(set) var text: String?

  package init(_ reason: Reason) { self.reason = reason }

  /// The same failure with the request that failed, if that is not known yet.
  func of(_ method: HTTPRequest.Method, _ url: URL) -> Self {
    var error = self
    error.request = request ?? "\(method.rawValue) \(url.path(percentEncoded: true))"
    return error
  }

  /// The same failure, understood as another one.
  func meaning(_ reason: Reason) -> Self {
    var error = Self(reason)
    (error.request, error.status, error.text) = (request, status, text)
    return error
  }

  /// Whether both have the same reason.
  public static func == (left: Self, right: Self) -> Bool { left.reason == right.reason }

  /// Hashes the reason.
  public func hash(into hasher: inout Hasher) { hasher.combine(reason) }

  /// What can fail.
  public enum Reason: Hashable, Sendable {
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
  }

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
    /// The proxy of the environment (`HTTPS_PROXY`), by its host, cannot be found or refuses connections.
    case proxy(String)
    /// The proxy of the environment does not connect to the service; with 407 it wants a login.
    case proxyRefused(status: Int)
    /// The certificates that the environment, or ``CurlTransport/Options``, names cannot be read.
    case certificatesUnreadable
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

  package var isSignedOut: Bool { if case .notSignedIn = reason { true } else { false } }

  package var loginFailure: LoginFailure? {
    if case .login(let failure) = reason { failure } else { nil }
  }

  /// The wait that the service requests before the next try; nil: none.
  public var retryAfter: Duration? {
    switch reason {
    case .tooManyRequests(let wait), .serviceFailure(_, let wait): wait
    default: nil
    }
  }

  /// What a failed request may have done at the service.
  package enum Effect: Sendable {
    /// It did nothing, because there was no connection or no permission.
    case nothing
    /// The service ended it: what it did can be read, and it will not be carried out later.
    case ended
    /// It may still be carried out. A gateway's failure or a missing response says nothing about the
    /// service behind it.
    case unknown
  }

  package var effect: Effect {
    switch reason {
    case .notSignedIn, .notPermitted: .nothing
    case .unreachable(.refused), .unreachable(.nameNotFound), .unreachable(.curlMissing),
      .unreachable(.insecureAddress), .unreachable(.proxy), .unreachable(.proxyRefused),
      .unreachable(.certificatesUnreadable):
      .nothing
    // Nothing is sent before the handshake has succeeded.
    case .unreachable(.tls(let reason)): reason == .other ? .unknown : .nothing
    case .tokenReplaced, .notFound, .badRequest, .conflict, .tooManyRequests, .unexpectedStatus:
      .ended
    case .serviceFailure(let status, _): [500, 501, 503].contains(status) ? .ended : .unknown
    case .unreachable, .unreadable, .login, .cancelled: .unknown
    }
  }

  package enum Scope: Sendable {
    /// This request alone.
    case request
    /// What was asked for: other courses may answer.
    case course
    /// The service or the way to it: stored data may answer instead.
    case service
    /// The user's login, or the address that it would be sent to.
    case login
  }

  package var scope: Scope {
    switch reason {
    case .notFound, .notPermitted, .badRequest, .unreadable(.json): .course
    case .notSignedIn, .unreachable(.insecureAddress): .login
    case .unreachable, .tooManyRequests, .serviceFailure, .unreadable(.html), .login(.storeBusy):
      .service
    case .login: .login
    case .tokenReplaced, .conflict, .unexpectedStatus, .unreadable, .cancelled: .request
    }
  }

  /// Whether the service may mean that there is no such thing (Service contract, 3.3).
  package var mayMeanNothingThere: Bool {
    switch reason {
    case .notFound, .badRequest: true
    default: false
    }
  }
}

// Reasons as errors, for what throws, catches and compares them.
extension GradesError {
  package static let notPermitted = Self(.notPermitted)
  package static let tokenReplaced = Self(.tokenReplaced)
  package static let notFound = Self(.notFound)
  package static let conflict = Self(.conflict)
  package static let cancelled = Self(.cancelled)

  package static func unreachable(_ reason: Unreachable) -> Self { Self(.unreachable(reason)) }
  package static func notSignedIn(_ reason: SignedOutReason) -> Self { Self(.notSignedIn(reason)) }
  package static func unreadable(_ reason: Unreadable) -> Self { Self(.unreadable(reason)) }
  package static func login(_ failure: LoginFailure) -> Self { Self(.login(failure)) }
  package static func unexpectedStatus(_ status: Int) -> Self { Self(.unexpectedStatus(status)) }

  package static func badRequest(detail: String?) -> Self { Self(.badRequest(detail: detail)) }

  package static func tooManyRequests(retryAfter: Duration?) -> Self {
    Self(.tooManyRequests(retryAfter: retryAfter))
  }

  package static func serviceFailure(status: Int, retryAfter: Duration? = nil) -> Self {
    Self(.serviceFailure(status: status, retryAfter: retryAfter))
  }
}

/// Lets `catch` name a reason.
package func ~= (wanted: GradesError, thrown: any Error) -> Bool {
  thrown as? GradesError == wanted
}

extension GradesError: LocalizedError, CustomStringConvertible {
  /// One line for people: the request, what failed and the service's text; nothing secret.
  public var description: String {
    let failure = status.map { "\($0) \(Self.name(of: reason))" } ?? Self.words(of: reason)
    return [request, failure, text].compactMap(\.self).joined(separator: ": ")
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }

  /// The name of an enumeration's case as words: `.connectionLost` is "connection lost".
  private static func name(of value: Any) -> String {
    (Mirror(reflecting: value).children.first?.label ?? "\(value)")
      .replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }.lowercased()
  }

  /// The name of a case and of what it has: `.unreachable(.timedOut)` is "unreachable: timed out".
  private static func words(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum:
      return ([name(of: value)] + mirror.children.map { words(of: $0.value) })
        .filter { !$0.isEmpty }.joined(separator: ": ")
    case .tuple, .optional:
      return mirror.children.map { words(of: $0.value) }.filter { !$0.isEmpty }
        .joined(separator: ", ")
    default: return "\(value)"
    }
  }
}
