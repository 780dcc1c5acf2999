import GradesClient
import Testing

@testable import GradesApp

@Suite("Column statistics")
struct ColumnStatisticsTests {
  @Test("Numbers between bounds: round ranges, what is beyond them, and those not graded")
  func numbers() {
    let statistics = ColumnStatistics(
      of: item(required: 6, minimum: 0, maximum: 12),
      [11, 8.5, nil, 12, 5, 13, 4.5, 2].map { $0.map(GradeValue.number) })
    #expect(statistics.count == 8)
    #expect(statistics.graded == 7)
    #expect(statistics.numbers == .init(mean: 8, median: 8.5, least: 2, greatest: 13))
    #expect(statistics.met == 4)
    #expect(statistics.metPercent == 57)
    #expect(
      statistics.bars == [
        .init(kind: .number(.range(0, 2)), members: []),
        .init(kind: .number(.range(2, 4)), members: [7]),
        .init(kind: .number(.range(4, 6)), members: [4, 6]),
        .init(kind: .number(.range(6, 8)), members: []),
        .init(kind: .number(.range(8, 10)), members: [1]),
        // The maximum itself belongs to the last range.
        .init(kind: .number(.range(10, 12)), members: [0, 3]),
        .init(kind: .number(.above(12)), members: [5]),
        .init(kind: .ungraded, members: [2]),
      ])
  }

  @Test("An even number of values: the median is between the two in the middle")
  func median() {
    #expect(numbers(of: [1, 2, 4, 9])?.median == 3)
    #expect(numbers(of: [1e308, 1e308])?.mean == 1e308)
    #expect(numbers(of: [])?.mean == nil)
  }

  @Test("Yes and no are both there; texts come in Czech order; nobody graded")
  func otherTypes() {
    let attended = ColumnStatistics(
      of: item(.boolean, required: 1), [.flag(true), nil, .flag(true)])
    #expect(attended.bars.map(\.kind) == [.flag(false), .flag(true), .ungraded])
    #expect(attended.bars.map(\.members.count) == [0, 2, 1])
    #expect(attended.metPercent == 100)
    #expect(attended.numbers == nil)

    let grades = ColumnStatistics(
      of: item(.string, required: 1),
      ["B", "A", "Č", "C", "B", "D", "CH", "H"].map(GradeValue.text))
    #expect(
      grades.bars.map(\.kind)
        == ["A", "B", "C", "Č", "D", "H", "CH"].map(ColumnStatistics.Kind.text))
    #expect(grades.met == nil)

    let nothing = ColumnStatistics(of: item(required: 5, maximum: 10), [nil, nil])
    #expect(nothing.bars == [.init(kind: .ungraded, members: [0, 1])])
    #expect(nothing.metPercent == nil)
    #expect(ColumnStatistics(of: item(), []).bars == [])
  }

  @Test("Many different texts: the frequent ones first")
  func manyTexts() {
    let texts = (1...13).map { "topic \($0)" } + ["topic 7"]
    let statistics = ColumnStatistics(of: item(.string), texts.map(GradeValue.text))
    #expect(statistics.bars.first == .init(kind: .text("topic 7"), members: [6, 13]))
    #expect(statistics.bars.count == 13)
  }

  @Test("A value of another type than the item's still counts")
  func strayValues() {
    let statistics = ColumnStatistics(
      of: item(maximum: 2), [.number(2), .text("late"), .flag(true), .number(.infinity)])
    #expect(
      statistics.bars.map(\.members) == [[], [], [0], [], [2], [3], [1]])
    #expect(statistics.graded == 4)
  }

  @Test("All but one are not all, and one is not nobody")
  func shares() {
    let values = Array(repeating: GradeValue.number(1), count: 999) + [.number(9)]
    #expect(ColumnStatistics(of: item(required: 5), values).metPercent == 1)
    #expect(ColumnStatistics(of: item(required: 1), values).metPercent == 100)
    #expect(ColumnStatistics(of: item(required: 10), values).metPercent == 0)
    let missed = Array(repeating: GradeValue.number(9), count: 999) + [.number(1)]
    #expect(ColumnStatistics(of: item(required: 5), missed).metPercent == 99)
  }

  private func numbers(of values: [Double]) -> ColumnStatistics.Numbers? {
    ColumnStatistics(of: item(), values.map(GradeValue.number)).numbers
  }

  private func item(
    _ type: ValueType = .number, required: Double? = nil, minimum: Double? = nil,
    maximum: Double? = nil
  ) -> Classification {
    Classification(
      identifier: ItemIdentifier("du1"), valueType: type, minimumValue: minimum,
      requiredValue: required, maximumValue: maximum)
  }
}

@Suite("Ranges of a histogram")
struct HistogramBinsTests {
  @Test(
    "Ranges are round and few",
    arguments: [
      (12, [0, 2, 4, 6, 8, 10, 12]), (30, [0, 5, 10, 15, 20, 25, 30]),
      (15, [0, 3, 6, 9, 12, 15]), (16, [0, 2, 4, 6, 8, 10, 12, 14, 16]),
      (100, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]),
      (1, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]),
      // Not evenly divided: the last range is short.
      (13, [0, 2, 4, 6, 8, 10, 12, 13]),
    ] as [(Double, [Double])])
  func rounded(maximum: Double, edges: [Double]) {
    let bins = HistogramBins([0.5], minimum: 0, maximum: maximum)
    #expect(bins.bins == zip(edges, edges.dropFirst()).map { .range($0, $1) })
  }

  @Test("A few whole points have a bar each")
  func wholePoints() {
    #expect(
      HistogramBins([1, 5, 3], minimum: 0, maximum: 5).bins
        == [.single(0), .single(1), .single(2), .single(3), .single(4), .single(5)])
    #expect(HistogramBins([1, 2.5], minimum: 0, maximum: 5).bins.count == 10)
  }

  @Test("Without bounds the numbers tell how far the ranges go")
  func unbounded() {
    #expect(
      HistogramBins([3, 41.5], minimum: nil, maximum: nil).bins.last == .range(40, 45))
    #expect(
      HistogramBins([1001.5, 1009], minimum: nil, maximum: nil).bins.first == .range(1001, 1002))
    #expect(
      HistogramBins([-7, 7], minimum: nil, maximum: nil).bins.first == .range(-8, -6))
    #expect(HistogramBins([7.25, 7.25], minimum: nil, maximum: nil).bins == [.single(7.25)])
    #expect(HistogramBins([], minimum: 0, maximum: 5).bins == [])
  }

  @Test("What is beyond the bounds has a bar of its own")
  func beyond() {
    let bins = HistogramBins([-1, 0, 12, 12.5], minimum: 0, maximum: 12)
    #expect(bins.bins.first == .below(0))
    #expect(bins.bins.last == .above(12))
    #expect([-1, 0, 12, 12.5].map(bins.index(of:)) == [0, 1, 6, 7])
  }

  @Test(
    "Each number is in one range, whatever the bounds",
    arguments: [
      ([0.1, 0.3, 0.7, 0.1 + 0.2], 0, 1), ([1e300, -1e300], nil, nil),
      ([1.7e308, -1.7e308], nil, nil), ([Double.leastNonzeroMagnitude, 0], nil, nil),
      ([1e17, 1e17 + 16], nil, nil),
      ([3, 4], 10, 5), ([3, 4], nil, -1), ([0, 1e9], 0, 1e-9), ([2, 3], 3, 3),
    ] as [([Double], Double?, Double?)])
  func complete(values: [Double], minimum: Double?, maximum: Double?) throws {
    let bins = HistogramBins(values, minimum: minimum, maximum: maximum)
    #expect(bins.bins.count <= 22)
    for value in values {
      let index = try #require(bins.index(of: value))
      switch bins.bins[index] {
      case .below(let bound): #expect(value < bound)
      case .above(let bound): #expect(value > bound)
      case .single(let number): #expect(value == number)
      case .range(let lower, let upper): #expect(lower <= value && value <= upper)
      }
    }
  }
}
