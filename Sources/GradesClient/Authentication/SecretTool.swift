import Files
import Foundation
import Synchronization

/// The user's keyring (Secret Service), through the program `secret-tool` of libsecret.
///
/// Secrets go through pipes, never through arguments, which other users could see. The program has
/// a time limit, because a keyring may wait for a password without a user.
package final class SecretTool: Sendable {
  private let environment: [String: String]
  private let clock: RequestClock
  /// When the keyring did not answer last.
  private let silence = Mutex<Duration?>(nil)

  /// The time limit of one use (Figures, Safe with credentials).
  private static let timeLimit = Duration.seconds(3)
  /// How long a keyring that did not answer is not asked again, so that a command that needs it several
  /// times waits once.
  private static let silenceLimit = Duration.seconds(30)

  /// Makes a keyring; the environment has the program's folder (`PATH`) and the keyring's address.
  package init(environment: [String: String], clock: RequestClock = .system) {
    self.environment = environment.withoutSecrets
    self.clock = clock
  }

  /// The secret of a host; nil if there is none. Throws ``LoginFailure/keyringUnusable``, as all do.
  func secret(of host: String) async throws -> Data? {
    let end = try await run(["lookup"] + Self.attributes(of: host))
    // The program has the same exit status when there is no secret and when it fails; only in the
    // second case it prints an error.
    if end.status != 0 || end.out.isEmpty {
      guard end.err.isEmpty else { throw GradesError.login(.keyringUnusable) }
      return nil
    }
    return end.out
  }

  func store(_ secret: Data, of host: String) async throws {
    let arguments = ["store", "--label=grades (\(host))"] + Self.attributes(of: host)
    guard try await run(arguments, input: secret).status == 0 else {
      throw GradesError.login(.keyringUnusable)
    }
  }

  func clear(_ host: String) async throws {
    let end = try await run(["clear"] + Self.attributes(of: host))
    guard end.status == 0 || end.err.isEmpty else { throw GradesError.login(.keyringUnusable) }
  }

  private static func attributes(of host: String) -> [String] {
    ["application", "grades", "host", host]
  }

  private struct End: Sendable {
    let status: Int32
    let out: Data
    let err: Data
  }

  private func run(_ arguments: [String], input: Data = Data()) async throws -> End {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
      .filter { $0.hasPrefix("/") }.map(String.init)
    guard
      let program = folders.map({ $0 + "/secret-tool" })
        .first(where: FileManager.default.isExecutableFile)
    else { throw GradesError.login(.keyringUnusable) }
    if let last = silence.withLock({ $0 }), clock.uptime() - last < Self.silenceLimit {
      throw GradesError.login(.keyringUnusable)
    }
    let outcome = Promise<End>(cancellation: GradesError.cancelled)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    let (given, out, err) = (try LocalPipe(holding: input), try LocalPipe(), try LocalPipe())
    process.standardInput = FileHandle(fileDescriptor: given.reading)
    process.standardOutput = FileHandle(fileDescriptor: out.writing)
    process.standardError = FileHandle(fileDescriptor: err.writing)
    process.terminationHandler = { ended in
      let status =
        ended.terminationReason == .exit ? ended.terminationStatus : -ended.terminationStatus
      outcome.finish(.success(End(status: status, out: out.content(), err: err.content())))
    }
    do { try withExtendedLifetime(given) { try process.run() } } catch {
      throw GradesError.login(.keyringUnusable)
    }
    let pid = process.processIdentifier
    let limit = Task {
      try await clock.pause(Self.timeLimit)
      silence.withLock { $0 = clock.uptime() }
      // Waiting tasks resume immediately; the first outcome counts.
      if outcome.finish(.failure(GradesError.login(.keyringUnusable))) { kill(pid, SIGKILL) }
    }
    defer { limit.cancel() }
    return try await outcome.value()
  }
}

/// A pipe that no other program inherits by itself; closed with the value.
private final class LocalPipe: Sendable {
  let reading: Int32
  /// -1 where nothing more is written.
  let writing: Int32

  /// Makes a pipe to read from or, with bytes, one that has just these.
  init(holding bytes: Data? = nil) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw GradesError.login(.keyringUnusable) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // This end must not wait for the other one: before there is a reader, or for more.
    _ = fcntl(ends[bytes == nil ? 0 : 1], F_SETFL, O_NONBLOCK)
    reading = ends[0]
    writing = bytes == nil ? ends[1] : -1
    guard let bytes else { return }
    let count = bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    close(ends[1])
    guard count == bytes.count else { throw GradesError.login(.keyringUnusable) }
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// The available bytes, without waiting for more.
  func content() -> Data {
    var content = Data()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(reading, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return content }
      content.append(contentsOf: buffer[..<count])
    }
  }
}
