import Foundation
import TestSupport
import Testing

@testable import GradesClient

@Suite("The keyring", .inTurn)
struct KeyringTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { folder.file("credentials.json") }
  private let credentials = Credentials(
    accessToken: "access-1", refreshToken: "refresh-1", username: Username("zkusade1"))

  private func store(fillsKeyring: Bool = true, isPatient: Bool = true)
    -> FileCredentialStore
  {
    store(fillsKeyring: fillsKeyring, clock: isPatient ? .patient : .impatient)
  }

  private func store(fillsKeyring: Bool = true, clock: RequestClock) -> FileCredentialStore {
    var store = FileCredentialStore(
      file: file,
      keyring: SecretTool(
        environment: [
          "PATH": "\(folder.url.path):/usr/bin:/bin", "GRADES_TOKEN": "TOPSECRET",
          "KEYRING": folder.url.path,
        ], clock: clock))
    store.fillsKeyring = fillsKeyring
    return store
  }

  private func save(_ credentials: Credentials, in store: FileCredentialStore) async throws {
    try await store.locked {
      try await $0.save(credentials, for: "demo api=http://127.0.0.1:1", isDefault: true)
    }
  }

  private func stored(in store: FileCredentialStore) async throws -> Credentials? {
    try await store.credentials(for: "demo api=http://127.0.0.1:1")
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.file(name), encoding: .utf8)
  }

  @Test("has the tokens, and the file has none")
  func tokens() async throws {
    try FakeSecretTool.install(in: folder)
    try await save(credentials, in: store())
    #expect(try await stored(in: store()) == credentials)
    #expect(store().storedLogins().logins.map(\.username) == [Username("zkusade1")])
    for token in ["access-1", "refresh-1"] {
      #expect(try text("secret").contains(token))
      #expect(try !text("credentials.json").contains(token))
      #expect(try !text("arguments").contains(token))
    }
    #expect(
      try text("arguments").split(separator: "\n").first
        == "store|--label=grades (demo api=http://127.0.0.1:1)|application|grades|host|demo api=http://127.0.0.1:1|"
    )
    #expect(try text("environment") == "")
  }

  @Test(
    "that is missing, locked or silent is given up, and no token goes to the file instead",
    arguments: ["", "echo locked >&2; exit 1", "exec sleep 3600"])
  func unusable(script: String) async throws {
    try FakeSecretTool.install(in: folder)
    try await save(credentials, in: store())
    let file = try text("credentials.json")
    try FileManager.default.removeItem(at: folder.file("secret-tool"))
    if !script.isEmpty { try FakeSecretTool.install(script, in: folder) }
    let store = store(isPatient: !script.contains("sleep"))
    await #expect(throws: GradesError.login(.keyringUnusable)) { try await stored(in: store) }
    await #expect(throws: GradesError.login(.keyringUnusable)) {
      try await save(Credentials(accessToken: "access-2"), in: store)
    }
    #expect(try text("credentials.json") == file)
  }

  @Test("that does not answer is waited for once, not with each use")
  func silent() async throws {
    try FakeSecretTool.install(in: folder)
    try await save(credentials, in: store())
    try FileManager.default.removeItem(at: folder.file("secret-tool"))
    // Notes each use, and then never answers.
    try FakeSecretTool.install("echo >> \"$KEYRING/uses\"; exec sleep 3600", in: folder)
    // The time limit is reached as soon as the program runs.
    let uses = folder.file("uses")
    let store = store(
      clock: .pausing {
        // The shell makes the file before it writes.
        _ = await eventually { (try? Data(contentsOf: uses))?.isEmpty == false }
      })
    for _ in 1...2 {
      await #expect(throws: GradesError.login(.keyringUnusable)) { try await stored(in: store) }
    }
    await #expect(throws: GradesError.login(.tokensRemainInKeyring)) {
      try await store.locked { try await $0.remove("demo api=http://127.0.0.1:1") }
    }
    #expect(try text("uses") == "\n")
    // Logging out can be tried again.
    #expect(store.login(at: "demo api=http://127.0.0.1:1") != nil)
  }

  @Test("gives back the tokens when they move to the file, and forgets them")
  func moving() async throws {
    try FakeSecretTool.install(in: folder)
    try await save(credentials, in: store())
    let toFile = store(fillsKeyring: false)
    #expect(try await stored(in: toFile) == credentials, "as long as nothing new comes")
    var renewed = credentials
    renewed.accessToken = "access-2"
    try await save(renewed, in: toFile)
    #expect(try text("credentials.json").contains("access-2"))
    #expect(try folder.names().contains("secret") == false)
    #expect(try await stored(in: toFile) == renewed)

    try await save(renewed, in: store())
    #expect(try text("credentials.json").contains("access-2") == false)
    try await store().locked { try await $0.remove("demo api=http://127.0.0.1:1") }
    #expect(try folder.names().contains("secret") == false)
    #expect(try await stored(in: store()) == nil)
  }

  @Test("that has forgotten the tokens means that nobody is signed in")
  func forgotten() async throws {
    try FakeSecretTool.install(in: folder)
    try await save(credentials, in: store())
    try FileManager.default.removeItem(at: folder.file("secret"))
    #expect(try await stored(in: store()) == nil)
    try Data("no JSON".utf8).write(to: folder.file("secret"))
    #expect(try await stored(in: store()) == nil)
  }
}

extension RequestClock {
  /// A clock that never reaches a limit.
  fileprivate static let patient = pausing { try await Task.sleep(for: .seconds(86_400)) }
  /// A clock that reaches each limit at once.
  fileprivate static let impatient = pausing {}

  fileprivate static func pausing(_ pause: @escaping @Sendable () async throws -> Void)
    -> RequestClock
  {
    RequestClock(
      now: { .moment("2026-11-21T12:00:00Z") }, uptime: { .zero },
      pause: { _ in try await pause() },
      spread: { 0 })
  }
}
