/// Collects what is between the marks of a bracketed paste, in time proportional to its length.
struct PasteCollector: Sendable {
  /// Whether the end mark is still missing.
  private(set) var isOpen = false
  private let limit: Int
  private var bytes: [UInt8] = []
  /// How much of the end mark was read.
  private var matched = 0

  private static let end = Array("\u{1B}[201~".utf8)

  init(limit: Int) { self.limit = limit }

  mutating func open() { isOpen = true }

  /// Consumes bytes up to the end mark; returns the index after them.
  mutating func take(_ chunk: [UInt8], from start: Int) -> Int {
    var index = start
    while index < chunk.count {
      if matched == 0 {
        let next = chunk[index...].firstIndex(of: Self.end[0]) ?? chunk.count
        append(chunk[index..<next])
        index = next
        if index == chunk.count { break }
      }
      if chunk[index] == Self.end[matched] {
        matched += 1
        index += 1
        if matched == Self.end.count {
          isOpen = false
          return index
        }
      } else {
        // The mark's first byte occurs only once in it, so nothing of the false one can begin another.
        append(Self.end[..<matched])
        matched = 0
      }
    }
    return index
  }

  /// Removes and returns the text, its lines separated by line feeds.
  mutating func finish() -> String {
    defer { self = PasteCollector(limit: limit) }
    // What the limit cut off may have begun with the rest of a character.
    let cut = bytes.count == limit ? UnfinishedUTF8.count(atEndOf: bytes) : 0
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes.dropLast(cut) {
      if byte == 0x0D {
        lines.append(0x0A)
      } else if byte != 0x0A || previous != 0x0D {
        lines.append(byte)
      }
      previous = byte
    }
    return String(decoding: lines, as: UTF8.self)
  }

  private mutating func append(_ slice: ArraySlice<UInt8>) {
    bytes.append(contentsOf: slice.prefix(limit - bytes.count))
  }
}
