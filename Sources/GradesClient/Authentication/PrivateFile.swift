import Foundation

/// A small file in a folder of this program that only its owner may read.
struct PrivateFile: Sendable {
  let url: URL

  typealias SystemError = SmallFile.SystemError

  /// The whole content; nil if there is no file. Mends permissions that others have loosened.
  ///
  /// Refuses what ``SmallFile`` refuses, and a file of another user, who could plant a token of their
  /// own.
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
    // What is there, left behind by a killed process or put there by somebody as a link, is not written
    // to: its permissions, its other names and who has it open are unknown.
    if unlink(new) != 0, errno != ENOENT { throw SystemError(code: errno) }
    let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError(code: errno) }
    // The mask of the process may have taken rights of the owner too.
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

  /// Gives the file another name, which says that it is damaged, and gives back that name.
  func setAside() throws(SystemError) -> URL {
    let base = url.deletingPathExtension().lastPathComponent
    var number = 1
    while true {
      let name = "\(base).damaged-\(number).\(url.pathExtension)"
      let copy = url.deletingLastPathComponent().appendingPathComponent(name)
      // A link, unlike a new name, never replaces what was set aside before.
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

  /// Makes the folder, and those above it as needed; mends its permissions. Refuses a folder of
  /// another user, who could exchange everything in it.
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

  /// Whether it belongs to this user or to the administrator, whom nothing can be kept from.
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
