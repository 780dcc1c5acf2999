import Foundation

/// A small file with secrets in a ``PrivateFolder``: only its owner may read it.
package struct PrivateFile: Sendable {
  package let url: URL

  package init(_ url: URL) { self.url = url }

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

  package func remove() throws(SystemError) {
    try SystemError.check(unlink(url.path))
    folder.sync()
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

  /// Gives a damaged file another name, which says so, and returns the new name.
  ///
  /// - Parameter replacement: the path of a file that gets the old name in one step; without it, nothing has it
  package func setAside(for replacement: String? = nil) throws(SystemError) -> URL {
    let base = url.deletingPathExtension().lastPathComponent
    for number in 1...1000 {
      let name = "\(base).damaged-\(number).\(url.pathExtension)"
      let copy = url.deletingLastPathComponent().appendingPathComponent(name)
      // A link, unlike a new name, never replaces what was set aside before.
      let isLinked = link(url.path, copy.path) == 0
      if !isLinked, errno == EEXIST { continue }
      // Some file systems have no links.
      if !isLinked { try SystemError.check(rename(url.path, copy.path)) }
      if let replacement {
        try SystemError.check(rename(replacement, url.path))
      } else if isLinked {
        unlink(url.path)
      }
      return copy
    }
    throw SystemError(code: EEXIST)
  }
}
