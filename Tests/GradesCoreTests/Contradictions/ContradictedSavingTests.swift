import Foundation
import GradesClient
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// Requests that save what the program itself never sends, as `grades api` can.
@Suite("Saving at a service that contradicts the contract", .hangLimit, .inTurn)
struct ContradictedSavingTests {
  /// What became of a request.
  struct Effect: Equatable, Sendable {
    var status: Int
    var value: CellValue? = 0.25
    var note = "n"
    var isNotified = false
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let assumption: Assumption
    /// The members of the entry besides the student and the item.
    let entry: String
    /// Further entries.
    var others = ""
    var query = "&notify=false"
    let usual: Effect
    let contradicted: Effect
    var testDescription: String { assumption.rawValue }
  }

  static let cases = [
    Case(
      assumption: .computedItemsAreLeftOut, entry: #""value":0.5,"note":"m","timestamp":null"#,
      others: #",{"studentUsername":"zkusade1","classificationIdentifier":"body","value":3}"#,
      usual: Effect(status: 201, value: 0.5, note: "m"), contradicted: Effect(status: 400)),
    Case(
      assumption: .requestsAreWhole, entry: #""value":0.5,"note":"m","timestamp":null"#,
      others: #",{"studentUsername":"nikdo","classificationIdentifier":"du1","value":3}"#,
      usual: Effect(status: 400), contradicted: Effect(status: 400, value: 0.5, note: "m")),
    Case(
      assumption: .boundsAreAdvice, entry: #""value":1000,"note":"m","timestamp":null"#,
      usual: Effect(status: 201, value: 1000, note: "m"), contradicted: Effect(status: 400)),
    Case(
      assumption: .boundsChangeNoValue, entry: #""value":-1000,"note":"m","timestamp":null"#,
      usual: Effect(status: 201, value: -1000, note: "m"),
      contradicted: Effect(status: 201, value: 0, note: "m")),
    Case(
      assumption: .omittedNoteErases, entry: #""value":0.5,"timestamp":null"#,
      usual: Effect(status: 201, value: 0.5, note: ""),
      contradicted: Effect(status: 201, value: 0.5, note: "n")),
    Case(
      assumption: .noteMayBeOmitted, entry: #""value":0.5,"timestamp":null"#,
      usual: Effect(status: 201, value: 0.5, note: ""), contradicted: Effect(status: 400)),
    Case(
      assumption: .savingNotifiesByDefault, entry: #""value":0.5,"note":"n","timestamp":null"#,
      query: "", usual: Effect(status: 201, value: 0.5, isNotified: true),
      contradicted: Effect(status: 201, value: 0.5)),
    Case(
      assumption: .timestampIsNotValidated, entry: #""value":0.5,"note":"n","timestamp":1"#,
      usual: Effect(status: 201, value: 0.5), contradicted: Effect(status: 400)),
    Case(
      assumption: .timestampMayBeNull, entry: #""value":0.5,"note":"n","timestamp":null"#,
      usual: Effect(status: 201, value: 0.5), contradicted: Effect(status: 409)),
  ]

  @Test(
    "A request has the effect of the contract, and the other one when that is contradicted",
    arguments: cases)
  func saving(_ example: Case) async throws {
    try await Office.open { office in
      let usual = try await office.effect(of: example)
      #expect(usual == example.usual)
      let contradiction = office.service.contradict(example.assumption)
      let contradicted = try await office.effect(of: example)
      #expect(contradicted == example.contradicted)
      #expect(contradiction.hits == 1)
    }
  }
}

extension Office {
  /// Sends a request to a cell with the value 0.25 and the note “n”.
  fileprivate func effect(
    of example: ContradictedSavingTests.Case
  ) async throws -> ContradictedSavingTests.Effect {
    let course = gradebook.course.rawValue
    try await control.changeAsColleague(
      course: course, username: "zkusade1", item: "du1", value: 0.25, note: "n")
    let notified = try await control.notificationCount(of: "zkusade1")
    let entry =
      #"{"studentUsername":"zkusade1","classificationIdentifier":"du1",\#(example.entry)}"#
    let path = "public/courses/\(course)/student-classifications?semester=B261\(example.query)"
    let response = try await api.call(
      ServiceRequest(
        .put, try ServicePath(path), body: Data("[\(entry)\(example.others)]".utf8)))
    let cell = try await control.cell(course: course, username: "zkusade1", item: "du1")
    return ContradictedSavingTests.Effect(
      status: response.status, value: cell?.value, note: cell?.note ?? "",
      isNotified: try await control.notificationCount(of: "zkusade1") > notified)
  }
}
