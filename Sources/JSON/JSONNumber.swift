/// Numbers by JSON's rules, from their bytes and free of any locale.
package enum JSONNumber {
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// The nearest finite number; nil for other text and for numbers beyond the range. The negative
  /// zero is read as zero.
  static func read(_ bytes: ArraySlice<UInt8>) -> Double? {
    if let integer = readInteger(bytes) { return Double(integer) }
    var position = bytes.startIndex
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    var fraction = 0
    var point: Int?
    while position < bytes.endIndex {
      let byte = bytes[position]
      if byte == UInt8(ascii: "."), point == nil, digits > 0 {
        point = position
      } else if byte &- UInt8(ascii: "0") < 10 {
        digits += 1
        // Fifteen digits over a power of ten that a Double holds exactly: one rounding, so the
        // quotient is the nearest number.
        guard digits <= 15 else { return readSlowly(bytes) }
        mantissa = mantissa * 10 + UInt64(byte - UInt8(ascii: "0"))
        if point != nil { fraction += 1 }
      } else {
        return readSlowly(bytes)
      }
      position += 1
    }
    guard digits > 0, point == nil || fraction > 0 else { return nil }
    let number = Double(mantissa) / powersOfTen[fraction]
    return isNegative && number != 0 ? -number : number
  }

  /// Fifteen digits at most without a sign; nil for everything else. Times and most values are so.
  private static func readInteger(_ bytes: ArraySlice<UInt8>) -> UInt64? {
    bytes.withUnsafeBufferPointer { digits in
      guard 1...15 ~= digits.count else { return nil }
      var number: UInt64 = 0
      for byte in digits {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        number = number &* 10 &+ UInt64(digit)
      }
      return number
    }
  }

  private static func readSlowly(_ bytes: ArraySlice<UInt8>) -> Double? {
    // `Double` also reads `nan`, `inf` and hexadecimal digits, which are no numbers of JSON.
    let allowed = bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard allowed, let number = Double(String(decoding: bytes, as: UTF8.self)), number.isFinite
    else { return nil }
    return number == 0 ? 0 : number
  }

  // MARK: Writing

  /// The number with a dot and the fewest digits that give the same value again; nil for infinity and
  /// NaN, which JSON does not have.
  package static func text(_ number: Double) -> String? {
    guard number.isFinite else { return nil }
    return integer(number).map(String.init) ?? number.description
  }

  /// Appends ``text(_:)``, and nothing where there is none.
  package static func append(_ number: Double, to bytes: inout [UInt8]) {
    if let integer = integer(number) {
      append(integer, to: &bytes)
      return
    }
    // Nearly all points are hundredths. Up to fifteen digits stand for one number, so these are the fewest.
    let hundredths = (number * 100).rounded()
    if hundredths.magnitude < 1e15, hundredths / 100 == number {
      let digits = Int(hundredths)
      let isTenth = digits % 10 == 0
      append(isTenth ? digits / 10 : digits, to: &bytes, fraction: isTenth ? 1 : 2)
    } else if number.isFinite {
      bytes.append(contentsOf: number.description.utf8)
    }
  }

  /// Appends the digits of an integer; so many of the last ones stand after a dot.
  static func append(_ integer: Int, to bytes: inout [UInt8], fraction: Int = 0) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { text in
      var rest = integer.magnitude
      var start = text.count
      func add(_ byte: UInt8) {
        start -= 1
        text[start] = byte
      }
      var digits = 0
      repeat {
        add(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
        digits += 1
        if digits == fraction {
          add(UInt8(ascii: "."))
          if rest == 0 { add(UInt8(ascii: "0")) }
        }
      } while rest > 0 || digits < fraction
      if integer < 0 { add(UInt8(ascii: "-")) }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }
  }

  /// The whole number that a number is, where a Double holds whole numbers exactly.
  static func integer(_ number: Double) -> Int? {
    guard let integer = Int(exactly: number), integer.magnitude < 1 << 53 else { return nil }
    return integer
  }
}
