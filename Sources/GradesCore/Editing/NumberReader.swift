package enum NumberProblem: Error, Hashable, Sendable {
  case notANumber
  /// It can be read in two ways, `1,234` as 1.234 or as 1234.
  case ambiguous(Double, Double)
}

/// Reads numbers as teachers and spreadsheets write them (Product rules, Tables).
package struct NumberReader: Sendable, Hashable {
  package enum DecimalSign: Sendable, Hashable { case either, comma, point }

  /// The sign that is known to be used, if it is.
  package var decimal: DecimalSign

  package init(decimal: DecimalSign = .either) { self.decimal = decimal }

  /// Reads a number. Blanks around it, spaces between thousands, a sign and an exponent are
  /// taken; `1,234` is refused unless the decimal sign is known to be the comma, `1.234` only where
  /// it is.
  package func read(_ text: String) -> Result<Double, NumberProblem> {
    if let number = Self.plainNumber(text) { return .success(number) }
    guard let parts = NumberParts(text) else { return .failure(.notANumber) }
    switch parts.signs.count {
    case 0: return number(parts)
    case 1:
      let sign = parts.signs[0]
      // Digits as in 1,234 could be thousands; 0,125 and 12,5 could not.
      guard parts.couldBeThousands else { return number(parts, fractionAfter: sign) }
      let isCertain = sign == "," ? decimal == .comma : decimal != .comma
      if isCertain { return number(parts, fractionAfter: sign) }
      guard case .success(let fraction) = number(parts, fractionAfter: sign),
        case .success(let thousands) = number(parts)
      else { return .failure(.notANumber) }
      return .failure(.ambiguous(fraction, thousands))
    default:
      // 1,234,567 and 1.234,5: all signs but perhaps the last one separate thousands.
      guard let last = parts.signs.last, let first = parts.signs.first,
        parts.signs.dropLast().allSatisfy({ $0 == first })
      else { return .failure(.notANumber) }
      let isWhole = last == first
      guard parts.groups.count == parts.signs.count + 1,
        NumberParts.areThousands(isWhole ? parts.groups : parts.groups.dropLast())
      else { return .failure(.notANumber) }
      return number(parts, fractionAfter: isWhole ? nil : last)
    }
  }

  /// The number of a text that can mean only one: few digits with at most one sign, not before
  /// three digits. Nearly all numbers are like this.
  private static func plainNumber(_ text: String) -> Double? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
    guard 1...15 ~= digits.count else { return nil }
    var value = 0
    var scale: Int?
    for byte in digits {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
        if let power = scale { scale = power * 10 }
      case UInt8(ascii: ","), UInt8(ascii: "."):
        guard scale == nil, byte != digits.first else { return nil }
        scale = 1
      default: return nil
      }
    }
    if scale == 1 || scale == 1000 { return nil }
    // Both are exact, so the quotient is the nearest number, as it is for the decimal text.
    let number = Double(value) / Double(scale ?? 1)
    return isNegative && value != 0 ? -number : number
  }

  private func number(_ parts: NumberParts, fractionAfter sign: Character? = nil) -> Result<
    Double, NumberProblem
  > {
    var text = parts.isNegative ? "-" : ""
    if sign != nil, let fraction = parts.groups.last {
      text += parts.groups.dropLast().joined() + "." + fraction
    } else {
      text += parts.groups.joined()
    }
    guard let value = Double(text + parts.exponent), value.isFinite else {
      return .failure(.notANumber)
    }
    return .success(value == 0 ? 0 : value)
  }

  /// The evidence in a file's numbers about its decimal sign.
  package struct DecimalEvidence: Sendable {
    private var hasComma = false
    private var hasPoint = false

    package init() {}

    /// Adds a text as evidence; one that is not a number, or could have thousands, is ignored.
    package mutating func add(_ text: String) {
      guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }),
        let parts = NumberParts(text), let sign = parts.signs.last, !parts.couldBeThousands,
        parts.signs.count == 1 || parts.signs.first != sign
      else { return }
      if sign == "," { hasComma = true } else { hasPoint = true }
    }

    /// The sign of all unambiguous numbers; either one where there are none, or both.
    package var sign: DecimalSign { hasComma == hasPoint ? .either : hasComma ? .comma : .point }
  }
}

/// A number's text taken apart at its signs.
private struct NumberParts {
  var isNegative = false
  /// Runs of digits between the signs; never empty but for the whole part of `,5`.
  var groups: [String] = []
  /// Commas and points in their order.
  var signs: [Character] = []
  /// Such as `e-3`, or nothing.
  var exponent = ""

  init?(_ text: String) {
    var rest = text.trimmingBlanks()[...]
    guard rest.utf8.count <= 400 else { return nil }
    if let first = rest.first, first == "-" || first == "\u{2212}" || first == "+" {
      isNegative = first != "+"
      rest.removeFirst()
    }
    if let mark = rest.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      let digits = rest[rest.index(after: mark)...]
      guard let power = Int(digits), digits.utf8.count <= 5 else { return nil }
      exponent = "e\(power)"
      rest = rest[..<mark]
    }
    guard let digits = Self.withoutBlanks(rest) else { return nil }
    groups = [""]
    for character in digits {
      if character == "," || character == "." {
        signs.append(character)
        groups.append("")
      } else if character.isASCII, character.isNumber {
        groups[groups.count - 1].append(character)
      } else {
        return nil
      }
    }
    // ",5" and "5," are written by people; "," is not a number.
    guard groups.contains(where: { !$0.isEmpty }) else { return nil }
    if groups.count > 2, groups.contains(where: \.isEmpty) { return nil }
    if groups.count == 2, groups[1].isEmpty { return nil }
  }

  /// Whether the only sign could separate thousands as well.
  var couldBeThousands: Bool {
    signs.count == 1 && exponent.isEmpty && Self.areThousands(groups[...])
  }

  static func areThousands(_ groups: some Collection<String>) -> Bool {
    guard let first = groups.first, 1...3 ~= first.count, first.first != "0" else { return false }
    return groups.dropFirst().allSatisfy { $0.count == 3 }
  }

  /// The text without the spaces between thousands; nil: there are other spaces in it.
  private static func withoutBlanks(_ text: Substring) -> String? {
    guard text.contains(where: \.isWhitespace) else { return String(text) }
    let groups = text.split(
      omittingEmptySubsequences: false, whereSeparator: { " \u{A0}\u{202F}".contains($0) })
    guard let last = groups.last, let sign = last.firstIndex(where: { $0 == "," || $0 == "." })
    else { return areThousands(groups.map(String.init)) ? groups.joined() : nil }
    let whole = groups.dropLast().map(String.init) + [String(last[..<sign])]
    return areThousands(whole) ? groups.joined() : nil
  }
}
