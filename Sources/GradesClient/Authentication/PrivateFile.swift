import Foundation

/// A small file in a folder of this program that only its owner may read.
struct PrivateFile: Sendable {
  let url: URL

  typealias SystemError = SmallFile.SystemError

  /// The whole content; nil if there is no file. Restricts permissions that are too open.
  ///
  /// Rejects what ``SmallFile`` rejects, and a file of another user, who could plant a token of
  /// their own.
  func read() throws(SystemError) -> Data? {
    try SmallFile(url).read { file, status throws(SystemError) in
      guard Self.isTrusted(status) else { throw SystemError(code: EACCES) }
      if status.st_mode & 0o077 != 0 { fchmod(file, 0o600) }
    }
  }

  /// Replaces the content in one step that is on the disk when this returns: a new file beside it,
  /// then its name (Figures, Safe with credentials). Only one process at a time may do so.
  func write(_ content: Data) throws(SystemError) {
    try makeFolder()
    let new = url.path + ".new"
    // An existing file, left by a killed process or planted as a link, is never written to: its
    // permissions, its other names and its readers are unknown.
    if unlink(new) != 0, errno != ENOENT { throw SystemError(code: errno) }
    let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError(code: errno) }
    // The process's mask may have removed rights of the owner, too.
    var failure: Int32? = fchmod(file, 0o600) == 0 ? nil : errno
    var rest = Array(content)[...]
    while failure == nil, !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { failure = errno }
      rest = rest.dropFirst(max(0, count))
    }
    if failure == nil, fsync(file) != 0 { failure = errno }
    if close(file) != 0, failure == nil { failure = errno }
    if failure == nil, rename(new, url.path) != 0 { failure = errno }
    if let failure {
      unlink(new)
      throw SystemError(code: failure)
    }
    syncFolder()
  }

  /// Renames a damaged file and returns its new name.
  func setAside() throws(SystemError) -> URL {
    let base = url.deletingPathExtension().lastPathComponent
    var number = 1
    while true {
      let name = "\(base).damaged-\(number).\(url.pathExtension)"
      let copy = url.deletingLastPathComponent().appendingPathComponent(name)
      // A link, unlike a rename, never replaces an earlier damaged file.
      if link(url.path, copy.path) == 0 {
        unlink(url.path)
        return copy
      }
      if errno != EEXIST {
        // Some file systems have no links.
        if rename(url.path, copy.path) == 0 { return copy }
        throw SystemError(code: errno)
      }
      guard number < 1000 else { throw SystemError(code: EEXIST) }
      number += 1
    }
  }

  /// Makes the folder, and those above it as needed; restricts its permissions. Rejects a folder of
  /// another user, who could replace its files.
  func makeFolder() throws(SystemError) {
    let folder = url.deletingLastPathComponent()
    var status = stat()
    if stat(folder.path, &status) != 0 {
      try? FileManager.default.createDirectory(
        at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
      guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else {
        throw SystemError(code: errno)
      }
    } else if !Self.isTrusted(status) {
      throw SystemError(code: EACCES)
    } else if status.st_mode & 0o077 != 0 {
      chmod(folder.path, 0o700)
    }
  }

  /// Whether it belongs to this user or to the administrator, who can read everything anyway.
  static func isTrusted(owner: uid_t, by user: uid_t) -> Bool {
    owner == user || owner == 0 || user == 0
  }

  private static func isTrusted(_ status: stat) -> Bool {
    isTrusted(owner: status.st_uid, by: geteuid())
  }

  private func syncFolder() {
    let folder = open(url.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
