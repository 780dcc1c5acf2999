import GradesClient
import GradesCore
import TestSupport
import Testing

@Suite(.inTurn)
struct UndoTests {
  private func plan(_ desk: Desk, _ id: Int64? = nil) async throws -> Review {
    let history = try await desk.store.history(of: desk.gradebook.owner)
    let batch = try #require(history.first { id == nil || $0.id == id })
    return try await CellReader(
      api: desk.service.api, drafts: desk.store, gradebook: desk.gradebook
    ).review(undoing: batch)
  }

  @Test("Undo restores values and notes where ours still are, and keeps the others'")
  func undoing() async throws {
    let desk = try Desk(values: [
      "zkusade1": ["du1": .number(3), "znamka": .text("C")], "druhyst2": ["du1": .number(4)],
    ])
    desk.service.colleague(writes: .number(3), note: "pozdě", "du1", of: "zkusade1")
    try await desk.draft("zkusade1", "du1", .number(8), note: "opraveno")
    try await desk.draft("zkusade1", "znamka", nil)
    try await desk.draft("zkusade1", "ucast", .flag(true))
    try await desk.draft("druhyst2", "du1", .number(9))
    try await desk.draft("tretist3", "du1", .number(1))
    try await desk.draft("tretist3", "du2", .number(2))
    _ = try await desk.publish()
    // Before the undo, a colleague changes a value and a note, and puts one back.
    desk.service.colleague(writes: .number(5), "du1", of: "druhyst2")
    desk.service.colleague(writes: .number(1), note: "viděno", "du1", of: "tretist3")
    desk.service.colleague(writes: nil, "du2", of: "tretist3")
    let plan = try await plan(desk)
    #expect(
      plan.problems.map { problem in
        guard problem.kind == .kept else { return "\(problem)" }
        return "\(problem.username ?? "") \(word(problem.theirs?.value))"
      } == ["druhyst2 5", "tretist3 1"])
    // The colleague put back du2 of tretist3.
    #expect(plan.unchanged == 1)
    #expect(!plan.cells.contains(Desk.cell("tretist3", "du2")))
    // The plan alone changes nothing.
    #expect(desk.service.saves.count == 1)
    try await desk.store.put(plan.changes, in: plan.gradebook)
    let report = try await desk.publish(notify: false)
    #expect(
      report.publishedLines == [
        "zkusade1 du1 8 -> 3", "zkusade1 ucast yes -> -", "zkusade1 znamka - -> C",
      ])
    #expect(desk.service.value("du1", of: "zkusade1")?.note == "pozdě")
    #expect(desk.service.value("du1", of: "druhyst2")?.value == .number(5))
    // The undoing can be undone.
    let again = try await self.plan(desk)
    #expect(again.changes.count == 3)
    #expect(
      again.changes.first { $0.cell.identifier == ItemIdentifier("du1") }?.note == "opraveno")
  }

  @Test("A note that a colleague wrote before ours was seen is theirs, and undo leaves it")
  func colleaguesNote() async throws {
    let desk = try Desk(values: ["zkusade1": ["du1": .number(3)]])
    let service = desk.service
    service.colleague(writes: .number(3), note: "pozdě", "du1", of: "zkusade1")
    try await desk.draft("zkusade1", "du1", .number(8))
    service.onStep { step in
      guard step == .afterSave else { return }
      service.colleague(writes: .number(8), note: "opsáno", "du1", of: "zkusade1")
    }
    let report = try await desk.publish()
    service.onStep(nil)
    #expect(report.published.map(\.base.note) == ["opsáno"])
    let edit = try #require(try await plan(desk).changes.first)
    #expect(edit.value == .number(3))
    #expect(edit.note == "opsáno")
    #expect(!edit.changesNote)
  }

  @Test("An undo reads each student once")
  func requests() async throws {
    let desk = try Desk()
    for item in ["du1", "du2"] { try await desk.draft("zkusade1", item, .number(1)) }
    try await desk.draft("druhyst2", "du1", .number(1))
    _ = try await desk.publish()
    let before = desk.service.reads.count
    #expect(try await plan(desk).changes.count == 3)
    #expect(
      desk.service.reads.dropFirst(before).sorted() == [
        "definitions", "record druhyst2", "record zkusade1",
      ])
  }

  @Test("What the course no longer lets anybody change is said")
  func impossible() async throws {
    let desk = try Desk()
    for item in ["du1", "du2"] { try await desk.draft("zkusade1", item, .number(1)) }
    try await desk.draft("druhyst2", "du1", .number(1))
    _ = try await desk.publish()
    desk.service.change { state in
      state.definitions.removeAll { $0.identifier == ItemIdentifier("du2") }
      state.values[Username("druhyst2")] = nil
    }
    var plan = try await plan(desk)
    #expect(
      plan.problems.map { "\($0.username ?? "") \($0.identifier ?? "") \($0.kind)" }
        == ["druhyst2 du1 unknownStudent", "zkusade1 du2 unknownItem"])
    #expect(plan.changes.map(\.cell) == [Desk.cell("zkusade1", "du1")])
    desk.service.change { $0.definitions[0].evaluationType = .expression }
    plan = try await self.plan(desk)
    #expect(plan.changes == [])
    #expect(plan.problems.map(\.kind) == [.unknownStudent, .computed, .unknownItem])
  }
}
