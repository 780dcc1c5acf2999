package struct NumberSummary: Hashable, Sendable {
  /// How many numbers there are; at least one.
  package let count: Int
  package let mean: Double
  /// The middle number, or the mean of the two in the middle.
  package let median: Double
  /// The first quartile: a quarter of the way through the ordered numbers, counted from the first to
  /// the last, and interpolated linearly between its neighbours.
  ///
  /// This is the method of NumPy, of `QUARTILE.INC` in spreadsheets and of Python's
  /// `statistics.quantiles(method="inclusive")`.
  package let lowerQuartile: Double
  /// The third quartile, by the same method.
  package let upperQuartile: Double
  /// The standard deviation of these numbers themselves, divided by their count: the group is whole, and
  /// not a sample of a larger one. `STDEV.P` in spreadsheets, `pstdev` in Python.
  package let deviation: Double
  package let least: Double
  package let greatest: Double

  package init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    count = sorted.count
    least = first
    greatest = last
    median = Self.quantile(0.5, of: sorted)
    lowerQuartile = Self.quantile(0.25, of: sorted)
    upperQuartile = Self.quantile(0.75, of: sorted)
    // A power of two divides exactly, so that neither sums nor squares become infinite.
    let largest = max(first.magnitude, last.magnitude)
    let scale = (1e-100...1e100).contains(largest) || largest == 0 ? 1 : largest.binade
    let scaled = scale == 1 ? sorted : sorted.map { $0 / scale }
    let scaledMean = Self.sum(scaled) / Double(count)
    let squares = Self.sum(scaled.map { ($0 - scaledMean) * ($0 - scaledMean) })
    // Rounding must not put the mean of equal numbers beside them.
    mean = min(max(scaledMean * scale, first), last)
    deviation = first == last ? 0 : (squares / Double(count)).squareRoot() * scale
  }

  private static func quantile(_ part: Double, of sorted: [Double]) -> Double {
    let position = part * Double(sorted.count - 1)
    let index = Int(position)
    let share = position - Double(index)
    guard share > 0, index + 1 < sorted.count else { return sorted[index] }
    let (lower, upper) = (sorted[index], sorted[index + 1])
    let distance = upper - lower
    return distance.isFinite ? lower + distance * share : lower * (1 - share) + upper * share
  }

  /// The sum with a compensation of rounding (Neumaier), so that tenths add up to whole points.
  private static func sum(_ values: [Double]) -> Double {
    var sum = 0.0
    var lost = 0.0
    for value in values {
      let next = sum + value
      lost += sum.magnitude >= value.magnitude ? (sum - next) + value : (value - next) + sum
      sum = next
    }
    return sum + lost
  }
}
