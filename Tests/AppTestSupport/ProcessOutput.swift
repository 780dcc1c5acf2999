import Foundation
import TestSupport

/// What a process writes to one of its streams, as it comes.
package final class ProcessOutput: Sendable {
  private enum Piece: Sendable {
    case line(String)
    /// The end, with everything that was written.
    case whole(String)
  }

  private let pieces = Occurrences<Piece>()

  /// Reads a descriptor to its end on a thread of its own and closes it; nil reads nothing.
  init(reading descriptor: Int32?) {
    guard let descriptor else {
      pieces.record(.whole(""))
      return
    }
    let thread = Thread { [pieces] in
      var (all, line): ([UInt8], [UInt8]) = ([], [])
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { break }
        all += buffer[..<count]
        for byte in buffer[..<count] {
          if byte == UInt8(ascii: "\n") {
            pieces.record(.line(String(decoding: line, as: UTF8.self)))
            line = []
          } else {
            line.append(byte)
          }
        }
      }
      close(descriptor)
      pieces.record(.whole(String(decoding: all, as: UTF8.self)))
    }
    thread.start()
  }

  /// The whole lines from the first one on, each as soon as it is there.
  package var lines: AsyncStream<String> {
    let number = Occurrences<Void>()
    return AsyncStream { [pieces] in
      let index = number.record(())
      guard await pieces.has(index + 1), case .line(let line) = pieces.all[index] else {
        return nil
      }
      return line
    }
  }

  /// The first line that holds a text, once it is there; nil if the stream ends without it.
  package func line(with text: String) async -> String? {
    await lines.first { $0.contains(text) }
  }

  /// Everything, once the stream has ended.
  package func whole() async -> String {
    var count = 0
    while true {
      count += 1
      guard await pieces.has(count) else { return "" }
      if case .whole(let text) = pieces.all[count - 1] { return text }
    }
  }
}

/// The two ends of a pipe, or of a pair of sockets, that no other program inherits.
struct DescriptorPair {
  let reading: Int32
  let writing: Int32

  init(sockets: Bool = false) throws {
    var ends: [Int32] = [-1, -1]
    let status =
      sockets ? socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) : pipe(&ends)
    guard status == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }
}
