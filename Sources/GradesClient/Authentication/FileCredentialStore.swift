import Foundation

/// The credentials of all hosts in one file that only its owner may read.
///
/// The file is JSON, 0600 in a folder 0700. It is replaced as a whole, under a lock across
/// processes on a second file beside it. A file that cannot be understood is set aside under another
/// name, never deleted, and reported (`quality.md` 3).
public struct FileCredentialStore: Sendable {
  /// Where the credentials are.
  public let file: URL
  private let reportDamage: @Sendable (URL) -> Void

  /// Makes a store; neither file nor folder need be there.
  ///
  /// - Parameters:
  ///   - file: where the credentials are or will be
  ///   - reportDamage: gets the new name of a file that could not be understood
  public init(file: URL, reportDamage: @escaping @Sendable (URL) -> Void = { _ in }) {
    self.file = file
    self.reportDamage = reportDamage
  }

  /// What is stored for a host; throws ``LoginFailure/storeUnusable(path:systemError:)``.
  public func credentials(for host: String) async throws -> Credentials? {
    try await document().hosts[host]
  }

  /// The host of the last login, nil after its logout.
  public func lastHost() async throws -> String? { try await document().lastHost }

  /// Host and user of the last login, read at once and without a lock; nil when they cannot be
  /// read. For shells that complete a command line.
  public func lastLogin() -> (host: String, username: Username)? {
    guard let document = try? readDocument(), let host = document.lastHost,
      let username = document.hosts[host]?.username
    else { return nil }
    return (host, username)
  }

  /// Does something while no other process, and nobody else in this one, changes the store.
  ///
  /// Where there can be no lock, because nothing can be written there, it is done without.
  func locked<Value: Sendable>(
    _ body: @Sendable (LockedCredentials) async throws -> Value
  ) async throws -> Value {
    try? content.makeFolder()
    // Longer than one refresh may take, so that a slow one is waited for.
    let lock = try await FileLock.acquire(
      file.appendingPathExtension("lock"), timeLimit: .seconds(75))
    defer { lock?.release() }
    return try await body(LockedCredentials(store: self))
  }

  private var content: PrivateFile { PrivateFile(url: file) }

  private func document() async throws -> CredentialDocument {
    if let document = try readDocument() { return document }
    // Under the lock: another process may be writing a good one just now.
    return try await locked { try $0.document() }
  }

  /// The stored document; nil if the file is damaged.
  fileprivate func readDocument() throws -> CredentialDocument? {
    do {
      guard let bytes = try content.read() else { return CredentialDocument() }
      return CredentialDocument(bytes)
    } catch {
      throw unusable(error)
    }
  }

  fileprivate func setAsideDamage() throws {
    do { reportDamage(try content.setAside()) } catch { throw unusable(error) }
  }

  fileprivate func write(_ document: CredentialDocument) throws {
    let bytes = try document.bytes()
    do { try content.write(bytes) } catch { throw unusable(error) }
  }

  private func unusable(_ error: PrivateFile.SystemError) -> GradesError {
    .login(.storeUnusable(path: file.path, systemError: error.code))
  }
}

/// The store while it is locked: the only way to change it.
struct LockedCredentials: Sendable {
  fileprivate let store: FileCredentialStore

  /// What is stored for a host.
  func credentials(for host: String) throws -> Credentials? { try document().hosts[host] }

  /// Stores credentials; those of a new login make their host the last one.
  func save(_ credentials: Credentials, for host: String, isLogin: Bool = false) throws {
    var document = try document()
    document.hosts[host] = credentials
    if isLogin { document.lastHost = host }
    try store.write(document)
  }

  /// Forgets the credentials of a host; nothing is written if there are none.
  func remove(_ host: String) throws {
    var document = try document()
    guard document.hosts.removeValue(forKey: host) != nil || document.lastHost == host else {
      return
    }
    if document.lastHost == host { document.lastHost = nil }
    try store.write(document)
  }

  fileprivate func document() throws -> CredentialDocument {
    if let document = try store.readDocument() { return document }
    try store.setAsideDamage()
    return CredentialDocument()
  }
}
