import Foundation
import TestSupport
import Testing

@testable import GradesClient

@Suite("The credentials file", .inTurn)
struct FileCredentialStoreTests {
  private let folder: TemporaryFolder
  private let damage = Occurrences<URL>()

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { folder.file("state/grades/credentials.json") }

  private var store: FileCredentialStore {
    FileCredentialStore(file: file) { [damage] in damage.record($0) }
  }

  private func save(_ token: String, for host: String) async throws {
    try await store.locked { stored in
      try await stored.save(Credentials(accessToken: token), for: host, isDefault: true)
    }
  }

  private func permissions(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  @Test("is readable JSON that only its owner may read, in a folder of the same kind")
  func form() async throws {
    try await store.locked { stored in
      let credentials = Credentials(
        accessToken: "access-1", refreshToken: "refresh-1",
        expiresAt: .moment("2026-11-21T13:00:00Z"), receivedAt: .moment("2026-11-21T12:00:00Z"),
        scopes: ["cvut:grades:user-read"], kind: .user, username: Username("zkusade1"),
        firstName: "Adéla", lastName: "Zkušební")
      try await stored.save(credentials, for: "production", isDefault: true)
    }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == """
        {
          "hosts": {
            "production": {
              "accessToken": "access-1",
              "expiresAt": "2026-11-21T13:00:00Z",
              "firstName": "Adéla",
              "kind": "user",
              "lastName": "Zkušební",
              "receivedAt": "2026-11-21T12:00:00Z",
              "refreshToken": "refresh-1",
              "scopes": [
                "cvut:grades:user-read"
              ],
              "username": "zkusade1"
            }
          },
          "lastHost": "production"
        }

        """)
    #expect(try permissions(file) == 0o600)
    #expect(try permissions(file.deletingLastPathComponent()) == 0o700)
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: file.deletingLastPathComponent().path
      ).sorted() == ["credentials.json", "credentials.json.lock"])
  }

  @Test("mends permissions that were loosened")
  func loosened() async throws {
    try await save("access-1", for: "production")
    let parent = file.deletingLastPathComponent()
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: parent.path)
    #expect(try await store.credentials(for: "production")?.accessToken == "access-1")
    #expect(try permissions(file) == 0o600)
    try await save("access-2", for: "production")
    #expect(try permissions(parent) == 0o700)
  }

  @Test("replaces what a killed process left half written, whatever its permissions")
  func leftOver() async throws {
    try await save("access-1", for: "production")
    let new = URL(fileURLWithPath: file.path + ".new")
    try Data("{".utf8).write(to: new)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: new.path)
    #expect(try await store.credentials(for: "production")?.accessToken == "access-1")
    try await save("access-2", for: "production")
    #expect(try permissions(file) == 0o600)
    #expect(!FileManager.default.fileExists(atPath: new.path))
  }

  @Test("writes through no link that was put in its way")
  func planted() async throws {
    try await save("access-1", for: "production")
    let other = folder.file("other")
    let new = URL(fileURLWithPath: file.path + ".new")
    for plant in [symlink, link] {
      try Data("kept".utf8).write(to: other)
      try #require(plant(other.path, new.path) == 0)
      try await save("access-2", for: "production")
      #expect(try String(contentsOf: other, encoding: .utf8) == "kept")
    }
    // No lock is made at the target of a link either.
    let lock = URL(fileURLWithPath: file.path + ".lock")
    let elsewhere = folder.file("elsewhere")
    try FileManager.default.removeItem(at: lock)
    try #require(symlink(elsewhere.path, lock.path) == 0)
    try await save("access-3", for: "production")
    #expect(!FileManager.default.fileExists(atPath: elsewhere.path))
    #expect(try await store.credentials(for: "production")?.accessToken == "access-3")
    #expect(try permissions(file) == 0o600)
  }

  @Test("is not read from a pipe, a folder or a file of another kind")
  func noFile() async throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let unusable = GradesError.login(.storeUnreadable(path: file.path))
    try #require(mkfifo(file.path, 0o600) == 0)
    await #expect(throws: unusable) { try await store.credentials(for: "production") }
    try FileManager.default.removeItem(at: file)
    try #require(symlink("/dev/zero", file.path) == 0)
    await #expect(throws: unusable) { try await store.credentials(for: "production") }
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    await #expect(throws: unusable) { try await store.credentials(for: "production") }
    try FileManager.default.removeItem(at: file)
    try Data().write(to: file)
    try #require(truncate(file.path, 1 << 30) == 0)
    await #expect(throws: unusable) { try await store.credentials(for: "production") }
  }

  @Test(
    "is set aside and reported when it cannot be understood, and never lost",
    arguments: [
      "", "{", "[]", "{}", "{\"hosts\": {\"production\": {}}}", "\u{0}\u{1}",
      #"{"hosts": {"production": null}}"#, #"{"hosts": {"production": {"accessToken": 7}}}"#,
      #"{"hosts": {}, "lastHost": 7}"#, #"{"hosts": {}, "keyringHosts": ["demo", null]}"#,
      #"{"hosts": {"demo": {"accessToken": "a", "expiresAt": "today"}}}"#,
      #"{"hosts": {"demo": {"accessToken": "a", "expiresAt": "2026-13-01T00:00:00Z"}}}"#,
      #"{"hosts": {"demo": {"accessToken": "a", "kind": "robot"}}}"#,
      #"{"hosts": {"demo": {"accessToken": "a", "scopes": "read"}}}"#,
    ])
  func damaged(content: String) async throws {
    try await save("access-1", for: "production")
    for number in 1...2 {
      try Data(content.utf8).write(to: file)
      #expect(try await store.credentials(for: "production") == nil)
      let aside = file.deletingLastPathComponent()
        .appendingPathComponent("credentials.damaged-\(number).json")
      #expect(damage.all.map(\.lastPathComponent).last == aside.lastPathComponent)
      #expect(try String(contentsOf: aside, encoding: .utf8) == content)
    }
    #expect(damage.all.count == 2)
    try await save("access-2", for: "production")
    #expect(try await store.credentials(for: "production")?.accessToken == "access-2")
  }

  @Test(
    "has times of any form of ISO 8601",
    arguments: [
      "1970-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "2026-02-28T07:08:09Z",
      "2100-03-01T12:00:00Z", "2099-12-31T00:00:00Z", "2026-11-21T13:00:00+01:00",
    ])
  func times(text: String) async throws {
    try await save("access-1", for: "production")
    let content = #"{"hosts": {"demo": {"accessToken": "a", "expiresAt": "\#(text)"}}}"#
    try Data(content.utf8).write(to: file)
    let credentials = try #require(try await store.credentials(for: "demo"))
    #expect(credentials.expiresAt == (try Date(text, strategy: .iso8601)))
  }

  @Test("takes keys that later versions add, and needs none but the token")
  func tolerant() async throws {
    try await save("access-1", for: "production")
    let text = #"{"version": 9, "hosts": {"demo": {"accessToken": "access-7", "later": [1]}}}"#
    try Data(text.utf8).write(to: file)
    let credentials = try #require(try await store.credentials(for: "demo"))
    #expect(credentials == Credentials(accessToken: "access-7"))
    #expect(damage.all.isEmpty)
  }

  @Test("says where it cannot be written")
  func unwritable() async throws {
    try Data().write(to: folder.file("state"))
    await #expect(
      throws: GradesError.login(.storeUnusable(path: file.path, systemError: ENOTDIR))
    ) { try await save("access-1", for: "production") }
    #expect(try await store.credentials(for: "production") == nil)
  }

  @Test("loses nothing when twenty write at once")
  func concurrent() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask { try await save("access-\(index)", for: "host-\(index)") }
      }
      try await group.waitForAll()
    }
    for index in 0..<20 {
      #expect(try await store.credentials(for: "host-\(index)")?.accessToken == "access-\(index)")
    }
  }

  @Test("lets who waits for it give up, and still goes to the next one")
  func givingUp() async throws {
    let entered = Occurrences<Void>()
    let gate = AsyncStream<Void>.makeStream()
    let holder = Task {
      try await store.locked { _ in
        entered.record(())
        for await _ in gate.stream {}
      }
    }
    _ = try await entered.first(1)
    let impatient = Task { try await store.locked { _ in Issue.record("entered") } }
    impatient.cancel()
    await #expect(throws: GradesError.cancelled) { try await impatient.value }
    let patient = Task { try await store.locked { _ in _ = entered.record(()) } }
    gate.continuation.finish()
    try await holder.value
    try await patient.value
    #expect(entered.all.count == 2)
  }
}
