import Foundation
import GradesClient
import TestSupport
import Testing

/// Between the review and the publishing the service may answer anything: nothing is sent that was not
/// shown, and nothing over a value that was not shown.
@Suite("Odd answers between review and publishing", .inTurn)
struct OddAnswerTests {
  /// What an answer of the service has become.
  enum Oddity: String, CaseIterable, Sendable {
    case noDefinitions, otherOrder, otherTypes, computed, hidden, otherIdentifiers
    case noStudents, noValues, otherValues, otherNotes, wantedValues, clearedValues, bareValues
    case testStudentsOnly, failingDefinitions, failingRecords

    func apply(to state: inout StubService.State) {
      let du1 = ItemIdentifier("du1")
      func map(_ change: (RecordedValue?) -> RecordedValue?) {
        for (student, values) in state.values {
          state.values[student]?[du1] = change(values[du1])
        }
      }
      switch self {
      case .noDefinitions: state.definitions = []
      case .otherOrder: state.definitions.reverse()
      case .otherTypes:
        state.definitions = state.definitions.map { item in
          var item = item
          item.valueType = .boolean
          return item
        }
      case .computed:
        state.definitions = state.definitions.map { item in
          var item = item
          item.evaluationType = .expression
          item.expression = "1"
          return item
        }
      case .hidden:
        state.definitions = state.definitions.map { item in
          var item = item
          item.hidden = true
          return item
        }
      case .otherIdentifiers:
        state.definitions = state.definitions.map { item in
          var item = item
          item.identifier = ItemIdentifier(item.identifier.rawValue.uppercased())
          return item
        }
      case .noStudents: state.values = [:]
      case .noValues: for student in state.values.keys { state.values[student] = [:] }
      case .otherValues: map { _ in RecordedValue(value: .number(77)) }
      case .otherNotes: map { RecordedValue(value: $0?.value, note: "other") }
      case .wantedValues: map { _ in RecordedValue(value: .number(8)) }
      case .clearedValues: map { _ in RecordedValue(value: nil) }
      case .bareValues: state.isOld = true
      case .testStudentsOnly: state.testStudents = Set(state.values.keys)
      case .failingDefinitions: state.readFaults = [.unreadable(.json(path: "[0]"))]
      case .failingRecords:
        state.readFaults = [.serviceFailure(status: 500), .serviceFailure(status: 500)]
      }
    }
  }

  @Test(
    "Nothing is sent that was not shown", arguments: Oddity.allCases, [1, 9])
  func oddAnswers(oddity: Oddity, students count: Int) async throws {
    let students = (0..<count).map { "student\($0)" }
    let values = Dictionary(
      uniqueKeysWithValues: students.map { ($0, ["du1": GradeValue.number(3)]) })
    for notify in [true, false] {
      let desk = try Desk(students: students, values: values)
      for student in students { try await desk.draft(student, "du1", .number(8)) }
      // A draft that the review shows as rejected, and one that the service has already.
      try await desk.draft(students[0], "smazana", .number(1))
      try await desk.draft(students[0], "ucast", .flag(true))
      desk.service.colleague(writes: .flag(true), "ucast", of: students[0])
      let service = desk.service
      service.onStep { step in
        guard step == .beforeSave else { return }
        // What is overwritten is what was shown.
        for student in students {
          #expect(service.value("du1", of: student)?.value == .number(3), "\(oddity)")
        }
      }
      _ = try? await desk.publish(
        notify: notify, reviewed: { service.change { oddity.apply(to: &$0) } })
      for save in service.saves {
        // Of an item that is hidden by now, nobody is notified.
        #expect(save.notify == (notify && oddity != .hidden), "\(oddity)")
        for change in save.changes {
          #expect(change.identifier == ItemIdentifier("du1"), "\(oddity)")
          #expect(change.value == .number(8) && change.note == nil, "\(oddity)")
        }
      }
      // The rejected draft stays whatever comes.
      #expect(try await desk.drafts().contains { $0.contains(" smazana ") }, "\(oddity)")
    }
  }

  @Test("A review without changes sends nothing, whatever the service answers then")
  func nothingToSend() async throws {
    let desk = try Desk(values: ["zkusade1": ["du1": .number(3)]])
    try await desk.draft("zkusade1", "du1", .number(8))
    let definitions = desk.service.change { $0.definitions }
    desk.service.change { $0.definitions = [] }
    let service = desk.service
    _ = try await desk.publish(reviewed: { service.change { $0.definitions = definitions } })
    #expect(desk.sent == [])
    #expect(try await desk.drafts() == ["zkusade1 du1 3 -> 8 draft unknownItem"])
  }
}
