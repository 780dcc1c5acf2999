/// The reasons why no secure connection can be made.
public enum TLSFailure: Hashable, Sendable, CaseIterable {
  /// The certificate is not valid any longer, or not yet, by this machine's clock.
  case expired
  /// The certificate is for other names.
  case wrongName
  /// No authority that this machine trusts has issued the certificate.
  case untrusted
  /// The other side speaks no TLS version that is still secure, 1.2 or newer.
  case oldProtocol
  /// The other side does not speak TLS.
  case notTLS
  /// Any other reason, such as a connection that ends during the handshake.
  case other
}

extension TLSFailure {
  /// The reason for a certificate that libcurl rejects; `verification` is OpenSSL's result of
  /// checking it (`X509_V_ERR_…`), which other libraries leave at 0.
  init(verification: Int, isOpenSSL: Bool) {
    self =
      switch verification {
      case _ where !isOpenSSL: .untrusted
      // libcurl compares the names itself, after OpenSSL has accepted the certificate and before it
      // notes the result, which is 1 ("unspecified") until then.
      case 0, 1, 62, 64: .wrongName
      case 9, 10: .expired
      default: .untrusted
      }
  }

  /// The reason in libcurl's text about a handshake. The text contains OpenSSL's code in hexadecimal digits, as in
  /// `error:0A00042E:SSL routines::tlsv1 alert protocol version`; its last three digits are the reason
  /// (`SSL_R_…`) in all versions of OpenSSL and LibreSSL.
  init(handshake text: String) {
    let digits = text.firstRange(of: "error:").map { text[$0.upperBound...].prefix(8) }
    self =
      switch digits.flatMap({ UInt32($0, radix: 16) }).map({ $0 & 0xFFF }) {
      // Unsupported protocol, wrong SSL version, alerts "protocol version" and "insufficient security".
      case 258, 266, 1070, 1071: .oldProtocol
      // HTTP request, HTTPS proxy request, packet length too long, wrong version number.
      case 155, 156, 198, 267: .notTLS
      default: .other
      }
  }
}
