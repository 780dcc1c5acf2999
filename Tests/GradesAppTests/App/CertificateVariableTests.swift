import AppTestSupport
import Foundation
import TestSupport
import Testing

/// A certificate of the user's own, which a variable names.
@Suite(
  "Certificates that the environment names",
  .enabled(if: OpenSSL.isThere, "openssl makes the certificates"), .inTurn)
struct CertificateVariableTests {
  @Test("The program trusts them, and nothing else at that address")
  func variable() async throws {
    let folder = try TemporaryFolder()
    try await OpenSSL.makeCertificate("service", for: "IP:127.0.0.1", in: folder)
    let server = try await OpenSSL.Server(certificate: "service", in: folder)
    defer { server.stop() }
    var program = try Program(environment: [
      "GRADES_API_URL": "https://127.0.0.1:\(server.port)/", "GRADES_TOKEN": "token",
    ])
    #expect(await program("courses").said.contains("is not trusted"))
    program.environment["SSL_CERT_FILE"] = folder.file("service.pem").path
    // The server has a page for every address.
    #expect(await program("courses").said.contains("Got a web page instead of data."))
  }
}
