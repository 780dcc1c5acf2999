import GradesClient

/// The numbers that students have in two items.
public struct ItemPairs: Hashable, Sendable {
  /// A pair of numbers and how many students have it.
  public struct Point: Hashable, Sendable {
    /// The number in the first item.
    public var first: Double
    /// The number in the second item.
    public var second: Double
    /// How many students have both.
    public var count: Int

    /// Makes a point.
    public init(_ first: Double, _ second: Double, count: Int) {
      self.first = first
      self.second = second
      self.count = count
    }
  }

  /// Each pair once, ordered by the first number and then by the second.
  public let points: [Point]
  /// How many students have numbers in both items.
  public let count: Int
  /// Pearson's correlation coefficient, `CORREL` in spreadsheets; nil where all students have the same
  /// number in one of the items.
  public let correlation: Double?

  /// Pairs the numbers of the rows in two columns of a matrix; students without one of them do not count.
  public init(_ rows: [MatrixRow], first: Int, second: Int) {
    self.init(
      rows.compactMap { row in
        guard case .number(let left)? = row.values[first].value, left.isFinite,
          case .number(let right)? = row.values[second].value, right.isFinite
        else { return nil }
        return (left, right)
      })
  }

  /// Makes pairs of finite numbers.
  public init(_ pairs: [(Double, Double)]) {
    var counts: [Point: Int] = [:]
    for pair in pairs { counts[Point(pair.0, pair.1, count: 0), default: 0] += 1 }
    points = counts.map { Point($0.key.first, $0.key.second, count: $0.value) }
      .sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    count = pairs.count
    correlation = Self.correlation(pairs.map(\.0), pairs.map(\.1))
  }

  private static func correlation(_ left: [Double], _ right: [Double]) -> Double? {
    guard let first = scores(left), let second = scores(right) else { return nil }
    let sum = zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
    return min(max(sum / Double(left.count), -1), 1)
  }

  /// How many standard deviations each number is from the mean; nil where they are all the same.
  private static func scores(_ numbers: [Double]) -> [Double]? {
    guard let summary = NumberSummary(numbers), summary.deviation > 0 else { return nil }
    return numbers.map { ($0 - summary.mean) / summary.deviation }
  }
}
