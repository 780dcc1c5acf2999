import Foundation
import GradesConfiguration
import GradesServer
import GradesTesting
import TestSupport

extension TestService {
  /// A service for one test, which stops it at its end.
  package static func opened(
    _ options: EmbeddedService.Options = .init()
  ) async throws -> TestService {
    let service = try await start(options)
    TestEnd.close { await service.stop() }
    return service
  }

  /// The same with a clock that stands still.
  package static func started(redirectURIs: [String]? = nil) async throws -> TestService {
    var options = EmbeddedService.Options.usual
    if let redirectURIs { options.redirectURIs = redirectURIs }
    return try await opened(options)
  }

  /// One service, started once, for all tests that only read.
  package static func shared() async throws -> TestService { try await sharedService.value }
}

private let sharedService = Task { try await TestService.start(.usual) }

extension EmbeddedService.Options {
  fileprivate static var usual: Self {
    var options = Self()
    options.now = { .usual }
    return options
  }
}

extension Program {
  /// A program that uses a running service, where no user is signed in yet.
  package init(
    at service: TestService, environment: [String: String] = [:],
    now: @escaping @Sendable () -> Date = { .usual }
  ) throws {
    let address = ["GRADES_HOST": "demo", "GRADES_API_URL": service.apiURL.absoluteString]
    try self.init(environment: address.merging(environment) { $1 }, now: now)
  }

  /// A program in which a user has just signed in at a running service, as far as its files show:
  /// no page was visited for it.
  package static func signedIn(
    to service: TestService, as username: String = "zkusade1",
    environment: [String: String] = [:], now: @escaping @Sendable () -> Date = { .usual }
  ) async throws -> Program {
    let program = try Program(at: service, environment: environment, now: now)
    try await program.signIn(to: service, as: username)
    return program
  }

  /// Writes the credentials file as a login at the service would; its name comes a moment later.
  package func signIn(
    to service: TestService, as username: String = "zkusade1", isNamed: Bool = false
  ) async throws {
    let tokens = try await service.control.issueTokens(username: username)
    var entry = [
      "accessToken": tokens.access, "refreshToken": tokens.refresh, "kind": "user",
      "expiresAt": now().addingTimeInterval(3600).formatted(.iso8601),
      "receivedAt": now().formatted(.iso8601),
    ]
    if isNamed { entry["username"] = username }
    let host = try host
    try write(
      JSONSerialization.data(withJSONObject: ["lastHost": host, "hosts": [host: entry]]),
      to: paths.credentialsFile)
  }

  /// The program's files.
  package var paths: Paths {
    Paths(environment: environment)
  }

  /// The name under which the program keeps what belongs to its host.
  package var host: String {
    get throws {
      try GradesConfiguration(environment: environment, paths: paths).host.identity
    }
  }

  /// Writes one of the program's files, readable by its owner alone.
  package func write(_ bytes: Data, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try bytes.write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }

  /// Text of a run with `HOME` for the home folder and `PORT` for a service's port, which differ
  /// from run to run, and with ordinary blanks where lines must not be broken.
  package func plain(_ text: String, _ service: TestService? = nil) -> String {
    let text = text.replacing(home.url.path, with: "HOME").replacing("\u{A0}", with: " ")
    return service.map { text.replacing(":\($0.port)", with: ":PORT") } ?? text
  }
}
