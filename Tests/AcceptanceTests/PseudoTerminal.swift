import Foundation
import TestSupport

/// A terminal whose window has a width; what a program writes to it can be read.
final class PseudoTerminal: Sendable {
  /// The program's end.
  let program: FileHandle
  private let output = Occurrences<String>()

  init(columns: UInt16) throws {
    let (terminal, descriptor) = try Self.open(columns: columns, rows: 24)
    program = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    Thread.detachNewThread { [output, terminal] in
      var bytes = Data()
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(terminal, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        // When the last program has closed its end, reading fails.
        guard count > 0 else { break }
        bytes.append(contentsOf: buffer[..<count])
      }
      close(terminal)
      output.record(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Everything that was written, once all programs have ended; closes the program's end here.
  func output() async throws -> String {
    try? program.close()
    return try await output.first(1)[0]
  }

  /// Makes a terminal with a window of a size: the window's end and the program's.
  static func open(
    columns: UInt16, rows: UInt16
  ) throws -> (terminal: Int32, descriptor: Int32) {
    // Declared in a header that the C library's module leaves out.
    typealias OpenTerminal =
      @convention(c) (
        UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?,
        UnsafePointer<termios>?, UnsafePointer<winsize>?
      ) -> Int32
    guard let symbol = dlsym(nil, "openpty") else { throw POSIXError(.ENOSYS) }
    let open = unsafeBitCast(symbol, to: OpenTerminal.self)
    var (terminal, descriptor): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard open(&terminal, &descriptor, nil, nil, &size) == 0 else { throw POSIXError(.ENXIO) }
    // Other processes that start now must not keep it open.
    for end in [terminal, descriptor] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (terminal, descriptor)
  }
}
