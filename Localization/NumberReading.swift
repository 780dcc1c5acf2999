/// Numbers as people and spreadsheets write them.
public enum NumberReading {
  /// What is known of the decimal sign.
  public enum DecimalSign: Hashable, Sendable {
    /// Nothing: a comma and a point are both taken where only one meaning is possible.
    case either
    /// The text comes from a place that writes `7,5`; there `1,234` is less than two.
    case comma
    /// The text comes from a place that writes `7.5`.
    case point
  }

  /// Why a text is no number.
  public enum Problem: Error, Hashable, Sendable {
    case empty
    case notANumber
    /// `1,234` may be a thousand or a bit more than one.
    case ambiguous
    /// It is a number, but larger or closer to zero than a double can hold.
    case outOfRange
  }

  /// Reads a number: digits, a decimal comma or point, thousands in groups of three set apart by
  /// spaces or by the other sign, `+`, `-` or `−`, and an exponent as spreadsheets write it
  /// (`product.md` 5).
  public static func read(
    _ text: String, decimal: DecimalSign = .either
  ) -> Result<Double, Problem> {
    guard let literal = NumberLiteral(text) else { return .failure(.notANumber) }
    guard !literal.isEmpty else { return .failure(.empty) }
    do {
      let digits = try literal.canonical(decimal)
      guard let number = Double(digits) else { return .failure(.notANumber) }
      let isRounded = number == 0 && digits.prefix { $0 != "e" }.contains { "1"..."9" ~= $0 }
      return number.isFinite && !isRounded ? .success(number) : .failure(.outOfRange)
    } catch {
      return .failure(error)
    }
  }
}

/// The characters of a number, with one byte for every kind of space and minus.
private struct NumberLiteral {
  private static let comma = UInt8(ascii: ","), point = UInt8(ascii: ".")
  private static let space = UInt8(ascii: " "), minus = UInt8(ascii: "-")

  private var bytes: [UInt8] = []

  /// Nil when a character is there that no number has.
  init?(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9", ",", ".", "+", "-", "e", "E": bytes.append(UInt8(scalar.value))
      case "\u{2212}": bytes.append(Self.minus)
      // Space, tab, no-break space, thin space, narrow no-break space.
      case " ", "\t", "\u{A0}", "\u{2009}", "\u{202F}": bytes.append(Self.space)
      case "\n", "\r": bytes.append(Self.space)
      default: return nil
      }
    }
    while bytes.last == Self.space { bytes.removeLast() }
    bytes.removeFirst(bytes.prefix { $0 == Self.space }.count)
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// The number as Swift writes it.
  func canonical(_ decimal: NumberReading.DecimalSign) throws(NumberReading.Problem) -> String {
    var rest = bytes[...]
    var sign = ""
    if let first = rest.first, first == Self.minus || first == UInt8(ascii: "+") {
      sign = first == Self.minus ? "-" : ""
      rest.removeFirst()
    }
    let mantissa = rest.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
    let exponent = try exponent(rest.dropFirst(mantissa.count))
    let (whole, fraction) = try split(mantissa, decimal)
    let digits = try ungrouped(whole)
    guard fraction.map({ !$0.isEmpty && $0.allSatisfy(Self.isDigit) }) ?? !digits.isEmpty else {
      throw .notANumber
    }
    let places = fraction.map { "." + String(decoding: $0, as: UTF8.self) } ?? ""
    return sign + (digits.isEmpty ? "0" : digits) + places + exponent
  }

  private func exponent(_ text: ArraySlice<UInt8>) throws(NumberReading.Problem) -> String {
    guard !text.isEmpty else { return "" }
    var digits = text.dropFirst()
    let isNegative = digits.first == Self.minus
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    guard !digits.isEmpty, digits.allSatisfy(Self.isDigit) else { throw .notANumber }
    let value = digits.drop { $0 == UInt8(ascii: "0") }
    guard value.count <= 3 else { throw .outOfRange }
    return "e" + (isNegative ? "-" : "") + "0" + String(decoding: value, as: UTF8.self)
  }

  /// Finds the decimal sign. Two different signs explain each other, a repeated one groups
  /// thousands, a single one is decimal where it cannot be read as a thousand.
  private func split(
    _ text: ArraySlice<UInt8>, _ decimal: NumberReading.DecimalSign
  ) throws(NumberReading.Problem) -> (whole: ArraySlice<UInt8>, fraction: ArraySlice<UInt8>?) {
    let signs = text.indices.filter { text[$0] == Self.comma || text[$0] == Self.point }
    guard let last = signs.last else { return (text, nil) }
    let known: UInt8? =
      switch decimal {
      case .either: nil
      case .comma: Self.comma
      case .point: Self.point
      }
    let sign = text[last]
    let others = signs.dropLast()
    let isRepeated = others.contains { text[$0] == sign }
    if isRepeated {
      // `1.234.567` has no decimal sign; `1,2,3` is not a number at all.
      guard sign != known, others.allSatisfy({ text[$0] == sign }) else { throw .notANumber }
      return (text, nil)
    }
    if !others.isEmpty {
      guard known == nil || sign == known else { throw .notANumber }
    } else if sign != known, known != nil || sign == Self.comma, isLikeThousand(text, last) {
      throw .ambiguous
    }
    return (text[..<last], text[(last + 1)...])
  }

  /// `1,234`: one to three digits that do not begin with zero, and three digits behind.
  private func isLikeThousand(_ text: ArraySlice<UInt8>, _ sign: Int) -> Bool {
    let whole = text[..<sign]
    return 1...3 ~= whole.count && whole.first != UInt8(ascii: "0")
      && text[(sign + 1)...].count == 3 && whole.allSatisfy(Self.isDigit)
      && text[(sign + 1)...].allSatisfy(Self.isDigit)
  }

  /// Takes out what sets thousands apart; one kind of it, and all groups whole.
  private func ungrouped(_ whole: ArraySlice<UInt8>) throws(NumberReading.Problem) -> String {
    guard let separator = whole.first(where: { !Self.isDigit($0) }) else {
      return String(decoding: whole, as: UTF8.self)
    }
    let groups = whole.split(separator: separator, omittingEmptySubsequences: false)
    guard let first = groups.first, 1...3 ~= first.count, first.first != UInt8(ascii: "0"),
      groups.dropFirst().allSatisfy({ $0.count == 3 }),
      groups.allSatisfy({ $0.allSatisfy(Self.isDigit) })
    else { throw .notANumber }
    return String(decoding: groups.joined(), as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
