/// A weighted sum of unknown values and a constant, in millionths, which points are multiples of.
package struct LinearForm: Hashable, Sendable {
  /// The scale of all numbers in a form: 1 is this many parts.
  package static let scale = 1_000_000
  /// No constant and no sum of weights may be larger, so that sums of forms never overflow.
  private static let limit = 1e15

  /// The constant, in millionths.
  package private(set) var constant: Int
  /// The weight of each unknown; never 0.
  package private(set) var weights: [Int: Int]

  /// A constant in millionths.
  package init(constant: Int) {
    self.constant = constant
    weights = [:]
  }

  /// One unknown.
  package init(unknown: Int, weight: Int = 1) {
    constant = 0
    weights = weight == 0 ? [:] : [unknown: weight]
  }

  /// A number; nil where it has finer parts or is too large.
  package init?(_ number: Double) {
    let scaled = number * Double(Self.scale)
    guard abs(scaled) < Self.limit, abs(scaled.rounded() - scaled) < 1e-3 else { return nil }
    self.init(constant: Int(scaled.rounded()))
  }

  /// Adds another form some times; fails where a weight or the constant becomes too large.
  package mutating func add(_ other: Self, times factor: Int = 1) -> Bool {
    constant += other.constant * factor
    guard Double(constant.magnitude) < Self.limit else { return false }
    for (unknown, weight) in other.weights {
      let sum = weights[unknown, default: 0] + weight * factor
      weights[unknown] = sum == 0 ? nil : sum
      guard Double(sum.magnitude) < Self.limit else { return false }
    }
    return true
  }

  /// The value for values of the unknowns, in millionths.
  package func value(_ unknown: (Int) -> Int) -> Int {
    weights.reduce(constant) { $0 + $1.value * unknown($1.key) }
  }

  /// The least and the greatest value for ranges of the unknowns; nil where it is too large.
  package func range(_ ranges: [ClosedRange<Int>]) -> ClosedRange<Int>? {
    var (low, high) = (constant, constant)
    for (unknown, weight) in weights {
      let range = ranges[unknown]
      let (first, firstIsOver) = weight.multipliedReportingOverflow(by: range.lowerBound)
      let (last, lastIsOver) = weight.multipliedReportingOverflow(by: range.upperBound)
      let largest = UInt(Self.limit) * 100
      guard !firstIsOver, !lastIsOver, max(first.magnitude, last.magnitude) < largest else {
        return nil
      }
      low += min(first, last)
      high += max(first, last)
      guard max(low.magnitude, high.magnitude) < largest else { return nil }
    }
    return low...high
  }

  /// The form that is at least 0 exactly where this one is negative.
  package var whereNegative: Self {
    var other = Self(constant: -constant - 1)
    other.weights = weights.mapValues { -$0 }
    return other
  }
}
