/// Writes JSON into one text.
struct JSONWriter {
  private(set) var text = ""

  /// Writes what is JSON already.
  mutating func raw(_ json: String) { text += json }

  /// Writes a text in quotation marks, or null.
  mutating func string(_ string: String?) {
    guard let string else { return text += "null" }
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// Writes a finite number, a whole one without a fraction.
  mutating func number(_ number: Double) {
    text += Int(exactly: number).map { abs($0) < 1 << 53 ? "\($0)" : "\(number)" } ?? "\(number)"
  }
}
