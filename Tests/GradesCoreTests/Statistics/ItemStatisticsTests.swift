import GradesClient
@testable import GradesCore
import Testing

@Suite("Statistics of an item")
struct ItemStatisticsTests {
  @Test("Numbers between bounds: round ranges, what is beyond them, and those not graded")
  func numbers() {
    let statistics = ItemStatistics(
      of: item(required: 6, minimum: 0, maximum: 12),
      [11, 8.5, nil, 12, 5, 13, 4.5, 2].map { $0.map(GradeValue.number) })
    #expect(statistics.count == 8)
    #expect(statistics.graded == 7)
    #expect(statistics.missing == 1)
    #expect(statistics.numbers == NumberSummary([11, 8.5, 12, 5, 13, 4.5, 2]))
    #expect(statistics.met == 4)
    #expect(statistics.metPercent == 57)
    #expect(
      statistics.bars == [
        .init(kind: .number(.init(0, 2)), members: []),
        .init(kind: .number(.init(2, 4)), members: [7]),
        .init(kind: .number(.init(4, 6)), members: [4, 6]),
        .init(kind: .number(.init(6, 8)), members: []),
        .init(kind: .number(.init(8, 10)), members: [1]),
        // The maximum itself belongs to the last range.
        .init(kind: .number(.init(10, 12)), members: [0, 3]),
        .init(kind: .number(.init(12, nil)), members: [5]),
        .init(kind: .ungraded, members: [2]),
      ])
  }

  @Test("Yes and no are both there; texts come by their key; nobody graded")
  func otherTypes() {
    let attended = ItemStatistics(of: item(.boolean, required: 1), [.flag(true), nil, .flag(true)])
    #expect(attended.bars.map(\.kind) == [.flag(false), .flag(true), .ungraded])
    #expect(attended.bars.map(\.members.count) == [0, 2, 1])
    #expect(attended.metPercent == 100)
    #expect(attended.numbers == nil)

    let grades = ItemStatistics(
      of: item(.string, required: 1),
      ["B", "A", "C", "B", "E", "D"].map(GradeValue.text))
    #expect(
      grades.bars.map(\.kind)
        == ["A", "B", "C", "D", "E"].map(ItemStatistics.Kind.text))
    let reversed = ItemStatistics(
      of: item(.string), [.text("ab"), .text("ba"), .text("ab")]
    ) { String($0.reversed()) }
    #expect(reversed.bars.map(\.members) == [[1], [0, 2]])
    #expect(grades.met == nil)

    let nothing = ItemStatistics(of: item(required: 5, maximum: 10), [nil, nil])
    #expect(nothing.bars == [.init(kind: .ungraded, members: [0, 1])])
    #expect(nothing.metPercent == nil)
    #expect(ItemStatistics(of: item(), []).bars == [])
  }

  @Test("Many different texts: the frequent ones first")
  func manyTexts() {
    let texts = (1...13).map { "topic \($0)" } + ["topic 7"]
    let statistics = ItemStatistics(of: item(.string), texts.map(GradeValue.text))
    #expect(statistics.bars.first == .init(kind: .text("topic 7"), members: [6, 13]))
    #expect(statistics.bars.count == 13)
  }

  @Test("A value of another type than the item's still counts")
  func strayValues() {
    let statistics = ItemStatistics(
      of: item(maximum: 2), [.number(2), .text("late"), .flag(true), .number(.infinity)])
    #expect(statistics.bars.map(\.members) == [[], [], [0], [], [2], [1], [3]])
    #expect(statistics.graded == 4)
  }

  @Test("All but one are not all, and one is not nobody")
  func shares() {
    let values = Array(repeating: GradeValue.number(1), count: 999) + [.number(9)]
    #expect(ItemStatistics(of: item(required: 5), values).metPercent == 1)
    #expect(ItemStatistics(of: item(required: 1), values).metPercent == 100)
    #expect(ItemStatistics(of: item(required: 10), values).metPercent == 0)
    let missed = Array(repeating: GradeValue.number(9), count: 999) + [.number(1)]
    #expect(ItemStatistics(of: item(required: 5), missed).metPercent == 99)
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

extension ItemStatistics {
  /// Statistics with texts in the order of their characters.
  init(of item: Classification, _ values: [GradeValue?]) {
    self.init(of: item, values) { $0 }
  }
}
