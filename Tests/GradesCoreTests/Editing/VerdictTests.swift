import Foundation
import GradesClient
import GradesCore
import Testing

/// The one rule of what an edit is: every branch, and which one comes first.
struct VerdictTests {
  private static let cell = Desk.cell("zkusade1", "du1")
  private static let base = RecordedValue(value: .number(3), note: "late")
  private static let points = Desk.items[0]
  private static let computed = Desk.items[4]

  struct Example: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var base = VerdictTests.base
    var value: GradeValue? = .number(8)
    var note: String? = "late"
    var recorded = VerdictTests.base
    var item: Classification? = VerdictTests.points
    var hasStudent = true
    var expected: String
  }

  private static func recorded(_ value: GradeValue?, _ note: String? = nil) -> RecordedValue {
    RecordedValue(value: value, note: note)
  }

  static let examples = [
    Example(testDescription: "the value is the base's", expected: "ready"),
    Example(testDescription: "clearing", value: nil, expected: "ready"),
    Example(testDescription: "only a note", value: .number(3), note: "new", expected: "ready"),
    Example(
      testDescription: "only the time and the author differ",
      recorded: RecordedValue(value: .number(3), note: "late", updatedAt: .now, author: "x"),
      expected: "ready"),
    Example(testDescription: "above the bounds", value: .number(13), expected: "ready outside"),
    Example(testDescription: "below the bounds", value: .number(-1), expected: "ready outside"),
    Example(
      testDescription: "the value outside the bounds is the base's",
      base: recorded(.number(13)), value: .number(13), note: "new", recorded: recorded(.number(13)),
      expected: "ready"),
    Example(
      testDescription: "the value is there, with another note",
      recorded: recorded(.number(8), "other"), expected: "alreadyThere"),
    Example(
      testDescription: "the value is there, but not the wanted note", note: "new",
      recorded: recorded(.number(8), "other"), expected: "conflict"),
    Example(
      testDescription: "value and note are there", note: "new",
      recorded: recorded(.number(8), "new"), expected: "alreadyThere"),
    Example(
      testDescription: "the edit changes nothing", value: .number(3), expected: "alreadyThere"),
    Example(
      testDescription: "another value", recorded: recorded(.number(5), "late"),
      expected: "conflict"),
    Example(
      testDescription: "another note", recorded: recorded(.number(3), "other"),
      expected: "conflict"),
    Example(
      testDescription: "the value was cleared", value: .number(13), recorded: recorded(nil),
      expected: "conflict outside"),
    Example(
      testDescription: "a text for a number", value: .text("x"), expected: "wrongType"),
    Example(
      testDescription: "a text for a number, over another value", value: .text("x"),
      recorded: recorded(.number(5)), expected: "wrongType"),
    Example(
      testDescription: "a text for a number that is there", value: .text("x"),
      recorded: recorded(.text("x")), expected: "alreadyThere"),
    Example(
      testDescription: "an unknown type",
      item: Classification(
        identifier: ItemIdentifier("divna"), valueType: ValueType(rawValue: "COLOUR")),
      expected: "wrongType"),
    Example(testDescription: "a computed item", item: computed, expected: "computed"),
    Example(
      testDescription: "a computed item that has the value", recorded: recorded(.number(8)),
      item: computed, expected: "computed"),
    Example(testDescription: "no item", item: nil, expected: "unknownItem"),
    Example(testDescription: "no student", hasStudent: false, expected: "unknownStudent"),
    Example(
      testDescription: "neither item nor student", item: nil, hasStudent: false,
      expected: "unknownStudent"),
  ]

  @Test("An edit is one thing", arguments: examples)
  func status(of example: Example) {
    let edit = DraftEdit(
      cell: Self.cell, base: example.base, value: example.value, note: example.note)
    let verdict = edit.verdict(
      over: example.recorded, of: example.item, hasStudent: example.hasStudent)
    let word =
      switch verdict {
      case .conflict(let theirs): theirs == example.recorded ? "conflict" : "\(theirs)"
      case .waiting(let reason): "\(reason.code)"
      default: "\(verdict)"
      }
    let violation = example.item.flatMap { edit.boundsViolation(of: $0) }
    #expect(word + (violation == nil ? "" : " outside") == example.expected)
  }

  @Test("A draft that is being sent is unconfirmed, whatever the service has")
  func unconfirmed() async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    var draft = try #require(try await desk.store.drafts(in: desk.gradebook).first)
    let grid = CellGrid(
      definitions: Desk.items,
      students: [Student(username: Username("zkusade1"), firstName: nil, lastName: nil)],
      values: [:])
    func verdict() -> Verdict? {
      Review([draft], in: desk.gradebook, over: grid).rows.first?.verdict
    }
    #expect(verdict() == .ready)
    draft.confirmAfter = draft.createdAt
    #expect(verdict() == .unconfirmed(until: draft.createdAt))
  }
}
