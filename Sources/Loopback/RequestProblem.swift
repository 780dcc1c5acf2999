/// Why a request is rejected before it is handled. The connection ends after the response, because
/// it is not known where the next request begins.
enum RequestProblem: Error, Hashable {
  /// Not a request, or one that could be understood in two ways (RFC 9112 §3.2, §5.1, §6.3).
  case malformed
  /// The request line alone exceeds ``RequestReader/headLimit``.
  case lineTooLong
  /// The line and the header fields exceed ``RequestReader/headLimit``.
  case headTooLarge
  /// The body exceeds ``RequestReader/bodyLimit``.
  case bodyTooLarge
  /// A transfer coding other than `chunked`.
  case unknownCoding
  /// A version other than HTTP/1.0 and HTTP/1.1.
  case unknownVersion
  /// All bodies together exceed the server's limit.
  case tooBusy

  /// The status of the response, which has no body.
  var status: Int {
    switch self {
    case .malformed: 400
    case .bodyTooLarge: 413
    case .lineTooLong: 414
    case .headTooLarge: 431
    case .unknownCoding: 501
    case .unknownVersion: 505
    case .tooBusy: 503
    }
  }
}
