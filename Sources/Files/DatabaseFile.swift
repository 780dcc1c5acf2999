import Foundation

/// The file of an SQLite database, as far as it is a file: for its owner only, made in one step, and
/// compared with what now has its name.
///
/// A new file is built under another name and then gets its own in one step, so that no other process
/// opens an incomplete one, and an empty file under that name is damage.
package struct DatabaseFile: Sendable {
  /// Distinguishes the file from another one that got its name.
  package struct Identity: Equatable, Sendable {
    private let device: dev_t
    private let number: ino_t

    fileprivate init(_ status: stat) {
      device = status.st_dev
      number = status.st_ino
    }
  }

  package let url: URL

  package init(_ url: URL) { self.url = url }

  package var folder: PrivateFolder { PrivateFolder(of: url) }

  /// The file that has the name now; nil if there is none.
  package var identity: Identity? { status("").map(Identity.init) }

  /// Whether there is a file; throws when that cannot be found out.
  package func exists() throws(SystemError) -> Bool {
    if access(url.path, F_OK) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else { throw .last }
    return false
  }

  /// Whether the database or its journal, which SQLite opens first, is no regular file: SQLite would
  /// wait for a pipe.
  package var isObstructed: Bool {
    ["", "-journal"].contains { suffix in
      status(suffix).map { $0.st_mode & S_IFMT != S_IFREG } ?? false
    }
  }

  package func restrictPermissions() { Permissions.restrict(url.path, to: 0o600) }

  /// Takes others' rights to the file away. Throws if it cannot be done.
  package func makePrivate() throws(SystemError) {
    try SystemError.check(chmod(url.path, 0o600))
  }

  /// Makes the file unless another process is faster; `build` gets the path of an empty file to fill.
  /// Throws ``SystemError`` and what `build` throws.
  ///
  /// - Parameter mayReplace: whether the file may replace one that another process makes at the same
  ///   time, on a file system without links
  package func create(
    mayReplace: Bool = false, _ build: (_ path: String) throws -> Void
  ) throws {
    let new = try built(build)
    defer { Self.remove(new) }
    if link(new, url.path) == 0 || errno == EEXIST { return }
    guard mayReplace else { throw SystemError.last }
    try SystemError.check(rename(new, url.path))
  }

  /// Makes the file and puts it in the place of what has its name, even of a folder.
  package func replace(_ build: (_ path: String) throws -> Void) throws {
    let new = try built(build)
    defer { Self.remove(new) }
    // A journal of the old file must not be played back into the new one.
    for suffix in Self.suffixes { unlink(url.path + suffix) }
    if let status = status(""), status.st_mode & S_IFMT == S_IFDIR {
      try? FileManager.default.removeItem(at: url)
    }
    try SystemError.check(rename(new, url.path))
  }

  /// Gives a damaged file another name, which says so, and returns it; its journal goes with it.
  ///
  /// A new file takes its place in one step: where another process finds none after all, SQLite makes an empty one.
  package func setAside(_ build: (_ path: String) throws -> Void) throws -> URL {
    let new = try built(build)
    defer { Self.remove(new) }
    // First, so that SQLite plays none back into a new file. Another process may be writing it.
    let moved = Self.suffixes.filter { rename(url.path + $0, url.path + ".damaged" + $0) == 0 }
    let aside = try PrivateFile(url).setAside(for: new)
    for suffix in moved { rename(url.path + ".damaged" + suffix, aside.path + suffix) }
    return aside
  }

  /// Empties and deletes the file, its journal and what is behind links in their places, which needs no
  /// room on the disk. Returns whether nothing is left.
  package func erase() -> Bool {
    // All of them are tried.
    ([""] + Self.suffixes).map { SmallFile.erase(url.path + $0) }.allSatisfy { $0 }
  }

  private static let suffixes = ["-journal", "-wal", "-shm"]

  private static func remove(_ path: String) {
    for suffix in [""] + suffixes { unlink(path + suffix) }
  }

  private func built(_ build: (_ path: String) throws -> Void) throws -> String {
    try folder.make()
    let path = url.path + ".\(UUID().uuidString).new"
    let file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError.last }
    close(file)
    do { try build(path) } catch {
      Self.remove(path)
      throw error
    }
    return path
  }

  private func status(_ suffix: String) -> stat? {
    var status = stat()
    return stat(url.path + suffix, &status) == 0 ? status : nil
  }
}
