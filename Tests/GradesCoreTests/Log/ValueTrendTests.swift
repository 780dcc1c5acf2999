import Foundation
import GradesClient
import Testing

@testable import GradesCore

/// The numbers that a result has had.
@Suite("A value over time")
struct ValueTrendTests {
  private func entry(
    _ id: Int64, _ from: Double?, _ to: Double?, noteTo: String? = nil
  ) -> LoggedChange {
    let time = Date(timeIntervalSince1970: Double(id) * 60)
    return LoggedChange(
      id: id, course: CourseCode("XI-AAA.23"), semester: SemesterCode("B261")!,
      identifier: ItemIdentifier("body"), from: from.map(GradeValue.number),
      to: to.map(GradeValue.number), noteTo: noteTo, changedAt: time, seenAt: time)
  }

  @Test("The oldest first, whatever the order of the log; notes and repeated values are none")
  func values() throws {
    let trend = try #require(
      ValueTrend(
        [entry(9, 30, 61.5), entry(3, 0, 12), entry(5, 12, 12, noteTo: "late"), entry(7, 12, 30)],
        value: .number(61.5)))
    #expect(trend.values == [0, 12, 30, 61.5])
  }

  @Test("What was not graded has no number, and the newest value is always the last")
  func gaps() throws {
    let trend = try #require(
      ValueTrend([entry(1, nil, 4), entry(2, 4, nil), entry(3, nil, 6)], value: .number(7)))
    #expect(trend.values == [4, 6, 7])
  }

  @Test("One number is no course of time, and neither are letters")
  func none() {
    #expect(ValueTrend([], value: .number(3)) == nil)
    #expect(ValueTrend([entry(1, nil, 3)], value: .number(3)) == nil)
    #expect(ValueTrend([entry(1, nil, nil)], value: .text("A")) == nil)
  }
}
