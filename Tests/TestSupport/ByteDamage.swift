/// Damages bytes as broken and hostile senders do: bits turned over, parts lost, repeated, swapped or
/// replaced by what means something to a reader.
package struct ByteDamage {
  private var random: SeededNumbers
  private let pieces: [[UInt8]]

  /// What means something to most readers.
  private static let common = [
    "\"", "'", "`", "\\", "\\u", "\\ud800", "{", "}", "[", "]", "(", ")", ",", ":", ";", "=",
    "null",
    "true", "-", "1e999", "-0", "9223372036854775808", "0.1", "\r\n", "\n", "\t", "\u{0}",
    "\u{1B}[2J",
    "\u{FEFF}", "\u{202E}", "é", "😀", "%00", "&", "/*", "//",
  ]

  /// Damages in the same way for the same seed; the pieces are the syntax of the reader.
  package init(seed: UInt64, pieces: [String] = []) {
    random = SeededNumbers(seed)
    self.pieces =
      (Self.common + pieces).map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80]]
  }

  /// The bytes with one to eight faults.
  package mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...8, using: &random) { damage(&bytes) }
    return bytes
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    let part = part(of: bytes)
    let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      if let first = part.first { bytes[first] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    case 1: bytes.removeSubrange(part)
    case 2: bytes.insert(contentsOf: bytes[part], at: part.lowerBound)
    case 3: bytes.replaceSubrange(part, with: piece)
    case 4: bytes.removeSubrange(part.lowerBound...)
    case 5: bytes.replaceSubrange(part, with: bytes[part].reversed())
    case 6: bytes.insert(contentsOf: bytes[self.part(of: bytes)], at: part.lowerBound)
    default: bytes.insert(contentsOf: piece, at: part.lowerBound)
    }
  }

  /// Some short part, and now and then a long one.
  private mutating func part(of bytes: [UInt8]) -> Range<Int> {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let longest = Int.random(in: 0..<10, using: &random) == 0 ? 500 : 8
    return start..<min(bytes.count, start + Int.random(in: 0...longest, using: &random))
  }
}
