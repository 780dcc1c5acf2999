import Foundation

/// Reads and writes an open file as a whole.
package enum Descriptor {
  /// All bytes up to the end of the file, but no more than the limit.
  package static func read(_ file: Int32, upTo limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit, 16 * 1024))
    while bytes.count < limit {
      let count = Foundation.read(file, &chunk, min(chunk.count, limit - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  package static func write(_ bytes: some Sequence<UInt8>, to file: Int32) throws(SystemError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { throw .last }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
