import Foundation

/// A small file with secrets in a ``PrivateFolder``: only its owner may read it.
package struct PrivateFile: Sendable {
  /// The file.
  package let url: URL

  /// Names a file, which need not exist.
  package init(_ url: URL) { self.url = url }

  /// The folder of the file.
  package var folder: PrivateFolder { PrivateFolder(of: url) }

  /// The whole content; nil if there is no file. Takes others' rights away.
  ///
  /// Refuses what ``SmallFile/read()`` refuses, and a file of another user, who could plant a token of
  /// their own (`EACCES`).
  package func read() throws(SystemError) -> [UInt8]? {
    try SmallFile(url).read { file, status throws(SystemError) in
      guard Permissions.isTrusted(owner: status.st_uid) else { throw SystemError(code: EACCES) }
      if status.st_mode & 0o077 != 0 { fchmod(file, 0o600) }
    }
  }

  /// Replaces the content in one step that is on the disk when this returns. Only one process at a
  /// time may do so.
  package func replace(with content: some Sequence<UInt8>) throws(SystemError) {
    try folder.makeTrusted()
    try SmallFile(url).replace(with: content)
  }

  /// Replaces the content like ``replace(with:)``, and erases the old one where it stays under another
  /// name: behind a link in this file's place. Throws ``Remains`` if only that failed.
  package func replaceErasing(with content: some Sequence<UInt8>) throws {
    let old = try openOld()
    defer { if let old { close(old) } }
    let path = resolvedPath
    try replace(with: content)
    if let old { try erase(old, named: path) }
  }

  /// Deletes the file, and erases its content where it stays under another name. Throws ``Remains`` if
  /// only that failed.
  package func removeErasing() throws {
    let old = try openOld()
    defer { if let old { close(old) } }
    let path = resolvedPath
    try SystemError.check(unlink(url.path))
    folder.sync()
    if let old { try erase(old, named: path) }
  }

  /// Writes content over the old one, where the file cannot be replaced because its folder may not be
  /// written or the disk is full. Not in one step: only to erase something.
  package func overwrite(with content: some Sequence<UInt8>) throws(SystemError) {
    let file = open(url.path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    let bytes = Array(content)
    try Descriptor.write(bytes, to: file)
    try SystemError.check(ftruncate(file, off_t(bytes.count)))
    try SystemError.check(fsync(file))
  }

  /// Old content that could not be erased.
  package struct Remains: Error, Hashable {
    /// The file that still has it.
    package let path: String
  }

  private var resolvedPath: String { url.resolvingSymlinksInPath().path }

  /// The file behind the name, or behind a link in its place; nil if there is none. Opened for reading
  /// where it may not be written.
  private func openOld() throws(SystemError) -> Int32? {
    let flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    var file = open(url.path, O_RDWR | flags)
    if file < 0 { file = open(url.path, O_RDONLY | flags) }
    if file < 0, errno == ENOENT || errno == ENOTDIR { return nil }
    guard file >= 0 else { throw .last }
    return file
  }

  private func erase(_ file: Int32, named path: String) throws {
    var status = stat()
    // A file without a name is gone with its last user.
    guard fstat(file, &status) == 0, status.st_nlink > 0 else { return }
    let zeros = [UInt8](repeating: 0, count: Int(min(status.st_size, 4 << 20)))
    // Where the disk still has the old bytes after this is beyond a program's reach.
    guard status.st_mode & S_IFMT == S_IFREG, lseek(file, 0, SEEK_SET) == 0,
      (try? Descriptor.write(zeros, to: file)) != nil, ftruncate(file, 0) == 0, fsync(file) == 0
    else { throw Remains(path: path) }
  }

  /// Gives a damaged file another name, which says so, and returns the new name.
  package func setAside() throws(SystemError) -> URL {
    let base = url.deletingPathExtension().lastPathComponent
    for number in 1...1000 {
      let name = "\(base).damaged-\(number).\(url.pathExtension)"
      let copy = url.deletingLastPathComponent().appendingPathComponent(name)
      // A link, unlike a new name, never replaces what was set aside before.
      if link(url.path, copy.path) == 0 {
        unlink(url.path)
        return copy
      }
      if errno == EEXIST { continue }
      // Some file systems have no links.
      try SystemError.check(rename(url.path, copy.path))
      return copy
    }
    throw SystemError(code: EEXIST)
  }
}
