import GradesCore
import Testing

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
    let bins = HistogramBins([0.37], minimum: 0, maximum: maximum)
    #expect(bins.bins == zip(edges, edges.dropFirst()).map { .init($0, $1) })
  }

  @Test("A few whole points have a bar each")
  func wholePoints() {
    #expect(
      HistogramBins([1, 5, 3], minimum: 0, maximum: 5).bins
        == [.init(0, 0), .init(1, 1), .init(2, 2), .init(3, 3), .init(4, 4), .init(5, 5)])
    #expect(HistogramBins([1, 2.25], minimum: 0, maximum: 5).bins.count == 10)
  }

  @Test("Few halves, quarters or tenths have a bar each, by the coarsest step that all values keep")
  func steps() {
    #expect(
      HistogramBins([1, 2.5], minimum: 0, maximum: 4).bins
        == [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4].map { .init($0, $0) })
    #expect(
      HistogramBins([0.75], minimum: 0, maximum: 1).bins
        == [0, 0.25, 0.5, 0.75, 1].map { .init($0, $0) })
    let tenths = HistogramBins([0.3, 0.7], minimum: 0, maximum: 1)
    #expect(tenths.bins.count == 11)
    #expect(tenths.index(of: 0.3) == 3)
    // Not three tenths, but the next number.
    #expect(HistogramBins([0.1 + 0.2], minimum: 0, maximum: 1).bins.first == .init(0, 0.1))
    // The maximum is no whole step.
    #expect(HistogramBins([1], minimum: 0, maximum: 2.25).bins.last == .init(2.25, 2.25))
    #expect(HistogramBins([1], minimum: 0, maximum: 7.5).bins.last == .init(7, 7.5))
  }

  @Test("Without bounds the numbers tell how far the ranges go")
  func unbounded() {
    #expect(HistogramBins([3, 41.5], minimum: nil, maximum: nil).bins.last == .init(40, 45))
    #expect(
      HistogramBins([1001.5, 1009], minimum: nil, maximum: nil).bins.first == .init(1001, 1002))
    #expect(HistogramBins([-7, 7], minimum: nil, maximum: nil).bins.first == .init(-8, -6))
    #expect(HistogramBins([7.25, 7.25], minimum: nil, maximum: nil).bins == [.init(7.25, 7.25)])
    #expect(HistogramBins([], minimum: 0, maximum: 5).bins == [])
  }

  @Test("What is beyond the bounds has a bar of its own")
  func beyond() {
    let bins = HistogramBins([-1, 0, 12, 12.5], minimum: 0, maximum: 12)
    #expect(bins.bins.first == .init(nil, 0))
    #expect(bins.bins.last == .init(12, nil))
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
      switch (bins.bins[index].lower, bins.bins[index].upper) {
      case (nil, let bound?): #expect(value < bound)
      case (let bound?, nil): #expect(value > bound)
      case (let lower?, let upper?): #expect(lower <= value && value <= upper)
      case (nil, nil): Issue.record("A range without an end")
      }
    }
  }
}
