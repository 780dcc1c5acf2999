import Foundation
import GradesClient
import TestSupport
import Testing

/// A service is trusted only with a certificate for the requested host; each reason not to trust it
/// is distinguished.
@Suite(
  "A service's certificate", .enabled(if: OpenSSL.isThere, "openssl makes the certificates"),
  .inTurn)
struct CertificateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func outcome(
    of name: String, issuedBy issuer: String? = nil, trusting certificate: String? = nil,
    hasExpired: Bool = false, options serverOptions: [String] = []
  ) async throws -> Result<Int, GradesError> {
    try await OpenSSL.makeCertificate("other", for: "IP:127.0.0.1", in: folder)
    try await OpenSSL.makeCertificate("service", for: name, issuedBy: issuer, in: folder)
    if hasExpired { try await OpenSSL.expire("service", in: folder) }
    let server = try await OpenSSL.Server(
      certificate: "service", in: folder, options: serverOptions)
    var options = CurlTransport.Options()
    options.certificateFile = certificate.map { folder.file($0 + ".pem") }
    defer { server.stop() }
    let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
    do {
      return .success(try await CurlTransport(options: options).send(HTTPRequest(url: url)).status)
    } catch let error as GradesError {
      return .failure(error)
    }
  }

  @Test("that is trusted and names the service is taken")
  func good() async throws {
    #expect(try await outcome(of: "IP:127.0.0.1", trusting: "service") == .success(200))
  }

  @Test("says when it ends, where that is asked for")
  func end() async throws {
    try await OpenSSL.makeCertificate("service", for: "IP:127.0.0.1", in: folder)
    let server = try await OpenSSL.Server(certificate: "service", in: folder)
    defer { server.stop() }
    let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
    var options = CurlTransport.Options()
    options.certificateFile = folder.file("service.pem")
    #expect(
      try await CurlTransport(options: options).send(HTTPRequest(url: url)).certificateEnd == nil)
    options.readsCertificates = true
    let response = try await CurlTransport(options: options).send(HTTPRequest(url: url))
    let end = try #require(response.certificateEnd)
    #expect((29...30).contains(end.timeIntervalSinceNow / 86_400))
  }

  @Test("that nobody trusts ends the connection")
  func unknown() async throws {
    let untrusted = Result<Int, GradesError>.failure(.unreachable(.tls(.untrusted)))
    #expect(try await outcome(of: "IP:127.0.0.1") == untrusted)
    #expect(try await outcome(of: "IP:127.0.0.1", trusting: "other") == untrusted)
    #expect(try await outcome(of: "IP:127.0.0.1", issuedBy: "other") == untrusted)
  }

  @Test("of another service ends the connection, though it is trusted")
  func otherName() async throws {
    #expect(
      try await outcome(of: "DNS:grades.example", trusting: "service")
        == .failure(.unreachable(.tls(.wrongName))))
  }

  @Test("that has expired ends the connection, though it is trusted")
  func expired() async throws {
    #expect(
      try await outcome(of: "IP:127.0.0.1", trusting: "service", hasExpired: true)
        == .failure(.unreachable(.tls(.expired))))
  }

  @Test(
    "over an outdated protocol ends the connection, though it is trusted", arguments: ["1", "1_1"])
  func oldProtocol(version: String) async throws {
    #expect(
      try await outcome(
        of: "IP:127.0.0.1", trusting: "service",
        options: ["-tls\(version)", "-cipher", "ALL:@SECLEVEL=0"])
        == .failure(.unreachable(.tls(.oldProtocol))))
  }

  @Test("that the variables of curl name is taken, and CURL_CA_BUNDLE before the others")
  func variables() async throws {
    let own = try TemporaryFolder()
    try await OpenSSL.makeCertificate("service", for: "IP:127.0.0.1", in: folder)
    try await OpenSSL.makeCertificate("other", for: "IP:127.0.0.1", in: folder)
    let (file, other) = (folder.file("service.pem"), folder.file("other.pem"))
    try FileManager.default.copyItem(at: file, to: own.file("service.pem"))
    try await OpenSSL.rehash(own.url)
    func isTrusted(_ variables: [String: String]) async throws -> Bool {
      let server = try await OpenSSL.Server(certificate: "service", in: folder)
      defer { server.stop() }
      let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
      let transport = CurlTransport(options: .init(environment: variables))
      do {
        return try await transport.send(HTTPRequest(url: url)).status == 200
      } catch let error as GradesError {
        guard case .unreachable(.tls) = error.reason else { throw error }
        return false
      }
    }
    #expect(try await isTrusted(["SSL_CERT_FILE": file.path]))
    #expect(try await isTrusted(["SSL_CERT_DIR": own.url.path]))
    #expect(try await isTrusted(["CURL_CA_BUNDLE": file.path, "SSL_CERT_FILE": other.path]))
    for variables in [
      ["SSL_CERT_FILE": other.path], ["SSL_CERT_FILE": ""],
      ["CURL_CA_BUNDLE": other.path, "SSL_CERT_DIR": own.url.path],
    ] { #expect(try await !isTrusted(variables), "\(variables)") }
    await #expect(throws: GradesError.unreachable(.certificatesUnreadable)) {
      try await isTrusted(["SSL_CERT_FILE": "/nowhere.pem"])
    }
  }
}
