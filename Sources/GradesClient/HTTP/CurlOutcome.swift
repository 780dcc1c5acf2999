import CCurl
import Foundation

extension GradesError {
  /// Converts a code of libcurl into an error.
  ///
  /// The system's error number distinguishes the reasons for a failed connection; `tls` is called for a
  /// failure of TLS, to distinguish its reasons.
  init(curl code: CURLcode, systemError: Int, tls: (CURLcode) -> TLSFailure) {
    let reason: Reason =
      switch code {
      case CURLE_COULDNT_CONNECT: .unreachable(Self.whyNotConnected(Int32(systemError)))
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unreachable(.nameNotFound)
      case CURLE_OPERATION_TIMEDOUT: .unreachable(.timedOut)
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
        CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_CRL_BADFILE, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
        CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
        CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED, CURLcode(rawValue: 98):
        .unreachable(.tls(tls(code)))
      case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR,
        CURLE_SEND_FAIL_REWIND, CURLE_HTTP2, CURLE_HTTP2_STREAM:
        .unreachable(.connectionLost)
      case CURLE_FILESIZE_EXCEEDED, CURLcode(rawValue: 100): .unreadable(.tooLarge)
      // "Unsupported" means HTTP/0.9, hence no HTTP at all: the addresses were checked before.
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
        .unreadable(.text)
      default: .unreachable(.other(code: Int(code.rawValue)))
      }
    self.init(reason)
  }

  private static func whyNotConnected(_ systemError: Int32) -> Unreachable {
    switch systemError {
    case ETIMEDOUT: .timedOut
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN: .connectionLost
    default: .refused
    }
  }
}
