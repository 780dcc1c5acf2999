import GradesClient
import GradesCore
import TestSupport
import Testing

@Suite("Pairs of values in two items")
struct ItemPairsTests {
  @Test("The correlation is that of Python's statistics.correlation")
  func correlation() throws {
    let first = [1.0, 2, 3, 4, 5, 6, 7.5]
    let second = [2.0, 1, 4, 3, 7, 5, 9]
    let found = try #require(ItemPairs(Array(zip(first, second))).correlation)
    #expect(abs(found - 0.888407646089865) < 1e-12)
    #expect(ItemPairs([(1, 2), (2, 4), (3, 6)]).correlation.map { abs($0 - 1) < 1e-12 } == true)
    #expect(ItemPairs([(1, -2), (2, -4)]).correlation.map { abs($0 + 1) < 1e-12 } == true)
  }

  @Test("Random pairs have the correlation of NumPy", .enabled { await Python.has("numpy") })
  func random() async throws {
    var numbers = SeededNumbers(18)
    let groups = (0..<200).map { _ in
      (0..<Int.random(in: 3...80, using: &numbers)).map { row in
        let first = Double(Int.random(in: 0...40, using: &numbers)) / 4
        return [first, first / 2 + Double(Int.random(in: -8...8, using: &numbers)), Double(row)]
      }
    }
    let figures: [[Double]] = try await Python.figures(
      of: groups,
      """
      import numpy as np
      figures = [[float(x) for x in np.corrcoef(np.array(g).T)[0, 1:]] for g in groups]
      """)
    #expect(figures.count == groups.count)
    for (group, expected) in zip(groups, figures) {
      for (column, expected) in zip([1, 2], expected) {
        let found = try #require(ItemPairs(group.map { ($0[0], $0[column]) }).correlation)
        #expect(abs(found - expected) < 1e-12, "\(group)")
      }
    }
  }

  @Test("There is none where all have the same number, nor of nobody; huge numbers stay finite")
  func none() throws {
    #expect(ItemPairs([(1, 2), (1, 3)]).correlation == nil)
    #expect(ItemPairs([(5, 2)]).correlation == nil)
    #expect(ItemPairs([]).correlation == nil)
    let huge = try #require(ItemPairs([(-1e308, 1), (1e308, 2), (0, 5)]).correlation)
    #expect((-1...1).contains(huge))
  }

  @Test("Students with both numbers count, the same pairs together")
  func points() {
    func row(_ first: GradeValue?, _ second: GradeValue?) -> MatrixRow {
      MatrixRow(
        student: Student(username: Username("x"), firstName: nil, lastName: nil),
        values: [
          RecordedValue(value: first), RecordedValue(value: nil), RecordedValue(value: second),
        ])
    }
    let pairs = ItemPairs(
      [
        row(.number(2), .number(1)), row(.number(1), .number(3)), row(.number(2), .number(1)),
        row(nil, .number(1)), row(.number(1), nil), row(.text("1"), .number(1)),
        row(.number(.infinity), .number(1)),
      ], first: 0, second: 2)
    #expect(pairs.count == 3)
    #expect(pairs.points == [.init(1, 3, count: 1), .init(2, 1, count: 2)])
  }
}
