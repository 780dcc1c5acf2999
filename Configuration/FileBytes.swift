import Foundation

/// Reading a small file without surprises: never more than asked for, and only from a regular file,
/// so that a pipe, a device or a mistaken path can neither keep the program waiting nor fill its
/// memory. This module knows none of the others, so it has a reader of its own.
enum FileBytes {
  enum Problem: Error { case notFound, unreadable }

  static func read(_ path: String, atMost limit: Int) throws(Problem) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw errno == ENOENT || errno == ENOTDIR ? .notFound : .unreadable }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .unreadable }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit, 16 * 1024))
    while bytes.count < limit {
      let count = chunk.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
