import Foundation
import Synchronization
import Terminal
import TestSupport

/// A pseudo-terminal with both ends; closed with the value.
final class PseudoTerminal: Sendable {
  static var isAvailable: Bool { PseudoTerminal() != nil }

  /// The program's end.
  let descriptor: Int32
  private let controller: Int32
  private let isOpen = Mutex(true)
  private let output = Mutex<[UInt8]>([])
  private let chunks = Occurrences<Void>()

  init?(size: Size = Size(columns: 80, rows: 24)) {
    var ends: (controller: Int32, terminal: Int32) = (-1, -1)
    guard openpty(&ends.controller, &ends.terminal, nil, nil, nil) == 0 else { return nil }
    (controller, descriptor) = ends
    for end in [controller, descriptor] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(controller, F_SETFL, fcntl(controller, F_GETFL) | O_NONBLOCK)
    resize(to: size)
  }

  deinit {
    close(descriptor)
    hangUp()
  }

  func resize(to size: Size) {
    var size = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
  }

  /// The settings as a value that can be compared.
  var attributes: [Int] {
    var attributes = termios()
    guard tcgetattr(descriptor, &attributes) == 0 else { return [] }
    let flags = [
      attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag,
    ].map(Int.init)
    return flags + withUnsafeBytes(of: attributes.c_cc) { $0.map(Int.init) }
  }

  /// Whether keys are received as they are pressed.
  var isRaw: Bool {
    var attributes = termios()
    guard tcgetattr(descriptor, &attributes) == 0 else { return false }
    return attributes.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0
  }

  /// Presses a few keys, which never blocks.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(controller, bytes, bytes.count)
  }

  /// Sends any number of bytes, on a thread of its own.
  func paste(_ bytes: [UInt8]) {
    Thread.detachNewThread { [self] in
      var start = 0
      while start < bytes.count {
        var entry = pollfd(fd: controller, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, -1) == 1 || errno == EINTR else { return }
        let count = bytes.withUnsafeBytes {
          write(controller, $0.baseAddress?.advanced(by: start), bytes.count - start)
        }
        if count > 0 { start += count } else if errno != EAGAIN && errno != EINTR { return }
      }
    }
  }

  /// Collects the output from now on, until the value is released.
  func show() {
    // The thread has its own descriptor, because the number of a closed one may be used again. It
    // must not retain the value, which would then never be released.
    let source = fcntl(controller, F_DUPFD_CLOEXEC, 0)
    Thread.detachNewThread { [weak self] in
      defer { close(source) }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        var entry = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, -1) == 1 || errno == EINTR else { return }
        let count = read(source, &buffer, buffer.count)
        if count < 0, errno == EAGAIN || errno == EINTR { continue }
        guard count > 0, let self else { return }
        output.withLock { $0 += buffer[..<count] }
        chunks.record(())
      }
    }
  }

  /// The whole output, once it satisfies a condition.
  func shown(_ condition: (String) -> Bool) async throws -> String {
    while true {
      let count = chunks.all.count
      let text = output.withLock { String(decoding: $0, as: UTF8.self) }
      if condition(text) { return text }
      _ = try await chunks.first(count + 1)
    }
  }

  /// Closes the window.
  func hangUp() {
    isOpen.withLock { isOpen in
      if isOpen { close(controller) }
      isOpen = false
    }
  }
}
