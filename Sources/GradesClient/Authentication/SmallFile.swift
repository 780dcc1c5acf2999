import Foundation

/// A bounded, non-blocking read of a small file of this program, whatever a user has replaced it
/// by.
package struct SmallFile: Sendable {
  /// The file.
  package let url: URL

  /// An error number of the system.
  package struct SystemError: Error {
    /// The number.
    package let code: Int32
  }

  /// Bytes of the largest file that is read; what is stored takes a few hundred, a watch's memory some
  /// hundred thousand.
  package static let largest = 4 << 20

  /// Names a file, which need not exist.
  package init(_ url: URL) { self.url = url }

  /// The whole content; nil if there is no file. Links are followed: people keep such files elsewhere.
  ///
  /// Rejects everything that this program cannot have written: a folder, a device and a pipe
  /// (`EINVAL`), and anything huge (`EFBIG`).
  package func read() throws(SystemError) -> Data? { try read { _, _ throws(SystemError) in } }

  /// The same, after a look at the open file and its status.
  func read(
    admitting look: (_ file: Int32, _ status: stat) throws(SystemError) -> Void
  ) throws(SystemError) -> Data? {
    // Without blocking: a pipe in its place may have no writer.
    let file = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw SystemError(code: errno)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw SystemError(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
    guard status.st_size <= Self.largest else { throw SystemError(code: EFBIG) }
    try look(file, status)
    var content = Data()
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Foundation.read(file, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw SystemError(code: errno) }
      if count == 0 { return content }
      content.append(contentsOf: buffer[..<count])
      // It may grow while it is read.
      guard content.count <= Self.largest else { throw SystemError(code: EFBIG) }
    }
  }

  /// Whether something is in a database's place that is no regular file; SQLite would wait for a pipe.
  /// Its journal counts too, since it is opened first.
  package static func isObstructed(database url: URL) -> Bool {
    ["", "-journal"].contains { suffix in
      var status = stat()
      return stat(url.path + suffix, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }
  }
}
