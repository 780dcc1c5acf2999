import Foundation

/// The ranges into which numbers are sorted for a histogram: round ones, between an item's bounds.
package struct HistogramBins: Hashable, Sendable {
  /// From a number up to another one, which belongs to the next range if there is one; nil: without an end on that
  /// side, and without the other number. The same number twice is that number alone.
  package struct Bin: Hashable, Sendable {
    package let lower: Double?
    package let upper: Double?

    package init(_ lower: Double?, _ upper: Double?) { (self.lower, self.upper) = (lower, upper) }

    /// The number at which the range begins; for what is below a bound, the bound.
    var lowerEdge: Double { lower ?? upper ?? 0 }
  }

  /// The most ranges between the bounds; more would be too short to be compared at a glance.
  private static let most = 10.0

  /// The ranges in ascending order. Those beyond the bounds are there only if they hold something.
  package let bins: [Bin]

  /// Finds ranges for numbers. Without bounds the numbers determine the ranges.
  ///
  /// - Parameter values: finite numbers.
  package init(_ values: [Double], minimum: Double?, maximum: Double?) {
    guard let least = values.min(), let greatest = values.max() else {
      bins = []
      return
    }
    // Points are counted from zero, unless the numbers are all far from it.
    let isNearZero = maximum.map { $0 > 0 } ?? (least <= greatest - least)
    let lowest = minimum ?? (least >= 0 && isNearZero ? 0 : least)
    let isBounded = maximum.map { $0 > lowest } ?? false
    let highest = isBounded ? maximum ?? greatest : max(greatest, lowest)
    let span = highest - lowest
    guard span > 0, span.isFinite, Self.step(for: span) > 0 else {
      // Either there is one number only, or they are too far apart for any ranges.
      bins = Set(values).count == 1 ? [Bin(least, least)] : [Bin(least, greatest)]
      return
    }
    var bins: [Bin]
    if let steps = Self.steps(of: values, from: lowest, to: highest) {
      bins = steps.map { Bin($0, $0) }
    } else {
      bins = Self.ranges(
        from: lowest, to: highest, isBounded: isBounded, hasMinimum: minimum != nil)
    }
    let (first, last) = (bins.first?.lower ?? lowest, bins.last?.upper ?? highest)
    if least < first { bins.insert(Bin(nil, first), at: 0) }
    if greatest > last { bins.append(Bin(last, nil)) }
    self.bins = bins
  }

  /// The range of a number that is among those for which they were found.
  package func index(of value: Double) -> Int? {
    bins.lastIndex { bin in
      guard let lower = bin.lower else { return true }
      return bin.upper == nil ? value > lower : value >= lower
    }
  }

  /// The numbers that can occur where they are few: whole points, halves, quarters or tenths between the
  /// bounds, by the coarsest step that all values keep; nil where there would be too many.
  private static func steps(of values: [Double], from lowest: Double, to highest: Double)
    -> [Double]?
  {
    for step in [1, 0.5, 0.25, 0.1] {
      let count = ((highest - lowest) / step).rounded()
      guard count <= most else { return nil }
      let steps = (0...Int(count)).map { tidy(lowest + Double($0) * step) }
      if Set(steps).isSuperset(of: values), steps.last == highest { return steps }
    }
    return nil
  }

  private static func ranges(
    from lowest: Double, to highest: Double, isBounded: Bool, hasMinimum: Bool
  ) -> [Bin] {
    let step = step(for: highest - lowest)
    let start = hasMinimum ? lowest : tidy((lowest / step).rounded(.down) * step)
    var edges = [start]
    while let last = edges.last, last < highest, edges.count <= 2 * Int(most) {
      edges.append(tidy(start + Double(edges.count) * step))
    }
    if isBounded, edges.count > 1 { edges[edges.count - 1] = highest }
    return zip(edges, edges.dropFirst()).map { Bin($0, $1) }
  }

  /// How long the ranges are: a round number, if possible one that divides the whole evenly.
  private static func step(for span: Double) -> Double {
    let power = pow(10, floor(log10(span)) - 1)
    let scaled = span / power
    func isEven(_ step: Double) -> Bool {
      let count = scaled / step
      return (4...most + 0.01).contains(count) && abs(count - count.rounded()) < 1e-9
    }
    let round: [Double] = [1, 2, 5, 10, 20, 50]
    let lessRound: [Double] = [3, 4, 2.5, 25, 30, 40]
    let step =
      round.first(where: isEven) ?? lessRound.first(where: isEven)
      ?? round.first { scaled / $0 <= most } ?? 100
    return step * power
  }

  /// The number without the dust of binary fractions: 0.3 for 0.30000000000000004.
  private static func tidy(_ number: Double) -> Double {
    let scaled = (number * 1e9).rounded()
    // Beyond it, doubles have no such dust.
    return scaled.magnitude < 0x1p53 ? scaled / 1e9 : number
  }
}
