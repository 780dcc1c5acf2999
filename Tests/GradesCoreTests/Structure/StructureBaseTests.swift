import Foundation
import GradesClient
import GradesTesting
import TestSupport
import Testing

@testable import GradesCore

/// A structure's file that names what it was made of, compared with that and with the course.
@Suite("What a structure's file was made of", .hangLimit, .inTurn)
struct StructureBaseTests {
  /// What one user exports and applies, on a computer of a folder.
  private struct Person {
    let office: Office
    var name = "ucitezk1"
    var folder = "backups"

    var applier: StructureApplier {
      let owner = DraftOwner(host: "demo", username: Username(name))
      return StructureApplier(
        api: office.api, backups: StructureBackups(folder: office.folder.file(folder)),
        host: "demo", owner: { owner }, now: { office.clock.now })
    }

    private func definitions() async throws -> [ItemDefinition] {
      try await office.api.course(Office.gradebook).definitions.structure()
    }

    /// The course as an exported file, written and read again, with edits.
    func export(_ edit: (inout StructureFile) -> Void = { _ in }) async throws -> StructureFile {
      let (course, semester) = (Office.gradebook.course, Office.gradebook.semester)
      let exported = await applier.file(try await definitions(), of: course, in: semester)
      var file = StructureReading(Data(exported.text().utf8)).file
      #expect(file.base == exported.digest)
      edit(&file)
      return file
    }

    func plan(_ file: StructureFile) async throws -> StructurePlan {
      try await applier.plan(
        for: file, of: Office.gradebook.course, in: Office.gradebook.semester)
    }

    func apply(_ file: StructureFile, isOfFile: Bool = true) async throws {
      let plan = try await plan(file)
      let removed = Set(plan.removals.map(\.item.identifier))
      let outcome = try await applier.apply(plan, removing: removed, isOfFile: isOfFile)
      #expect(outcome.isFinished)
    }

    func update(_ file: StructureFile) async throws -> (
      file: StructureFile, changes: StructureComparison
    ) {
      await applier.updated(
        file, of: Office.gradebook.course, in: Office.gradebook.semester,
        over: try await definitions())
    }
  }

  private func people() async throws -> (me: Person, colleague: Person) {
    let office = try await Office.open()
    return (Person(office: office), Person(office: office, name: "obojial1"))
  }

  private func changes(_ plan: StructurePlan) -> [String] {
    plan.changes.flatMap { change in
      change.fields.map { field in
        let value = field.to.map { "\($0)" } ?? "none"
        return "\(change.item.identifier) \(field.field) \(value)"
      }
    }
  }

  @Test("What a colleague has changed since the export is shown as theirs, and stays")
  func theirs() async throws {
    let (me, colleague) = try await people()
    let mine = try await me.export { $0["du3"]?.requiredValue = 4 }
    try await colleague.apply(
      try await colleague.export { file in
        file["du3"]?.maximumValue = 12
        file["slovne"] = nil
        file.items.append(
          CourseItem(definition: Classification(identifier: ItemIdentifier("esej"))))
      })
    let plan = try await me.plan(mine)
    #expect(changes(plan) == ["du3 required 4"])
    #expect(plan.additions.isEmpty && plan.removals.isEmpty && plan.misordered.isEmpty)
    #expect(plan.comparison?.foreign.map(\.identifier.rawValue) == ["du3", "esej", "slovne"])
    #expect(plan.conflicts.isEmpty && !plan.isUncertain)
    try await me.apply(mine)
    let now = try await me.office.structure()
    #expect(now["du3"]?.maximumValue == 12 && now["du3"]?.requiredValue == 4)
    #expect(now["slovne"] == nil && now["esej"] != nil)
  }

  @Test("What the user has applied is no change by others: an earlier file brings it back")
  func own() async throws {
    let (me, _) = try await people()
    let first = try await me.export()
    try await me.apply(
      try await me.export { file in
        file["du2"]?.hidden = true
        file["slovne"] = nil
      })
    let plan = try await me.plan(first)
    #expect(changes(plan) == ["du2 hidden no"])
    #expect(plan.additions.map(\.identifier.rawValue) == ["slovne"])
    #expect(plan.comparison?.foreign == [])
  }

  @Test("What was changed besides a file stays, also where its user has changed it")
  func besides() async throws {
    let (me, _) = try await people()
    let file = try await me.export { $0["du3"]?.requiredValue = 4 }
    try await me.apply(try await me.export { $0["du2"]?.hidden = true }, isOfFile: false)
    let plan = try await me.plan(file)
    #expect(changes(plan) == ["du3 required 4"])
    #expect(plan.comparison?.foreign.map(\.identifier.rawValue) == ["du2"])
  }

  @Test("What is wanted below an item that a colleague has removed or moved is a conflict")
  func below() async throws {
    let (me, colleague) = try await people()
    let mine = try await me.export { file in
      file.items.append(
        CourseItem(
          definition: Classification(
            identifier: ItemIdentifier("test_c"), parentIdentifier: ItemIdentifier("testy")),
          parent: ItemIdentifier("testy")))
    }
    try await colleague.apply(
      try await colleague.export { file in
        for name in ["testy", "test_a", "test_b"] { file[name] = nil }
      })
    let plan = try await me.plan(mine)
    #expect(plan.conflicts.map(\.item.rawValue) == ["test_c"])
    let (updated, found) = try await me.update(mine)
    let text = updated.text(marking: found.conflicts, ("theirs", "yours"))
    #expect(StructureReading(Data(text.utf8)).checked().hasErrors)
  }

  @Test("A file that does not name what it was made of loses no edit when it is brought up to date")
  func plain() async throws {
    let (me, _) = try await people()
    var mine = try await me.export { $0["du1"]?.maximumValue = 11 }
    mine.base = nil
    let (updated, found) = try await me.update(mine)
    let text = updated.text(marking: found.conflicts, ("theirs", "yours"))
    #expect(text.contains("maximum: 11  # yours\n"))
    #expect(StructureReading(Data(text.utf8)).hasErrors)
  }

  @Test("Where both sides have come to the same, the next edit is the file's alone")
  func same() async throws {
    let (me, colleague) = try await people()
    var mine = try await me.export { $0["du1"]?.maximumValue = 11 }
    try await colleague.apply(try await colleague.export { $0["du1"]?.maximumValue = 11 })
    #expect(try await me.plan(mine).isEmpty)
    mine["du1"]?.maximumValue = 12
    let plan = try await me.plan(mine)
    #expect(changes(plan) == ["du1 maximum 12"])
    #expect(plan.conflicts.isEmpty)
  }

  @Test("Where both have changed the same, theirs stays, until the file has one of both")
  func conflict() async throws {
    let (me, colleague) = try await people()
    let mine = try await me.export { file in
      file["test_b"]?.maximumValue = 21
      file["test_b"]?.names = [LocalizedName(language: "en", name: "Second test")]
      file["du4"]?.hidden = true
      file["interni"]?.hidden = false
      file["slovne"] = nil
    }
    try await colleague.apply(
      try await colleague.export { file in
        file["test_b"]?.maximumValue = nil
        file["interni"] = nil
        file["slovne"]?.names = [LocalizedName(language: "en", name: "Review")]
      })
    let plan = try await me.plan(mine)
    #expect(plan.conflicts.map { $0.field?.field } == ["maximum", nil, nil])
    #expect(plan.conflicts.map(\.item.rawValue) == ["test_b", "interni", "slovne"])
    #expect(plan.removals.isEmpty && plan.additions.isEmpty)
    let (updated, found) = try await me.update(mine)
    #expect(found.conflicts == plan.conflicts)
    let text = updated.text(marking: found.conflicts, ("theirs", "yours"))
    #expect(text.contains("maximum: null  # theirs\n        maximum: 21  # yours\n"))
    // Both are there, so that it cannot be applied.
    #expect(StructureReading(Data(text.utf8)).hasErrors)
    // So are items that one side has removed.
    #expect(text.contains("- identifier: interni  # theirs\n  - identifier: interni  # yours\n"))
    let lines = text.split(separator: "\n").filter { !$0.hasSuffix("# theirs") }
    let decided = StructureReading(Data(lines.joined(separator: "\n").utf8))
    #expect(!decided.hasErrors)
    let last = try await me.plan(decided.file)
    #expect(last.conflicts.isEmpty && last.comparison?.foreign == [] && last.removals.isEmpty)
    #expect(changes(last).contains("test_b maximum 21"))
    #expect(changes(last).contains("du4 hidden yes"))
    // What a colleague has removed is added again only with the file, where it stands in sight.
    #expect(last.additions.map(\.identifier.rawValue) == ["interni"])
  }

  @Test("On another computer, a difference may be a colleague's, unless the course is as it was")
  func elsewhere() async throws {
    let (me, colleague) = try await people()
    let mine = try await me.export { $0["du1"]?.maximumValue = 9 }
    let other = Person(office: me.office, folder: "elsewhere")
    let same = try await other.plan(mine)
    #expect(!same.isUncertain && changes(same) == ["du1 maximum 9"])
    try await colleague.apply(try await colleague.export { $0["du2"]?.maximumValue = 8 })
    let plan = try await other.plan(mine)
    #expect(plan.isUncertain && plan.conflicts.isEmpty)
    #expect(changes(plan) == ["du1 maximum 9", "du2 maximum 10"])
    let (updated, found) = try await other.update(mine)
    #expect(found.conflicts.map(\.item.rawValue) == ["du1", "du2"])
    #expect(updated["du2"]?.maximumValue == 8)
    // A file that was written by hand is what the course is to have.
    var plain = mine
    plain.base = nil
    let two = try await other.plan(plain)
    #expect(!two.isUncertain && changes(two) == changes(plan))
    // So is one of another course.
    var foreign = mine
    foreign.semester = SemesterCode("B251")
    #expect(try await !other.plan(foreign).isUncertain)
  }
}

extension StructureFile {
  /// The definition of an item; nil removes the item.
  fileprivate subscript(name: String) -> Classification? {
    get { items.first { $0.identifier.rawValue == name }?.definition }
    set {
      guard let index = items.firstIndex(where: { $0.identifier.rawValue == name }) else { return }
      if let newValue { items[index].definition = newValue } else { items.remove(at: index) }
    }
  }
}
