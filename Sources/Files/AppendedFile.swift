import Foundation

/// An open file to which this program appends, readable by its owner only (0600).
package final class AppendedFile {
  private let file: Int32
  private var length: off_t

  /// Opens or makes the file; what is beyond the length is cut off.
  package init(_ url: URL, keeping length: Int) throws(SystemError) {
    let file = open(url.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard file >= 0 else { throw .last }
    self.file = file
    self.length = off_t(length)
    do throws(SystemError) {
      try SystemError.check(fchmod(file, 0o600))
      try cut()
    } catch {
      close(file)
      throw error
    }
  }

  deinit { close(file) }

  /// Appends bytes in one step: after a failure the file ends where it ended before.
  ///
  /// Does not wait for the disk. The bytes outlive the process, not a loss of power.
  package func append(_ bytes: [UInt8]) throws(SystemError) {
    do {
      try Descriptor.write(bytes, to: file)
    } catch {
      try? cut()
      throw error
    }
    length += off_t(bytes.count)
  }

  private func cut() throws(SystemError) {
    try SystemError.check(ftruncate(file, length))
    guard lseek(file, length, SEEK_SET) == length else { throw .last }
  }
}
