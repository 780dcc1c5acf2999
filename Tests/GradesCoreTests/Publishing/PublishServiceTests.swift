import Foundation
import GradesClient
import GradesCore
import GradesTesting
import TestSupport
import Testing

/// The same promises against the embedded service.
@Suite("Publishing to the service", .inTurn)
struct PublishServiceTests {
  private static let path = "/student-classifications"

  @Test("A table goes out and in, and only what was edited is sent")
  func tableToTheService() async throws {
    let office = try await Office.open()
    let grid = try await office.grid()
    let table = ExportedTable(grid).csv(.czechExcel)
    let untouched = Review(
      try TableReading(TableFile(table), definitions: grid.definitions), in: office.gradebook,
      over: grid)
    #expect(untouched.changes == [])
    #expect(!untouched.isRefused)

    let student = try #require(try await office.students(1).first)
    let edited = "username;DU1;slovne;body\n\(student);0,25;\"Hezky; \"\"ř\"\"\";100\n"
    let reading = try TableReading(
      TableFile(Data(edited.utf8)), definitions: grid.definitions)
    let proposal = Review(reading, in: office.gradebook, over: grid)
    #expect(proposal.changes.map(\.cell.identifier.rawValue) == ["du1", "slovne"])
    #expect(proposal.problems.filter { $0.kind == .computed }.map(\.identifier) == ["body"])
    #expect(
      proposal.problems.filter { $0.kind == .missingFromFile }.count == grid.students.count
        - 1)

    try await office.store.put(proposal.changes, in: office.gradebook)
    office.control.resetRequestLog()
    #expect(office.saves.isEmpty)
    let report = try await office.publish()
    #expect(report.isFinished)
    #expect(report.published.count == 2)
    #expect(office.saves.count == 1)
    let save = try #require(office.saves.first)
    #expect(save.query == ["semester": "B261", "notify": "true"])
    let body = String(decoding: save.body, as: UTF8.self)
    #expect(!body.contains("body"))
    #expect(try await office.value("du1", of: student) == 0.25)
    #expect(try await office.value("slovne", of: student) == "Hezky; \"ř\"")
  }

  @Test(
    "Lost answers and failures are found out; no student is notified twice",
    arguments: [
      Fault.Action.disconnectBeforeHandling, .disconnectAfterHandling,
      .answer(status: 500), .answerAfterHandling(status: 500),
      .answer(status: 503, headers: ["Retry-After": "1"]), .answerAfterHandling(status: 502),
      .answer(status: 401), .answer(status: 403), .answer(status: 429), .answer(status: 409),
      .answer(status: 302, headers: ["Location": "/elsewhere"]),
    ])
  func faults(action: Fault.Action) async throws {
    let office = try await Office.open()
    let students = try await office.students(8)
    try await office.draft("du1", of: students, .number(0.75))
    let before = try await office.notificationCounts(students)
    office.control.add(Fault("PUT", Self.path, action))
    let report = try await office.publish()
    // What is claimed is there, and what is not there is a draft, at the latest after the quiet period.
    office.clock.pass(seconds: 121)
    _ = try await Publisher(api: office.api, store: office.store).confirm(in: office.gradebook)
    let drafts = try await office.store.drafts(in: office.gradebook)
    #expect(drafts.allSatisfy { !$0.isUnconfirmed && $0.reason != nil })
    #expect(report.published.count + drafts.count == students.count)
    for change in report.published {
      #expect(try await office.value("du1", of: change.cell.username) == 0.75)
    }
    for draft in drafts {
      #expect(try await office.value("du1", of: draft.cell.username) != 0.75)
    }
    // The next run sends the rest, and each student was notified once.
    let second = try await office.publish()
    #expect(second.isFinished)
    #expect(report.published.count + second.published.count == students.count)
    let after = try await office.notificationCounts(students)
    #expect(zip(before, after).allSatisfy { $1 == $0 + 1 })
    let history = try await office.store.history(of: office.gradebook.owner)
    #expect(history.flatMap(\.changes).count == students.count)
  }

  @Test("A colleague who writes between reading and publishing loses nothing")
  func colleague() async throws {
    let office = try await Office.open()
    let students = try await office.students(3)
    try await office.draft("du1", of: students, .number(0.75))
    let control = office.control
    try await control.changeAsColleague(
      course: "XI-ZPT.23", username: students[0].rawValue, item: "du1", value: 0.125,
      note: "kolega")
    try await control.changeAsColleague(
      course: "XI-ZPT.23", username: students[1].rawValue, item: "du1", value: 0.75)
    let report = try await office.publish()
    #expect(report.conflicts.map(\.cell.username) == [students[0]])
    #expect(report.conflicts.map(\.theirs?.value) == [.number(0.125)])
    #expect(report.conflicts.map(\.theirs?.note) == ["kolega"])
    #expect(report.cells(.alreadyThere).map(\.username) == [students[1]])
    #expect(report.published.map(\.cell.username) == [students[2]])
    #expect(try await office.value("du1", of: students[0]) == 0.125)
    // Publishing with force writes over it, and keeps the note.
    let second = try await office.publish(conflicts: .mine)
    #expect(second.published.map(\.note) == ["kolega"])
    #expect(try await office.value("du1", of: students[0]) == 0.75)
    // And can take it back.
    let batch = try #require(
      try await office.store.history(of: office.gradebook.owner).first)
    let undo = try await CellReader(
      api: office.api, drafts: office.store, gradebook: office.gradebook
    ).review(undoing: batch)
    #expect(undo.changes.map(\.value) == [.number(0.125)])
  }
}
