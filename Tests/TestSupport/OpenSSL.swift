import Foundation

/// The `openssl` of this machine, which makes certificates and serves with them.
package enum OpenSSL {
  private static let program = ["/usr/bin/openssl", "/usr/local/bin/openssl"]
    .first(where: FileManager.default.isExecutableFile)

  /// Whether it is installed; Linux has it wherever certificates are.
  package static var isThere: Bool { program != nil }

  /// A call that failed.
  package struct Failed: Error { let arguments: [String] }

  /// Makes `NAME.pem` and `NAME.key` in a folder: a certificate that another one there has issued, or
  /// a self-signed one.
  package static func makeCertificate(
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
  package static func expire(_ name: String, in folder: TemporaryFolder) async throws {
    let certificate = folder.file(name + ".pem").path
    try await run([
      "x509", "-in", certificate, "-signkey", folder.file(name + ".key").path, "-days", "-1",
      "-out", certificate,
    ])
  }

  /// Names the certificates of a folder by their hashes, as `SSL_CERT_DIR` needs.
  package static func rehash(_ folder: URL) async throws { try await run(["rehash", folder.path]) }

  private static func run(_ arguments: [String]) async throws {
    guard try await process(arguments).exitStatus() == 0 else { throw Failed(arguments: arguments) }
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
  package struct Server {
    /// The port of 127.0.0.1 at which it listens.
    package let port: Int
    private let process: Process

    /// Starts it with the certificate of that name.
    package init(
      certificate name: String, in folder: TemporaryFolder, options: [String] = []
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
    package func stop() { kill(process.processIdentifier, SIGKILL) }
  }
}
