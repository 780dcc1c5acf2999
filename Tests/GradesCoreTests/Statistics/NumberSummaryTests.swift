import GradesCore
import TestSupport
import Testing

@Suite("Summary of numbers", .hangLimit)
struct NumberSummaryTests {
  /// Values with their mean, quartiles and standard deviation, as Python's `statistics.mean`,
  /// `quantiles(method="inclusive")` and `pstdev` and NumPy's `quantile` compute them.
  private static let computed: [(values: [Double], expected: [Double])] = [
    ([7.25], [7.25, 7.25, 7.25, 7.25, 0]),
    ([3, 4], [3.5, 3.25, 3.5, 3.75, 0.5]),
    ([1, 2, 4, 9], [4, 1.75, 3, 5.25, 3.082207001484488]),
    (Array(repeating: 0.1, count: 10), [0.1, 0.1, 0.1, 0.1, 0]),
    ([11, 8.5, 12, 5, 13, 4.5, 2], [8, 4.75, 8.5, 11.5, 3.918819064098629]),
    (
      [
        3.25, 24.75, 10, 4, 17, 17.25, 16.5, 15.5, 7, 6.5, 26.25, 9.5, 25.25, 30.5, 34, 37.5, 5.5,
        5.75, 28, 21, 4, 25.5, 34.25, 32.5, 4.75,
      ], [17.84, 6.5, 17, 26.25, 11.115052856374549]
    ),
    ([1e-300, 3e-300], [2e-300, 1.5e-300, 2e-300, 2.5e-300, 1e-300]),
  ]

  @Test("Mean, quartiles and deviation are those of Python", arguments: computed)
  func fixed(values: [Double], expected: [Double]) throws {
    for values in [values, values.reversed(), values.shuffled()] {
      let summary = try #require(NumberSummary(values))
      #expect(summary.count == values.count)
      #expect(summary.least == values.min())
      #expect(summary.greatest == values.max())
      for (found, expected) in zip(summary.parts, expected) {
        #expect(Self.areEqual(found, expected), "\(found) is not \(expected)")
      }
    }
  }

  @Test("Tenths add up to whole points; nothing becomes infinite; there is none of nothing")
  func extremes() throws {
    #expect(NumberSummary([0.1, 0.2, 0.3, 0.4])?.mean == 0.25)
    let large = try #require(NumberSummary([1e308, -1e308, 1e308]))
    #expect(Self.areEqual(large.mean, 1e308 / 3))
    #expect(Self.areEqual(large.deviation, 9.428090415820633e307))
    #expect(large.lowerQuartile == 0)
    #expect(NumberSummary([0, 0])?.deviation == 0)
    #expect(NumberSummary([Double.leastNonzeroMagnitude])?.mean == Double.leastNonzeroMagnitude)
    #expect(NumberSummary([]) == nil)
  }

  @Test("Random groups have the figures of Python", .enabled(if: Python.program != nil))
  func random() async throws {
    try await compare(
      """
      import statistics as s
      figures = [[s.mean(g), *s.quantiles(g, n=4, method="inclusive"), s.pstdev(g)] for g in groups]
      """)
  }

  @Test("Random groups have the figures of NumPy", .enabled { await Python.has("numpy") })
  func randomNumPy() async throws {
    try await compare(
      """
      import numpy as np
      figures = [[float(x) for x in (np.mean(g), *np.quantile(g, [.25, .5, .75]), np.std(g))] for g in groups]
      """)
  }

  private func compare(_ script: String) async throws {
    let groups = Self.randomGroups
    let figures: [[Double]] = try await Python.figures(of: groups, script)
    #expect(figures.count == groups.count)
    for (group, expected) in zip(groups, figures) {
      let summary = try #require(NumberSummary(group))
      for (found, expected) in zip(summary.parts, expected) {
        #expect(Self.areEqual(found, expected), "\(found) is not \(expected) for \(group)")
      }
    }
  }

  private static var randomGroups: [[Double]] {
    var numbers = SeededNumbers(18)
    return (0..<200).map { number in
      let steps: Double = [1, 2, 4, 10][number % 4]
      return (0..<Int.random(in: 2...120, using: &numbers)).map { _ in
        Double(Int.random(in: -20...400, using: &numbers)) / steps
      }
    }
  }

  private static func areEqual(_ left: Double, _ right: Double) -> Bool {
    abs(left - right) <= 1e-12 * max(abs(left), abs(right))
  }
}

extension NumberSummary {
  /// Mean, quartiles and deviation.
  fileprivate var parts: [Double] { [mean, lowerQuartile, median, upperQuartile, deviation] }
}
