/// The escapes in JSON's texts.
enum JSONEscapes {
  /// The length of a valid escape that starts at a backslash: 2 or 6; nil when there is none.
  static func length(at position: Int, in bytes: borrowing Span<UInt8>) -> Int? {
    guard position + 1 < bytes.count else { return nil }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"):
      guard position + 5 < bytes.count else { return nil }
      for offset in 2...5 where hexadecimal(bytes[position + offset]) == nil { return nil }
      return 6
    default: return nil
    }
  }

  /// Whether the bytes end before the escape that starts at a backslash does.
  static func isCutOff(at position: Int, in bytes: borrowing Span<UInt8>) -> Bool {
    guard position + 1 < bytes.count else { return true }
    return bytes[position + 1] == UInt8(ascii: "u") && position + 6 > bytes.count
  }

  /// The text that bytes with valid escapes stand for.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var position = bytes.startIndex
    while position < bytes.endIndex {
      guard bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.endIndex else {
        plain.append(bytes[position])
        position += 1
        continue
      }
      switch bytes[position + 1] {
      case UInt8(ascii: "b"): plain.append(0x08)
      case UInt8(ascii: "f"): plain.append(0x0C)
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "r"): plain.append(0x0D)
      case UInt8(ascii: "t"): plain.append(0x09)
      case UInt8(ascii: "u"):
        let (scalar, length) = scalar(at: position, in: bytes)
        plain.append(contentsOf: String(scalar).utf8)
        position += length
        continue
      case let other: plain.append(other)
      }
      position += 2
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// The character of a `\u` escape, or of two that make a surrogate pair, and their length.
  private static func scalar(at position: Int, in bytes: ArraySlice<UInt8>)
    -> (Unicode.Scalar, Int)
  {
    guard let high = unit(at: position, in: bytes) else { return ("\u{FFFD}", 2) }
    if let scalar = Unicode.Scalar(high) { return (scalar, 6) }
    if (0xD800..<0xDC00).contains(high), let low = unit(at: position + 6, in: bytes),
      (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(
        0x10000 + ((UInt32(high) - 0xD800) << 10) + (UInt32(low) - 0xDC00))
    {
      return (scalar, 12)
    }
    return ("\u{FFFD}", 6)
  }

  private static func unit(at position: Int, in bytes: ArraySlice<UInt8>) -> UInt16? {
    guard position + 5 < bytes.endIndex, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for offset in 2...5 {
      guard let digit = hexadecimal(bytes[position + offset]) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
