/// A set of characters, as `[a-z]` or `\d` name it.
struct ScalarClass: Sendable {
  var ranges: [ClosedRange<UInt32>]
  var isNegated = false

  init(_ ranges: [ClosedRange<UInt32>], isNegated: Bool = false) {
    self.ranges = ranges
    self.isNegated = isNegated
  }

  init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

  static let any = ScalarClass([], isNegated: true)
  static let digit = ScalarClass([48...57])
  static let word = ScalarClass([48...57, 65...90, 95...95, 97...122])
  static let space = ScalarClass([9...13, 32...32])

  /// `\d`, `\w`, `\s` and their opposites by the letter after the backslash.
  init?(escape letter: Unicode.Scalar) {
    switch letter {
    case "d": self = .digit
    case "w": self = .word
    case "s": self = .space
    case "D": self = Self.digit.inverted
    case "W": self = Self.word.inverted
    case "S": self = Self.space.inverted
    default: return nil
    }
  }

  var inverted: ScalarClass { ScalarClass(ranges, isNegated: !isNegated) }

  var onlyMember: Unicode.Scalar? {
    guard !isNegated, ranges.count == 1, ranges[0].count == 1 else { return nil }
    return Unicode.Scalar(ranges[0].lowerBound)
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) } != isNegated
  }

  /// The same characters as plain ranges without negation.
  var plainRanges: [ClosedRange<UInt32>] {
    guard isNegated else { return ranges }
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = max(next, range.upperBound + 1)
    }
    if next <= 0x10_FFFF { result.append(next...0x10_FFFF) }
    return result
  }
}
