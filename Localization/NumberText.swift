/// Numbers as people read them.
package enum NumberText {
  /// Writes a number with the decimal sign of the language (`7,5`, `7.5`), without trailing zeros,
  /// grouping or exponent; a minus is the ASCII hyphen, so that the text can be typed again.
  ///
  /// Parsing the text gives the same number, unless it is rounded to a number of decimal places
  /// (half to even). Values that are not finite become `∞`, `-∞` or `?`.
  package static func text(
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
    // The shortest digits: "7.5", "1e-05", "1.25e+20".
    let parts = number.magnitude.description.split(separator: "e")
    let sides = parts[0].split(separator: ".")
    var digits = Array(sides.joined().utf8)
    /// How many digits are before the decimal sign, at least one.
    var point = sides[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    digits.insert(contentsOf: zeros(1 - point), at: 0)
    point = max(1, point)
    digits += zeros(point - digits.count)
    if let places = maximumFractionDigits { round(&digits, &point, to: max(0, places)) }
    while digits.count > point, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    let text = String(decoding: digits, as: UTF8.self)
    let fraction = text.dropFirst(point)
    // There is one zero, and it has no sign.
    return (number < 0 && text != "0" ? "-" : "") + text.prefix(point)
      + (fraction.isEmpty ? "" : language == .czech ? "," : ".") + fraction
  }

  private static func zeros(_ count: Int) -> [UInt8] {
    Array(repeating: UInt8(ascii: "0"), count: max(0, count))
  }

  private static func round(_ digits: inout [UInt8], _ point: inout Int, to places: Int) {
    guard digits.count > point + places else { return }
    let five = UInt8(ascii: "5")
    let dropped = digits[(point + places)...]
    digits.removeLast(dropped.count)
    let goesUp =
      dropped.elementsEqual([five])
      ? digits[digits.count - 1] % 2 == 1 : (dropped.first ?? 0) >= five
    guard goesUp else { return }
    var index = digits.count - 1
    while index >= 0, digits[index] == UInt8(ascii: "9") {
      digits[index] = UInt8(ascii: "0")
      index -= 1
    }
    if index >= 0 {
      digits[index] += 1
    } else {
      digits.insert(UInt8(ascii: "1"), at: 0)
      point += 1
    }
  }
}
