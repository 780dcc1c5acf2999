import Foundation
import GradesClient
import TestSupport
import Testing

/// A service is trusted only with a certificate for the requested host; each reason not to trust it
/// is told apart.
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
}

/// The `openssl` of this machine, which makes certificates and serves with them.
enum OpenSSL {
  private static let program = ["/usr/bin/openssl", "/usr/local/bin/openssl"]
    .first(where: FileManager.default.isExecutableFile)

  /// Whether it is installed; Linux has it wherever certificates are.
  static var isThere: Bool { program != nil }

  struct Failed: Error { let arguments: [String] }

  /// Makes `NAME.pem` and `NAME.key` in a folder: a certificate that another one there has issued, or
  /// a self-signed one.
  static func makeCertificate(
    _ name: String, for alternative: String, issuedBy issuer: String? = nil,
    in folder: TemporaryFolder
  ) async throws {
    let arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-days", "30", "-subj", "/CN=grades", "-addext", "subjectAltName=\(alternative)",
      "-keyout", folder.file(name + ".key").path, "-out", folder.file(name + ".pem").path,
    ]
    let signature = issuer.map {
      ["-CA", folder.file($0 + ".pem").path, "-CAkey", folder.file($0 + ".key").path]
    }
    try await run(arguments + (signature ?? []))
  }

  /// Signs a self-signed certificate again, which has then been invalid since yesterday.
  static func expire(_ name: String, in folder: TemporaryFolder) async throws {
    let certificate = folder.file(name + ".pem").path
    try await run([
      "x509", "-in", certificate, "-signkey", folder.file(name + ".key").path, "-days", "-1",
      "-out", certificate,
    ])
  }

  private static func run(_ arguments: [String]) async throws {
    let process = try process(arguments)
    let status: Int32 = try await withCheckedThrowingContinuation { done in
      process.terminationHandler = { done.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { done.resume(throwing: error) }
    }
    guard status == 0 else { throw Failed(arguments: arguments) }
  }

  private static func process(_ arguments: [String]) throws -> Process {
    guard let program else { throw Failed(arguments: arguments) }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  /// A server of a small page on a free port.
  struct Server {
    let port: Int
    private let process: Process

    init(
      certificate name: String, in folder: TemporaryFolder, options: [String]
    ) async throws {
      let arguments =
        [
          "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", folder.file(name + ".pem").path,
          "-key", folder.file(name + ".key").path,
        ] + options
      process = try OpenSSL.process(arguments)
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let reading = output.fileHandleForReading
      let line: String? = await withCheckedContinuation { done in
        Thread.detachNewThread {
          var text = ""
          while true {
            let piece = reading.availableData
            text += String(decoding: piece, as: UTF8.self)
            let line = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
              .first { $0.hasPrefix("ACCEPT") }
            if line != nil || piece.isEmpty {
              done.resume(returning: line.map(String.init))
              // The server must be able to continue writing.
              while !reading.availableData.isEmpty {}
              return
            }
          }
        }
      }
      port = line?.split(separator: ":").last.flatMap { Int($0) } ?? 0
      if port == 0 {
        stop()
        throw Failed(arguments: arguments)
      }
    }

    /// Ends it with SIGKILL, because it may have inherited blocked signals.
    func stop() { kill(process.processIdentifier, SIGKILL) }
  }
}
