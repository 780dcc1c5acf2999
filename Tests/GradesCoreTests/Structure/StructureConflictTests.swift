import GradesClient
import GradesTesting
import TestSupport
import Testing

@testable import GradesCore

/// What others do to a course while its structure is changed, and what must not be lost by it.
@Suite("A structure that others change, too", .hangLimit, .inTurn)
struct StructureConflictTests {
  /// Makes a colleague create an item just before the request with a number.
  private func collide(
    _ identifier: String, below parent: String?, in office: Office, at number: Int
  ) {
    let theirs = Classification(
      identifier: ItemIdentifier(identifier), parentIdentifier: parent.map { ItemIdentifier($0) },
      names: [LocalizedName(language: "en", name: "Theirs")], maximumValue: 99)
    office.control.add(
      Fault(
        "POST", "/courses/XI-ZPT.23/definition", skipping: number,
        .run {
          try await office.api.course(Office.gradebook).definitions.create([theirs])
        }))
  }

  private func maximum(of identifier: String, in office: Office) async throws -> Double? {
    try await office.structure().items.first { $0.identifier.rawValue == identifier }?
      .definition.maximumValue
  }

  @Test("An item that a colleague has just created under the same name is shown, and stays")
  func sameName() async throws {
    let office = try await Office.open()
    let plan = try await office.plan(office.edited(try await office.structure()))
    collide("zk", below: nil, in: office, at: 0)
    let theirs = StructureForeignChange(identifier: ItemIdentifier("zk"), kind: .added)
    await #expect(throws: StructureRefusal.changed([theirs])) { try await office.apply(plan) }
    #expect(try await maximum(of: "zk", in: office) == 99)
    #expect(await office.backups.list().isEmpty)
  }

  @Test("The same in the middle of an application ends it")
  func sameNameLater() async throws {
    let office = try await Office.open()
    let plan = try await office.plan(office.edited(try await office.structure()))
    collide("zk1", below: "zk", in: office, at: 1)
    let outcome = try await office.apply(plan)
    #expect(!outcome.isFinished)
    let theirs = StructureForeignChange(identifier: ItemIdentifier("zk1"), kind: .added)
    #expect(outcome.foreign == [theirs])
    #expect(outcome.created.map(\.rawValue) == ["zk"])
    #expect(outcome.updated.isEmpty && outcome.removed.isEmpty)
    #expect(try await maximum(of: "zk1", in: office) == 99)
    // The same plan is still not good; a new one shows what would be overwritten.
    await #expect(throws: StructureRefusal.changed([theirs])) { try await office.apply(plan) }
    let next = try await office.plan(plan.file)
    let change = next.changes.first { $0.item.identifier.rawValue == "zk1" }
    #expect(change?.fields.contains { $0.field == "maximum" && $0.from == .number(99) } == true)
  }

  @Test("A response that is lost does not make a colleague's item ours")
  func lostResponse() async throws {
    let office = try await Office.open()
    let plan = try await office.plan(office.edited(try await office.structure()))
    let theirs = Classification(
      identifier: ItemIdentifier("zk"), names: [LocalizedName(language: "en", name: "Theirs")])
    office.control.add(
      Fault(
        "POST", "/courses/XI-ZPT.23/definition",
        .run {
          try await office.api.course(Office.gradebook).definitions.create([theirs])
        }))
    // The program does not see that its own request was refused.
    office.transport.loseAnswer(after: 0)
    let outcome = try? await office.apply(plan)
    #expect(outcome?.isFinished != true)
    #expect(outcome?.created.isEmpty != false)
    let now = try await office.structure().items.first { $0.identifier.rawValue == "zk" }
    #expect(now?.definition.name(in: .english) == "Theirs")
  }

  @Test("A value that comes between two removals is backed up and named, and its item stays")
  func valueBetweenRemovals() async throws {
    let office = try await Office.open()
    var file = try await office.structure()
    file.items.removeAll { ["slovne", "projekt"].contains($0.identifier.rawValue) }
    let plan = try await office.plan(file)
    let last = try #require(plan.removals.last?.item.identifier)
    let student = try #require(try await office.students(1).first)
    let isText = last.rawValue == "slovne"
    office.control.add(
      Fault(
        "DELETE", "/courses/XI-ZPT.23/definition",
        .run {
          try await office.control.changeAsColleague(
            course: "XI-ZPT.23", username: student.rawValue, item: last.rawValue,
            value: isText ? .text("late") : .number(1.5),
            note: "from a colleague")
        }))
    let outcome = try await office.apply(plan)
    #expect(!outcome.isFinished && !outcome.removed.contains(last))
    #expect(outcome.foreign == [StructureForeignChange(identifier: last, kind: .values)])
    let name = try #require(outcome.backup).lastPathComponent
    let backup = try await office.backups.read(name).backup
    let saved = backup.values[GradeCell(student, last)]
    #expect(saved?.note == "from a colleague")
    let now = try await office.values()[GradeCell(student, last)]
    #expect(saved?.value == now?.value && now?.note == "from a colleague")
  }

  @Test(
    "The backup stays where a removal was carried out, refused, and the course cannot be read",
    arguments: [400, 403, 404, 409, 422])
  func refusedAfterRemoval(status: Int) async throws {
    let office = try await Office.open()
    var file = try await office.structure()
    file.items.removeAll { $0.identifier.rawValue == "slovne" }
    let plan = try await office.plan(file)
    let path = "/courses/XI-ZPT.23/definition"
    // It is read before the backup is written and before the request.
    office.control.add(Fault("GET", path, skipping: 2, times: nil, .answer(status: 503)))
    office.control.add(Fault("DELETE", path, .answerAfterHandling(status: status)))
    await #expect(throws: GradesError.self) { try await office.apply(plan) }
    office.control.removeFaults()
    let left = try await office.structure().items.map(\.identifier.rawValue)
    #expect(!left.contains("slovne"))
    let backup = try #require(await office.backups.list().first?.backup)
    #expect(backup.values.contains { $0.key.identifier.rawValue == "slovne" })
  }

  @Test("A plan that only adds names the items whose values it changes")
  func onlyAdditions() async throws {
    let office = try await Office.open()
    var file = try await office.structure()
    let new = Classification(
      identifier: ItemIdentifier("du99"), evaluationType: .expression, expression: "du1")
    file.items.append(CourseItem(definition: new, parent: nil, depth: 0))
    let plan = try await office.plan(file)
    #expect(plan.changes.isEmpty && plan.removals.isEmpty)
    // The sum of all du… has a pattern.
    let sum = try #require(
      plan.recomputations.first { $0.identifier.rawValue == "ukoly" })
    #expect(try #require(sum.students) > 0)
  }

  @Test("An item that has nothing but a note is removed only where that is allowed")
  func onlyNotes() async throws {
    let office = try await Office.open()
    let before = try await office.structure()
    var file = before
    let new = Classification(
      identifier: ItemIdentifier("poznamky"),
      names: [LocalizedName(language: "en", name: "Notes")])
    file.items.append(CourseItem(definition: new, parent: nil, depth: 0))
    #expect(try await office.apply(try await office.plan(file)).isFinished)
    let student = try #require(try await office.students(1).first)
    try await office.control.changeAsColleague(
      course: "XI-ZPT.23", username: student.rawValue, item: "poznamky", value: nil,
      note: "ill in May")
    let plan = try await office.plan(before)
    #expect(plan.guardedRemovals.map(\.item.identifier) == [new.identifier])
    #expect(plan.guardedRemovals.map(\.values) == [1])
    await #expect(throws: StructureRefusal.removals(plan.guardedRemovals)) {
      try await office.applier.apply(plan)
    }
    let outcome = try await office.apply(plan)
    #expect(outcome.isFinished)
    let name = try #require(outcome.backup).lastPathComponent
    let backup = try await office.backups.read(name).backup
    #expect(backup.values.values.map(\.note) == ["ill in May"])
  }

  @Test("Students are notified of restored values only on request", arguments: [false, true])
  func restored(isRequested: Bool) async throws {
    let office = try await Office.open()
    let student = try #require(try await office.students(1).first)
    let grid = try await office.grid()
    let cell = GradeCell(student, ItemIdentifier("du1"))
    try await office.store.put(
      [DraftEdit(cell: cell, base: grid[cell], value: .number(3), note: grid[cell].note)],
      in: office.gradebook, from: .restore("backup.json"))
    let before = try await office.notificationCounts([student])
    let report = try await office.publish(notifyingRestored: isRequested)
    #expect(report.isFinished)
    #expect(report.notified == isRequested)
    #expect(report.notifiedStudents == (isRequested ? [student] : []))
    #expect(
      try await office.notificationCounts([student]) == before.map { $0 + (isRequested ? 1 : 0) })
  }

  @Test(
    "Students are notified of restored values beside one who has other drafts",
    arguments: [false, true])
  func restoredBesideOthers(isRequested: Bool) async throws {
    let office = try await Office.open()
    let students = try await office.students(3)
    try await office.draft("du1", of: [students[0]], .number(3.25))
    let grid = try await office.grid()
    try await office.store.put(
      students.map { student in
        let cell = GradeCell(student, ItemIdentifier("du2"))
        return DraftEdit(
          cell: cell, base: grid[cell], value: .number(3.25), note: grid[cell].note)
      }, in: office.gradebook, from: .restore("backup.json"))
    let before = try await office.notificationCounts(students)
    let report = try await office.publish(notifyingRestored: isRequested)
    #expect(report.isFinished)
    #expect(report.notifiedStudents == (isRequested ? Set(students) : [students[0]]))
    #expect(
      office.saves.map { $0.query["notify"] } == (isRequested ? ["true"] : ["true", "false"]))
    let after = try await office.notificationCounts(students)
    #expect(zip(before, after).map { $0 < $1 } == [true, isRequested, isRequested])
  }
}
