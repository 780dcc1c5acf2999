import Benchmark
import Foundation
import GradesApp
import GradesClient
import GradesConfiguration
import GradesCore
import Terminal

/// The app over a group of 10,000 students and 20 items: from a key to the bytes of the frame,
/// through decoding of actions, the view model, the view and the comparison with the last frame.
func registerFrames() {
  let moves: [(String, [Key])] = [
    ("next row", [.down, .up]),
    ("next page", [.pageDown, .pageDown, .pageDown, .pageUp, .pageUp, .pageUp]),
    ("next column", [.right, .left]),
    ("first and last row", [.end, .home]),
  ]
  for (name, keys) in moves {
    registerKeys(keys, "key to frame, 10,000 x 20: \(name)", in: OpenApp.group)
  }
  registerKeys(
    [.character("d"), .backspace], "key to frame, quick entry of 10,000: a letter",
    in: OpenApp.entry)
}

/// Presses keys in turn, and waits after each for what it begins.
private func registerKeys(_ keys: [Key], _ name: String, in app: Task<OpenApp, any Error>) {
  Benchmark(name) { (benchmark, app: OpenApp) in
    var turn = 0
    for _ in benchmark.scaledIterations {
      benchmark.startMeasurement()
      await app.screen.press(keys[turn % keys.count])
      benchmark.stopMeasurement()
      await app.screen.rest()
      turn += 1
    }
  } setup: {
    await prepared { try await app.value }
  }
}

/// The running app, at a scene of the course.
private struct OpenApp: Sendable {
  let screen: MemoryScreen
  private let folder: TemporaryFolder

  /// Opened once for all figures.
  static let group = Task {
    try await OpenApp(at: ["group", InventedCourse.code.rawValue, "ALL"], showing: "Task 4")
  }
  static let entry = Task {
    try await OpenApp(at: ["enter", InventedCourse.code.rawValue, "du1"], showing: "left")
  }

  /// Stores the course as a run with a network would, and opens the app without one.
  private init(at scene: [String], showing expected: String) async throws {
    let course = InventedCourse(students: 10_000, items: 20)
    folder = try TemporaryFolder()
    screen = MemoryScreen(columns: 160, rows: 50)
    let environment = [
      "HOME": folder.url.path, "LANG": "en_GB.UTF-8", "TZ": "Europe/Prague",
      "GRADES_HOST": "demo", "GRADES_API_URL": "http://127.0.0.1:1/api/v1",
    ]
    let paths = Paths(environment: environment)
    let host = try GradesConfiguration(environment: environment, paths: paths).host.identity
    try Self.signIn(at: host, in: paths)
    try await Self.store(course, host: host, in: paths)

    var streams = Streams(out: { _ in }, err: { _ in })
    streams.inputIsTerminal = true
    streams.output = TerminalCapabilities(isTerminal: true, columns: 160)
    streams.screen = { [screen] _ in screen }
    let app = App(streams: streams, environment: environment)
    let (folder, screen) = (folder, screen)
    Task {
      _ = await app.run(["--offline", "--open"] + scene)
      screen.end()
      _ = folder
    }
    await screen.rest()
    guard screen.text.contains(expected) else { throw Unexpected(screen.text) }
  }

  private static func signIn(at host: String, in paths: Paths) throws {
    let entry: [String: Any] = [
      "accessToken": "invented", "kind": "user", "username": InventedCourse.username,
      "expiresAt": "2099-01-01T00:00:00Z", "receivedAt": "2026-01-01T00:00:00Z",
      "scopes": [String](),
    ]
    let file = paths.credentialsFile
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let bytes = try JSONSerialization.data(
      withJSONObject: ["lastHost": host, "hosts": [host: entry]])
    guard
      FileManager.default.createFile(
        atPath: file.path, contents: bytes, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
  }

  private static func store(_ course: InventedCourse, host: String, in paths: Paths) async throws {
    let source = SnapshotSource(
      api: GradesAPI(answering: course), cache: SnapshotCache(file: paths.cacheFile),
      log: ChangeLog(file: paths.logFile), host: host, language: .english)
    let session = SessionRepository(
      source: source,
      credentials: CredentialsAccess {
        UserInfo(username: Username(InventedCourse.username), firstName: nil, lastName: nil)
      })
    let semester = try await session.semester(.current).value
    _ = try await session.roles(in: semester)
    let repository = Repository(
      source: source, session: session,
      drafts: DraftStore(file: paths.draftsFile, now: { Date() }))
    let code = InventedCourse.code
    _ = try await repository.items(of: code, in: .code(semester)).latest()
    for onlyMine in [false, true] {
      _ = try await repository.groups(of: code, in: .code(semester), onlyMine: onlyMine).latest()
    }
    _ = try await repository.matrix(GroupQuery(course: code, semester: .code(semester))).latest()
  }
}
