import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// What the contract only assumes is otherwise: nothing is lost or overwritten, and what is reported is true.
@Suite("A service that does otherwise", .hangLimit, .inTurn)
struct RewrittenServiceTests {
  @Test(
    "Publishing loses and overwrites nothing, and says what is true",
    arguments: RewrittenService.all)
  func publishing(_ example: RewrittenService) async throws {
    let office = try await Office.open()
    let cells = try await office.prepareDrafts()
    let before = try await office.manualCells()
    let faults = example.faults.map { office.control.add($0) }
    let report = await office.publishOrFail()
    #expect(!example.steps.contains(.publishing) || faults.contains { $0.hits > 0 })
    try await office.check(report, of: cells, over: before)
    // A colleague's values stay in any case.
    let drafts = try await office.store.drafts(in: office.gradebook)
    #expect(drafts.count == cells.count - (report?.published.count ?? 0))
    // Afterwards, the rest is published.
    office.clock.pass(seconds: 121)
    let rest = try await office.publish()
    #expect(rest.isFinished, "\(rest.waitingLines)")
    try await office.check(rest, of: cells, over: before, isComplete: true)
  }

  @Test("Undoing loses and overwrites nothing", arguments: RewrittenService.all)
  func undoing(_ example: RewrittenService) async throws {
    let office = try await Office.open()
    let before = try await office.manualCells()
    let cells = try await office.prepareDrafts()
    #expect(try await office.publish().isFinished)
    let published = try await office.manualCells()
    let batch = try #require(
      try await office.store.history(of: office.gradebook.owner).first)
    for fault in example.faults { office.control.add(fault) }
    let composer = CellReader(
      api: office.api, drafts: office.store, gradebook: office.gradebook)
    do {
      let undo = try await composer.review(undoing: batch)
      try await office.store.put(undo.changes, in: office.gradebook)
    } catch is GradesError {}
    _ = await office.publishOrFail()
    office.control.reset()
    let after = try await office.manualCells()
    for (cell, value) in after {
      let allowed = [before[cell], published[cell]].map { $0?.content }
      #expect(allowed.contains(value.content), "\(cell)")
    }
    office.clock.pass(seconds: 121)
    _ = try await office.publish()
    let last = try await office.manualCells()
    let restored = cells.keys.count { last[$0]?.content == before[$0]?.content }
    let isComposed = try await office.store.drafts(in: office.gradebook).isEmpty
    #expect(isComposed && (restored == cells.count || restored == 0), "\(restored)")
  }

  @Test(
    "A changed structure is applied whole, or goes on later; values stay",
    arguments: RewrittenService.all)
  func structure(_ example: RewrittenService) async throws {
    let office = try await Office.open()
    let before = try await office.structure()
    let values = try await office.manualCells()
    let file = office.edited(before)
    let lost = ["slovne", "testy", "test_a", "test_b", "aktivita"]
    let faults = example.faults.map { office.control.add($0) }
    var isFinished = false
    do {
      isFinished = try await office.apply(try await office.plan(file)).isFinished
    } catch is GradesError {
    } catch is StructureRefusal {}
    #expect(!example.steps.contains(.structure) || faults.contains { $0.hits > 0 })
    office.control.reset()
    let kept = try await office.manualCells()
    for (cell, value) in values where !lost.contains(cell.identifier.rawValue) {
      #expect(kept[cell]?.content == value.content, "\(cell)")
    }
    let after = try await office.structure()
    if isFinished {
      #expect(office.sorted(after) == office.sorted(file))
    } else {
      #expect(try await office.apply(try await office.plan(file)).isFinished)
      #expect(office.sorted(try await office.structure()) == office.sorted(file))
    }
  }
}

extension Office {
  /// Drafts of several kinds: new values, a cleared one, a text with a note. Returns what they want.
  fileprivate func prepareDrafts() async throws -> [GradeCell: DraftEdit] {
    let grid = try await grid()
    let students = try await students(12)
    var edits = students.map { student in
      let cell = GradeCell(student, ItemIdentifier("du1"))
      return DraftEdit(cell: cell, base: grid[cell], value: .number(0.75), note: grid[cell].note)
    }
    let text = GradeCell(students[0], ItemIdentifier("slovne"))
    edits.append(DraftEdit(cell: text, base: grid[text], value: .text("Dobré"), note: "nové"))
    let cleared = try #require(
      students.map { GradeCell($0, ItemIdentifier("test_a")) }.first { grid[$0].value != nil })
    edits.append(
      DraftEdit(cell: cleared, base: grid[cleared], value: nil, note: grid[cleared].note))
    edits.removeAll(where: \.isEmpty)
    try await store.put(edits, in: gradebook)
    return Dictionary(uniqueKeysWithValues: edits.map { ($0.cell, $0) })
  }

  /// What cells of manual items have, also those of hidden items.
  fileprivate func manualCells() async throws -> [GradeCell: RecordedValue] {
    let grid = try await grid()
    let manual = grid.definitions.filter { $0.evaluationType == .manual }
    return Dictionary(
      uniqueKeysWithValues: grid.students.flatMap { student in
        manual.map {
          let cell = GradeCell(student.username, $0.identifier)
          return (cell, grid[cell])
        }
      })
  }

  /// Publishes as the program does that meets an error: what was sent is read after the quiet period.
  fileprivate func publishOrFail() async -> PublishReport? {
    var report: PublishReport?
    do { report = try await publish() } catch {
      #expect(error is GradesError, "\(error)")
    }
    clock.pass(seconds: 121)
    do {
      let late = try await Publisher(api: api, store: store).confirm(in: gradebook)
      report?.rows += late.rows.filter { $0.verdict == .published }
    } catch {
      #expect(error is GradesError, "\(error)")
    }
    return report
  }

  /// Only drafted cells have changed, to what was wanted; what is published is there, all else is a draft.
  fileprivate func check(
    _ report: PublishReport?, of wanted: [GradeCell: DraftEdit],
    over before: [GradeCell: RecordedValue], isComplete: Bool = false
  ) async throws {
    control.reset()
    let after = try await manualCells()
    for (cell, value) in after where value.content != before[cell]?.content {
      let edit = try #require(wanted[cell], "\(cell) was overwritten")
      #expect(value.content == [word(edit.value), edit.note ?? ""], "\(cell)")
    }
    for change in report?.published ?? [] {
      let edit = try #require(wanted[change.cell])
      #expect(after[change.cell]?.content == [word(edit.value), edit.note ?? ""])
    }
    let drafts = Set(try await store.drafts(in: gradebook).map(\.cell))
    for (cell, edit) in wanted where !drafts.contains(cell) {
      #expect(after[cell]?.content == [word(edit.value), edit.note ?? ""], "\(cell) is lost")
    }
    if isComplete { #expect(drafts.isEmpty) }
  }
}

extension RecordedValue {
  /// The value and the note.
  fileprivate var content: [String] { [word(value), note ?? ""] }
}
