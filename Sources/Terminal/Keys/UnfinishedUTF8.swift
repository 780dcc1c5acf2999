/// The beginning of a character whose other bytes are missing.
enum UnfinishedUTF8 {
  /// How many bytes at the end may become a character with bytes that follow (RFC 3629, section 4).
  static func count(atEndOf bytes: [UInt8]) -> Int {
    for count in 1...3 where count <= bytes.count {
      let lead = bytes[bytes.count - count]
      if (0x80..<0xC0).contains(lead) { continue }
      guard count < length(lead) else { return 0 }
      return count == 1 || seconds(lead).contains(bytes[bytes.count - count + 1]) ? count : 0
    }
    return 0
  }

  private static func length(_ lead: UInt8) -> Int {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  /// The second bytes that neither write a character longer than needed nor one that does not exist.
  private static func seconds(_ lead: UInt8) -> ClosedRange<UInt8> {
    switch lead {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}
