/// Numbers as people read them.
public enum NumberText {
  /// Writes a number with the decimal sign of the language (`7,5`, `7.5`), without trailing zeros,
  /// grouping or exponent; a minus is the ASCII hyphen, so that the text can be typed again.
  ///
  /// Parsing the text gives the same number, unless it is rounded to a number of decimal places
  /// (half to even). Values that are not finite become `∞`, `-∞` or `?`.
  public static func text(
    _ number: Double, _ language: Language, maximumFractionDigits: Int? = nil
  ) -> String {
    // Most grades are whole, and few doubles beyond these are exact.
    if number.magnitude < 0x1p53, let whole = Int(exactly: number) { return String(whole) }
    guard number.isFinite else { return number.isNaN ? "?" : number < 0 ? "-∞" : "∞" }
    if maximumFractionDigits == nil, (0x1p-10..<0x1p53).contains(number.magnitude) {
      // The shortest digits, and neither an exponent nor a zero at the end.
      let digits = number.description
      guard language == .czech, let sign = digits.firstIndex(of: ".") else { return digits }
      return digits[..<sign] + "," + digits[digits.index(after: sign)...]
    }
    var decimal = PlainDecimal(number)
    if let maximumFractionDigits { decimal.round(to: max(0, maximumFractionDigits)) }
    return decimal.text(decimalSign: language == .czech ? "," : ".")
  }
}

/// The shortest decimal digits that name one double, without an exponent.
private struct PlainDecimal {
  private var isNegative: Bool
  /// Digits before the decimal sign, at least one.
  private var whole: [UInt8]
  /// Digits behind the decimal sign, without trailing zeros.
  private var fraction: [UInt8]

  init(_ number: Double) {
    isNegative = number.sign == .minus
    // The standard library writes the shortest digits: "7.5", "1e-05", "1.25e+20".
    let parts = number.magnitude.description.split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let sides = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    whole = Array(sides[0].utf8)
    fraction = sides.count > 1 ? Array(sides[1].utf8) : []
    if exponent > 0 {
      fraction += Array(repeating: UInt8(ascii: "0"), count: max(0, exponent - fraction.count))
      whole += fraction.prefix(exponent)
      fraction.removeFirst(exponent)
    } else if exponent < 0 {
      let zeros = Array(repeating: UInt8(ascii: "0"), count: max(0, -exponent - whole.count + 1))
      whole = zeros + whole
      fraction = whole.suffix(-exponent) + fraction
      whole.removeLast(-exponent)
    }
    trim()
  }

  mutating func round(to places: Int) {
    guard fraction.count > places else { return }
    let dropped = fraction[places...]
    let five = UInt8(ascii: "5")
    let isExactHalf = dropped.first == five && dropped.count == 1
    let last = places > 0 ? fraction[places - 1] : whole[whole.count - 1]
    let goesUp = isExactHalf ? last % 2 == 1 : (dropped.first ?? 0) >= five
    fraction = Array(fraction.prefix(places))
    if goesUp { addOne() }
    trim()
  }

  private mutating func addOne() {
    var digits = whole + fraction
    var index = digits.count - 1
    while index >= 0, digits[index] == UInt8(ascii: "9") {
      digits[index] = UInt8(ascii: "0")
      index -= 1
    }
    if index >= 0 { digits[index] += 1 } else { digits.insert(UInt8(ascii: "1"), at: 0) }
    fraction = Array(digits.suffix(fraction.count))
    whole = Array(digits.dropLast(fraction.count))
  }

  private mutating func trim() {
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    while whole.count > 1, whole.first == UInt8(ascii: "0") { whole.removeFirst() }
    // There is one zero, and it has no sign.
    if fraction.isEmpty, whole == [UInt8(ascii: "0")] { isNegative = false }
  }

  func text(decimalSign: Character) -> String {
    var text = isNegative ? "-" : ""
    text += String(decoding: whole, as: UTF8.self)
    if !fraction.isEmpty {
      text.append(decimalSign)
      text += String(decoding: fraction, as: UTF8.self)
    }
    return text
  }
}
