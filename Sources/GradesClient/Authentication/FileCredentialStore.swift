import Files
import Foundation
import JSON

/// The credentials of all hosts in one file that only its owner may read.
///
/// The file is JSON, 0600 in a folder 0700. It is replaced as a whole, under a lock across
/// processes on a second file beside it. A file that cannot be parsed is renamed, never
/// deleted, and reported (Figures, Safe with credentials).
///
/// On request the tokens are in a keyring, and the file has only their users.
public struct FileCredentialStore: Sendable {
  /// The file of the credentials.
  public let file: URL
  private let reportDamage: @Sendable (URL) -> Void
  /// The keyring that has, or had, tokens instead of the file.
  fileprivate let keyring: SecretTool?
  /// How long to wait for another process that changes the store. A renewal is one request, which takes
  /// a second; a process that was stopped, or waits for a server that does not answer, must not hold up
  /// all others for as long as it likes.
  var lockTimeLimit = Duration.seconds(20)
  /// Whether new tokens are stored in the keyring.
  package var fillsKeyring = false
  /// Whether a file that cannot be parsed stays where it is, and is read as one without credentials.
  package var keepsDamage = false

  /// Makes a store in a file; neither it nor its folder has to exist.
  public init(file: URL) { self.init(file: file, keyring: nil) }

  /// Makes a store; `reportDamage` receives the new name of a file that could not be parsed.
  package init(
    file: URL, keyring: SecretTool? = nil,
    reportDamage: @escaping @Sendable (URL) -> Void = { _ in }
  ) {
    self.file = file
    self.keyring = keyring
    self.reportDamage = reportDamage
  }

  package static func isSound(_ bytes: [UInt8]) -> Bool { CredentialDocument(bytes) != nil }

  /// The stored credentials of a host; throws ``LoginFailure/storeUnreadable(path:)``,
  /// ``LoginFailure/storeUnusable(path:systemError:)`` and ``LoginFailure/keyringUnusable``.
  public func credentials(for host: String) async throws -> Credentials? {
    try await credentials(for: host, in: document())
  }

  /// The credentials of a document, with their tokens; nil when the keyring no longer has them.
  fileprivate func credentials(
    for host: String, in document: CredentialDocument
  ) async throws -> Credentials? {
    guard var credentials = document.hosts[host] else { return nil }
    guard document.keyringHosts?.contains(host) == true else { return credentials }
    guard let keyring else { throw GradesError.login(.keyringUnusable) }
    guard let bytes = try await keyring.secret(of: host),
      let secret = try? Credentials(reading: JSONReader.read([UInt8](bytes)).root.object())
    else { return nil }
    credentials.accessToken = secret.accessToken
    credentials.refreshToken = secret.refreshToken
    return credentials
  }

  /// The host in use by default: that of the last login, or the one chosen since; nil after its logout.
  package func lastHost() async throws -> String? { try await document().lastHost }

  /// The hosts with credentials and their users, by the hosts' names.
  package func logins() async throws -> [(host: String, username: Username?)] {
    try await document().hosts.map { ($0.key, $0.value.username) }.sorted { $0.host < $1.host }
  }

  /// The same as ``logins()`` and ``lastHost()``, read without waiting for a lock; empty when they cannot be
  /// read. For completions in shells.
  package func storedLogins() -> (logins: [(host: String, username: Username?)], last: String?) {
    let document = try? readDocument()
    return (
      (document?.hosts ?? [:]).map { ($0.key, $0.value.username) }.sorted { $0.0 < $1.0 },
      document?.lastHost
    )
  }

  /// Makes a host the one in use by default, whether or not a user is logged in there.
  package func choose(_ host: String) async throws {
    try await locked { try $0.choose(host) }
  }

  /// The path of the file with a host's tokens; nil if they are in the keyring.
  func path(ofTokensFor host: String) -> String? {
    (try? readDocument())?.keyringHosts?.contains(host) == true ? nil : file.path
  }

  /// The credentials of a host in the file, perhaps without tokens; read without waiting for a
  /// lock, nil when they cannot be read.
  func login(at host: String) -> Credentials? { (try? readDocument())?.hosts[host] }

  /// Performs an action while no other process, and no other task of this one, changes the store.
  ///
  /// Without a lock where the folder cannot be written.
  func locked<Value: Sendable>(
    _ body: @Sendable (LockedCredentials) async throws -> Value
  ) async throws -> Value {
    try? content.folder.makeTrusted()
    let lock = try await lock()
    defer { lock?.release() }
    return try await body(LockedCredentials(store: self))
  }

  private func lock() async throws -> FileLock? {
    do {
      return try await FileLock.acquire(FileLock.file(beside: file), timeLimit: lockTimeLimit)
    } catch is SystemError {
      return nil
    } catch is FileLock.TimedOut {
      // Renewing without the lock could use one refresh token twice, which ends the login.
      throw GradesError.login(.storeBusy(path: file.path))
    } catch {
      throw GradesError.cancelled
    }
  }

  private var content: PrivateFile { PrivateFile(file) }

  private func document() async throws -> CredentialDocument {
    if let document = try readDocument() { return document }
    if keepsDamage { return CredentialDocument() }
    // Under the lock: another process may be writing a valid file at the same time.
    return try await locked { try $0.document() }
  }

  /// The stored document; nil if the file is damaged.
  fileprivate func readDocument() throws -> CredentialDocument? {
    do {
      guard let bytes = try content.read() else { return CredentialDocument() }
      return CredentialDocument(bytes)
    } catch {
      throw GradesError.login(.storeUnreadable(path: file.path))
    }
  }

  fileprivate func setAsideDamage() throws {
    do { reportDamage(try content.setAside()) } catch { throw unusable(error) }
  }

  fileprivate func write(_ document: CredentialDocument) throws {
    do { try content.replace(with: document.jsonText.utf8) } catch { throw unusable(error) }
  }

  /// Writes a document with fewer credentials where the file cannot be replaced.
  fileprivate func writeLess(_ document: CredentialDocument) throws {
    do throws(SystemError) {
      // An empty file is not needed, and deleting one needs no room on the disk.
      if document.hosts.isEmpty {
        do { return try content.remove() } catch {}
      }
      try content.overwrite(with: document.jsonText.utf8)
    } catch {
      throw unusable(error)
    }
  }

  private func unusable(_ error: SystemError) -> GradesError {
    .login(.storeUnusable(path: file.path, systemError: error.code))
  }
}

/// The store while it is locked: the only way to change it.
struct LockedCredentials: Sendable {
  fileprivate let store: FileCredentialStore

  func credentials(for host: String) async throws -> Credentials? {
    try await store.credentials(for: host, in: document())
  }

  /// Stores credentials, and makes their host the one in use by default.
  func save(_ credentials: Credentials, for host: String, isDefault: Bool = false) async throws {
    var document = try document()
    var credentials = credentials
    let wasInKeyring = document.keyringHosts?.contains(host) == true
    var keyringHosts = (document.keyringHosts ?? []).filter { $0 != host }
    if store.fillsKeyring {
      guard let keyring = store.keyring else { throw GradesError.login(.keyringUnusable) }
      let secret = Credentials(
        accessToken: credentials.accessToken, refreshToken: credentials.refreshToken)
      try await keyring.store(Data(secret.jsonLine.utf8), of: host)
      credentials.accessToken = ""
      credentials.refreshToken = nil
      keyringHosts.append(host)
    }
    document.keyringHosts = keyringHosts.isEmpty ? nil : keyringHosts.sorted()
    document.hosts[host] = credentials
    if isDefault { document.lastHost = host }
    try store.write(document)
    // A token that cannot be erased there is not used any more.
    if wasInKeyring, !store.fillsKeyring { try? await store.keyring?.clear(host) }
  }

  func choose(_ host: String) throws {
    var document = try document()
    document.lastHost = host
    try store.write(document)
  }

  /// Deletes the credentials of a host; writes nothing if there are none.
  func remove(_ host: String) async throws {
    var document = try document()
    let wasInKeyring = document.keyringHosts?.contains(host) == true
    guard document.hosts.removeValue(forKey: host) != nil || document.lastHost == host else {
      return
    }
    if document.lastHost == host { document.lastHost = nil }
    let keyringHosts = (document.keyringHosts ?? []).filter { $0 != host }
    document.keyringHosts = keyringHosts.isEmpty ? nil : keyringHosts
    // First: as long as the file names the host, logging out can be tried again.
    if wasInKeyring {
      do { try await store.keyring?.clear(host) } catch GradesError.login(.keyringUnusable) {
        throw GradesError.login(.tokensRemainInKeyring)
      }
    }
    do { try store.write(document) } catch { try store.writeLess(document) }
  }

  fileprivate func document() throws -> CredentialDocument {
    if let document = try store.readDocument() { return document }
    try store.setAsideDamage()
    return CredentialDocument()
  }
}
