import Files
import GradesClient
import GradesLocalization

// Every error of the service and of a login: its status and its sentence.

extension Failure {
  static func service(_ error: GradesError) -> Failure {
    let (status, message, arguments) = content(of: error)
    var failure = Failure(status, message, arguments)
    failure.cause = .service(error)
    return failure
  }

  private typealias Content = (ExitStatus, Message, Arguments)

  /// Nobody counts more seconds than these; after them, one tries again by hand.
  private static let longestNamedWait = Duration.seconds(600)

  private static func content(of error: GradesError) -> Content {
    switch error.reason {
    case .unreachable(let reason): content(of: reason)
    case .notSignedIn(.noCredentials): (.notPermitted, .errorNotSignedInNoCredentials, [:])
    case .notSignedIn(.expired): (.notPermitted, .errorNotSignedInExpired, [:])
    case .notSignedIn(.rejected): (.notPermitted, .errorNotSignedInRejected, [:])
    case .notSignedIn(.otherUser): (.notPermitted, .errorNotSignedInOtherUser, [:])
    case .notPermitted: (.notPermitted, .errorNotPermitted, [:])
    case .tokenReplaced: (.unfinished, .errorTokenReplaced, [:])
    case .notFound: (.refused, .errorNotFound, [:])
    case .badRequest(let detail?): (.refused, .errorBadRequestDetail, [.detail: detail])
    case .badRequest: (.refused, .errorBadRequest, [:])
    case .conflict: (.unfinished, .errorConflict, [:])
    case .tooManyRequests(let wait?) where wait <= longestNamedWait:
      (.unavailable, .errorTooManyRequestsRetryAfter, [.count: wait.wholeSeconds])
    case .tooManyRequests: (.unavailable, .errorTooManyRequests, [:])
    case .serviceFailure(let status, let wait?) where wait <= longestNamedWait:
      (
        .unavailable, .errorServiceFailureRetryAfter,
        [.status: "\(status)", .count: wait.wholeSeconds]
      )
    case .serviceFailure(let status, _):
      (.unavailable, .errorServiceFailure, [.status: "\(status)"])
    case .unexpectedStatus(let status):
      (.unreadable, .errorUnexpectedStatus, [.status: "\(status)"])
    case .unreadable(let reason): content(of: reason)
    case .login(let reason): content(of: reason)
    case .cancelled: (.cancelled, .errorCancelled, [:])
    }
  }

  private static func content(of reason: GradesError.Unreachable) -> Content {
    switch reason {
    case .refused: (.unavailable, .errorUnreachableRefused, [:])
    case .nameNotFound: (.unavailable, .errorUnreachableNameNotFound, [:])
    case .timedOut: (.unavailable, .errorUnreachableTimedOut, [:])
    case .tls(.expired): (.unavailable, .errorUnreachableTlsExpired, [:])
    case .tls(.wrongName): (.unavailable, .errorUnreachableTlsWrongName, [:])
    case .tls(.untrusted): (.unavailable, .errorUnreachableTlsUntrusted, [:])
    case .tls(.oldProtocol): (.unavailable, .errorUnreachableTlsOldProtocol, [:])
    case .tls(.notTLS): (.unavailable, .errorUnreachableTlsMissing, [:])
    case .tls(.other): (.unavailable, .errorUnreachableTls, [:])
    case .connectionLost: (.unavailable, .errorUnreachableConnectionLost, [:])
    case .proxy(let host): (.unavailable, .errorUnreachableProxy, [.value: host])
    case .proxyRefused(407): (.unavailable, .errorUnreachableProxyLogin, [:])
    case .proxyRefused(let status):
      (.unavailable, .errorUnreachableProxyRefused, [.status: "\(status)"])
    case .certificatesUnreadable: (.configuration, .errorUnreachableCertificates, [:])
    case .curlMissing: (.unavailable, .errorUnreachableCurlMissing, [:])
    case .insecureAddress: (.configuration, .errorUnreachableInsecureAddress, [:])
    case .other(let code): (.unavailable, .errorUnreachableOther, [.code: "\(code)"])
    }
  }

  private static func content(of reason: GradesError.Unreadable) -> Content {
    switch reason {
    case .html: (.unreadable, .errorUnreadableHtml, [:])
    case .truncated: (.unreadable, .errorUnreadableTruncated, [:])
    case .tooLarge: (.unreadable, .errorUnreadableTooLarge, [:])
    // The outermost value has no path.
    case .json(let path) where !path.allSatisfy(\.isWhitespace):
      (.unreadable, .errorUnreadableJson, [.path: path])
    case .json, .text: (.unreadable, .errorUnreadableText, [:])
    case .endless(let pages):
      (.unreadable, .errorUnreadableEndless, [.limit: "\(pages)"])
    }
  }

  private static func content(of reason: LoginFailure) -> Content {
    switch reason {
    case .denied: (.notPermitted, .errorLoginDenied, [:])
    case .timedOut: (.notPermitted, .errorLoginTimedOut, [:])
    case .portBusy(let port): (.unavailable, .errorLoginPortBusy, [.port: "\(port)"])
    case .portNotAllowed(let port):
      (.unavailable, .errorLoginPortNotAllowed, [.port: "\(port)"])
    case .redirectURIUnusable: (.configuration, .errorLoginRedirectUnusable, [:])
    case .notARedirect: (.refused, .errorLoginPasted, [:])
    case .wrongState: (.notPermitted, .errorLoginWrongState, [:])
    case .codeRefused: (.notPermitted, .errorLoginCodeRefused, [:])
    case .clientMissing: (.configuration, .errorLoginClientNotConfigured, [:])
    case .clientRefused: (.configuration, .errorLoginClientRefused, [:])
    case .tokenRefused: (.notPermitted, .errorLoginTokenRefused, [:])
    case .scopesRefused(let scopes):
      (
        .notPermitted, .errorLoginScopeRefused,
        [.allowed: scopes.joined(separator: ", ")]
      )
    case .writingNotGranted: (.notPermitted, .errorLoginWritingNotGranted, [:])
    case .refused(let error): (.notPermitted, .errorLoginServerError, [.code: error])
    case .keyringUnusable: (.unavailable, .errorLoginKeyring, [:])
    case .storedTokenMalformed(let path?):
      (.notPermitted, .errorLoginTokenMalformed, [.file: path])
    case .storedTokenMalformed: (.notPermitted, .errorLoginTokenMalformedInKeyring, [:])
    case .storeBusy(let path): (.unfinished, .errorLoginStoreBusy, [.file: path])
    case .tokensRemainInKeyring: (.cannotWrite, .errorLoginTokensRemainInKeyring, [:])
    case .storeUnreadable(let path): (.configuration, .errorFileUnreadable, [.file: path])
    case .storeUnusable(let path, let systemError):
      (
        .cannotWrite,
        SystemError(code: systemError).meansFull ? .errorFileDiskFull : .errorFileUnwritable,
        [.file: path]
      )
    }
  }
}

extension GradesError {
  var status: ExitStatus { Failure.service(self).status }
}

extension Duration {
  fileprivate var wholeSeconds: Int { Int(components.seconds) }
}
