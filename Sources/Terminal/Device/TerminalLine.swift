import Foundation

/// The two descriptors of a terminal.
///
/// They are opened again where the system allows it, so that only this program becomes
/// non-blocking: the given descriptors are shared with the shell.
final class TerminalLine: Sendable {
  enum Outcome: Equatable {
    case bytes(Int)
    /// Nothing to read, or no room to write.
    case later
    case lost
  }

  let input: Int32
  let output: Int32
  private let canBlock: Bool

  init(input: Int32, output: Int32) throws {
    guard isatty(input) == 1, isatty(output) == 1 else { throw TerminalError.notATerminal }
    let ownInput = Self.reopen(input, O_RDONLY) ?? fcntl(input, F_DUPFD_CLOEXEC, 0)
    let ownOutput = Self.reopen(output, O_WRONLY)
    canBlock = ownOutput == nil
    self.input = ownInput
    self.output = ownOutput ?? fcntl(output, F_DUPFD_CLOEXEC, 0)
    guard self.input >= 0, self.output >= 0 else { throw TerminalError.system(errno) }
  }

  deinit {
    close(input)
    close(output)
  }

  /// The window's size, if the terminal reports it.
  static func size(of descriptor: Int32) -> Size? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Reads the available bytes. A line that could not be opened again may be read only after
  /// `poll`.
  func read(into buffer: inout [UInt8]) -> Outcome {
    let count = Foundation.read(input, &buffer, buffer.count)
    return count > 0 ? .bytes(count) : count == 0 ? .lost : Self.failure
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    var count = bytes.count
    if canBlock {
      // This much never blocks when there is any room.
      guard Self.isWritable(output, within: 0) else { return .later }
      count = min(count, 256)
    }
    let written = Foundation.write(output, bytes.baseAddress, count)
    return written >= 0 ? .bytes(written) : Self.failure
  }

  /// Writes all bytes, unless the terminal accepts none for half a second. Safe in a signal
  /// handler.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
    var start = 0
    while start < bytes.count, isWritable(descriptor, within: 500) {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        start += count
      } else if failure == .lost {
        return
      }
    }
  }

  private static var failure: Outcome {
    [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .later : .lost
  }

  private static func isWritable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while true {
      let count = poll(&entry, 1, milliseconds)
      // A closed line counts as writable: the write then fails.
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  private static func reopen(_ descriptor: Int32, _ mode: Int32) -> Int32? {
    var name = [CChar](repeating: 0, count: 256)
    let isNamed = ttyname_r(descriptor, &name, name.count) == 0
    var (wanted, found) = (stat(), stat())
    guard isNamed, fstat(descriptor, &wanted) == 0 else { return nil }
    let opened = open(name, mode | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    guard fstat(opened, &found) == 0, found.st_rdev == wanted.st_rdev, isatty(opened) == 1 else {
      close(opened)
      return nil
    }
    return opened
  }
}
