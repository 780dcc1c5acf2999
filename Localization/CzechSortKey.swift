/// A key that orders names as a Czech reader expects: `č` after `c`, `ch` after `h`, accents and
/// then capitals only where nothing else differs, signs before digits before letters.
///
/// Making keys once and comparing them is many times faster than comparing names with ICU. The
/// order is that of Foundation's comparison with the locale `cs_CZ`; the tests prove it on names.
package struct CzechSortKey: Comparable, Hashable, Sendable {
  /// For each text the bases, then the marks, then the capitals, with a zero after each of them.
  private let weights: [UInt8]
  /// The first eight weights, which decide nearly all comparisons without the others.
  private let beginning: UInt64

  /// Makes the key of a text, or of several, of which an earlier one counts more than all later ones.
  package init(_ texts: String...) {
    var builder = Builder(bytes: texts.reduce(0) { $0 + $1.utf8.count }, texts: texts.count)
    for text in texts {
      for scalar in text.unicodeScalars { builder.add(scalar) }
      builder.finishText()
    }
    let weights = builder.weights
    self.weights = weights
    // Every key has at least three weights; a missing one counts as the end.
    beginning = (0..<8).reduce(0) { sum, index in
      sum << 8 | (index < weights.count ? UInt64(weights[index]) : 0)
    }
  }

  package static func < (left: Self, right: Self) -> Bool {
    if left.beginning != right.beginning { return left.beginning < right.beginning }
    return left.weights.withUnsafeBufferPointer { left in
      right.weights.withUnsafeBufferPointer { right in
        let common = min(left.count, right.count)
        for index in min(8, common)..<common where left[index] != right[index] {
          return left[index] < right[index]
        }
        return left.count < right.count
      }
    }
  }

  private struct Builder {
    /// The weight of a base without a mark, and of a small letter.
    private static let plain: UInt8 = 2

    /// The finished texts and the bases of the current one.
    private(set) var weights: [UInt8] = []
    private var marks: [UInt8] = []
    private var cases: [UInt8] = []
    /// The base of the character before, if it has no mark yet.
    private var previous: UInt8 = 0

    init(bytes: Int, texts: Int) {
      // A letter has a base, a case and mostly one mark.
      weights.reserveCapacity(4 * bytes + 3 * texts)
      marks.reserveCapacity(bytes)
      cases.reserveCapacity(bytes)
    }

    /// Appends the other levels of a text, and begins the next text.
    mutating func finishText() {
      weights.append(0)
      weights += marks
      weights.append(0)
      weights += cases
      weights.append(0)
      marks.removeAll(keepingCapacity: true)
      cases.removeAll(keepingCapacity: true)
      previous = 0
    }

    mutating func add(_ scalar: Unicode.Scalar) {
      if scalar.value < 0x180 {
        let letter = Letter.table[Int(scalar.value)]
        if letter.base != 0 { return add(letter) }
      }
      if let sign = Letter.sign(scalar) { return add(sign) }
      if let mark = Letter.mark(scalar) { return add(mark: mark, scalar) }
      if let expansion = Letter.expansion(of: scalar) {
        for part in expansion.unicodeScalars { add(part) }
      } else {
        addOther(scalar)
      }
    }

    private mutating func add(_ letter: Letter) {
      if letter.base == Letter.h, previous == Letter.c {
        weights[weights.count - 1] = Letter.ch
        cases[cases.count - 1] += letter.isUpper ? 1 : 0
        previous = 0
        return
      }
      weights.append(letter.base)
      marks.append(Self.plain)
      if letter.mark != 0 { marks.append(letter.mark) }
      cases.append(letter.isUpper ? Self.plain + 1 : Self.plain)
      previous = letter.mark == 0 ? letter.base : 0
    }

    private mutating func add(mark: UInt8, _ scalar: Unicode.Scalar) {
      if mark == Letter.caron, let own = Letter.withCaron(previous) {
        weights[weights.count - 1] = own
      } else {
        marks.append(mark)
        if mark == Letter.otherMark { marks += codePoint(scalar) }
      }
      previous = 0
    }

    private mutating func addOther(_ scalar: Unicode.Scalar) {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .control, .format, .surrogate, .unassigned: return
      case .spaceSeparator, .lineSeparator, .paragraphSeparator:
        return add(Letter.table[0x20])
      default: break
      }
      let lower = properties.lowercaseMapping.unicodeScalars.first ?? scalar
      weights.append(properties.isAlphabetic ? Letter.otherLetter : Letter.otherSign)
      weights += codePoint(lower)
      marks.append(Self.plain)
      cases.append(lower == scalar ? Self.plain : Self.plain + 1)
      previous = 0
    }

    /// Three bytes above those that end a level.
    private func codePoint(_ scalar: Unicode.Scalar) -> [UInt8] {
      let value = scalar.value
      return [UInt8(value >> 14) + 1, UInt8(value >> 7 & 0x7F) + 1, UInt8(value & 0x7F) + 1]
    }
  }
}
