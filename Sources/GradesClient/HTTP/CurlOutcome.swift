import CCurl
import Foundation

extension CurlTransfer {
  func failure(_ code: CURLcode) -> GradesError {
    let proxyStatus = information(CURLINFO_HTTP_CONNECTCODE)
    if proxyStatus >= 300 { return .unreachable(.proxyRefused(status: proxyStatus)) }
    return switch code {
    case CURLE_COULDNT_CONNECT: .unreachable(unconnectedProxy ?? whyNotConnected)
    case CURLE_COULDNT_RESOLVE_HOST: .unreachable(.nameNotFound)
    case CURLE_COULDNT_RESOLVE_PROXY:
      .unreachable(.proxy(errorText.firstMatch(of: /proxy: (\S+)/).map { String($0.1) } ?? ""))
    case CURLE_OPERATION_TIMEDOUT: .unreachable(.timedOut)
    case CURLE_SSL_CACERT_BADFILE: .unreachable(.certificatesUnreadable)
    case CURLE_PEER_FAILED_VERIFICATION:
      .unreachable(
        .tls(
          TLSFailure(
            verification: information(CURLINFO_SSL_VERIFYRESULT),
            isOpenSSL: ccurl_has_openssl(library.functions))))
    case CURLE_SSL_CONNECT_ERROR: .unreachable(.tls(TLSFailure(handshake: errorText)))
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR,
      CURLE_SEND_FAIL_REWIND, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      .unreachable(.connectionLost)
    case CURLE_FILESIZE_EXCEEDED, CURLcode(rawValue: 100): .unreadable(.tooLarge)
    // "Unsupported" means HTTP/0.9, hence no HTTP at all: the addresses were checked before.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
      .unreadable(.text)
    default: .unreachable(.other(code: Int(code.rawValue)))
    }
  }

  private var whyNotConnected: GradesError.Unreachable {
    switch Int32(information(CURLINFO_OS_ERRNO)) {
    case ETIMEDOUT: .timedOut
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN: .connectionLost
    default: .refused
    }
  }

  /// The proxy that could not be connected to: libcurl names the host that it tried, newer versions behind "via".
  private var unconnectedProxy: GradesError.Unreachable? {
    let variables = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    guard variables.contains(where: { (name: String) in getenv(name) != nil }),
      let found = errorText.firstMatch(of: /Failed to connect to (\S+) port \d+(?: via (\S+))?/),
      case let tried = found.2 ?? found.1, job.request.url.host?.lowercased() != tried.lowercased()
    else { return nil }
    return .proxy(String(tried))
  }
}
