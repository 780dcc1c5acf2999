import Foundation

/// A pipe of the process to itself that ends a wait in `poll`. It never blocks, so a signal handler
/// may write to it.
package final class WakePipe: Sendable {
  let reading: Int32
  /// Where a signal handler writes.
  package let writing: Int32

  package init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw TerminalError.system(errno) }
    (reading, writing) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Writes one byte: a signal's number, or 0 to wake the reader. With a full pipe the reader is
  /// awake already.
  func send(_ number: Int32) {
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writing, &byte, 1)
  }

  /// Waits, with its thread, until signals have been received.
  package func wait() -> [Int32] {
    var poll = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    _ = Foundation.poll(&poll, 1, -1)
    return receive()
  }

  /// The signals received since the last call.
  func receive() -> [Int32] {
    var numbers: [Int32] = []
    var buffer = [UInt8](repeating: 0, count: 256)
    while case let count = read(reading, &buffer, buffer.count), count > 0 {
      numbers += buffer[..<count].filter { $0 != 0 }.map(Int32.init)
    }
    return numbers
  }
}
