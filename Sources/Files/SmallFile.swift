import Foundation

/// A small file of this program: read as a whole and never without a bound, replaced in one step.
package struct SmallFile: Sendable {
  package let url: URL
  /// The most bytes that are read.
  package let limit: Int

  /// Names a file, which need not exist. What this program stores takes some hundred bytes, a
  /// watch's memory some hundred thousand; the usual limit is 4 MB.
  package init(_ url: URL, limit: Int = 4 << 20) {
    self.url = url
    self.limit = limit
  }

  /// The whole content; nil if there is no file. Follows links: people keep such files elsewhere.
  ///
  /// Throws `EINVAL` for a folder, a device and a pipe, none of which this program can have written,
  /// and `EFBIG` for more bytes than the limit.
  package func read() throws(SystemError) -> [UInt8]? {
    try read { _, _ throws(SystemError) in }
  }

  /// Reads after a check of the open file and its status.
  func read(
    checking check: (_ file: Int32, _ status: stat) throws(SystemError) -> Void
  ) throws(SystemError) -> [UInt8]? {
    // Without blocking: a pipe in this position may have no writer.
    let file = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .last
    }
    defer { close(file) }
    var status = stat()
    try SystemError.check(fstat(file, &status))
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
    guard status.st_size <= limit else { throw SystemError(code: EFBIG) }
    try check(file, status)
    // It may grow while it is read.
    let bytes = try Descriptor.read(file, upTo: limit + 1)
    guard bytes.count <= limit else { throw SystemError(code: EFBIG) }
    return bytes
  }

  /// Empties the file, also the one behind a link in its place, and deletes it. Returns whether nothing
  /// of its content is left under any name.
  package func erase() -> Bool { Self.erase(url.path) }

  /// Empties a file as ``erase()`` does; it needs no room on the disk.
  static func erase(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR }
    let isOnlyName = status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
    // A pipe or a device has no content, and waits.
    let isFile = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    let isEmpty = isFile && (truncate(path, 0) == 0 || errno == ENOENT)
    let isDeleted = unlink(path) == 0
    return isEmpty || !isFile || (isDeleted && isOnlyName)
  }

  /// Replaces the content in one step that is on the disk when this returns: a new file beside it,
  /// readable by its owner only (0600), is written and takes its name. A link stays, and the file that it leads
  /// to is replaced.
  ///
  /// - Parameter isLocked: whether only one process at a time replaces the file. The new file then has
  ///   a fixed name, and removes what a killed process left behind under it.
  package func replace(
    with content: some Sequence<UInt8>, isLocked: Bool = true
  ) throws(SystemError) {
    var status = stat()
    let isLink = lstat(url.path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    // Another user's link, as in /tmp, would choose which file of this user is replaced.
    guard !isLink || [geteuid(), 0].contains(status.st_uid) else { throw SystemError(code: EACCES) }
    let path = isLink ? url.resolvingSymlinksInPath().path : url.path
    let new = path + (isLocked ? ".new" : ".\(UUID().uuidString).new")
    // A file or a link that is there is not written to: its permissions, its other names and who has
    // it open are unknown.
    if unlink(new) != 0, errno != ENOENT { throw .last }
    let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .last }
    var failure: SystemError?
    do throws(SystemError) {
      // The mask of the process may have taken rights of the owner too.
      try SystemError.check(fchmod(file, 0o600))
      try Descriptor.write(content, to: file)
      try SystemError.check(fsync(file))
    } catch {
      failure = error
    }
    if close(file) != 0 { failure = failure ?? .last }
    if failure == nil, rename(new, path) != 0 { failure = .last }
    if let failure {
      unlink(new)
      throw failure
    }
    PrivateFolder(of: URL(filePath: path)).sync()
  }
}
