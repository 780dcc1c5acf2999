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

  /// The first byte that is wrong in the invalid escape at a backslash; the end of the bytes where they
  /// end before the escape does.
  static func fault(at position: Int, in bytes: borrowing Span<UInt8>) -> Int {
    guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u") else {
      return min(position + 1, bytes.count)
    }
    var digit = position + 2
    while digit < bytes.count, hexadecimal(bytes[digit]) != nil { digit += 1 }
    return digit
  }

  /// The string for bytes with valid escapes.
  static func string(_ bytes: ArraySlice<UInt8>) -> String {
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

extension JSONEscapes {
  /// Appends a string as it stands between quotation marks.
  ///
  /// Controls, line and paragraph separators, and marks of direction are escaped (``JSONWriter``).
  static func append(_ string: String, to bytes: inout [UInt8]) {
    var string = string
    string.withUTF8 { text in
      var start = 0
      var index = 0
      while index < text.count {
        let byte = text[index]
        if byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
          index += 1
          continue
        }
        let (scalar, length) = Self.scalar(at: index, in: text)
        if isEscaped(scalar) {
          bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
          appendEscape(of: scalar, to: &bytes)
          start = index + length
        }
        index += length
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }
  }

  /// A scalar of valid UTF-8 and the number of its bytes.
  private static func scalar(
    at index: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> (UInt32, Int) {
    let first = UInt32(text[index])
    func next(_ offset: Int) -> UInt32 { UInt32(text[index + offset]) & 0x3F }
    switch first {
    case ..<0x80: return (first, 1)
    case ..<0xE0: return ((first & 0x1F) << 6 | next(1), 2)
    case ..<0xF0: return ((first & 0x0F) << 12 | next(1) << 6 | next(2), 3)
    // No scalar of four bytes is escaped.
    default: return (.max, 4)
    }
  }

  private static func isEscaped(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x20, 0x22, 0x5C, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB: true
    default: false
    }
  }

  private static func appendEscape(of scalar: UInt32, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch scalar {
    case 0x22, 0x5C: bytes.append(UInt8(scalar))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      bytes.append(UInt8(ascii: "u"))
      for shift in [12, 8, 4, 0] {
        let digit = UInt8(scalar >> shift & 0xF)
        bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
      }
    }
  }
}
