import Foundation
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

/// What a structure's file would change, and what that touches.
@Suite("The plan of a structure's file")
struct StructurePlanTests {
  private let course = CourseCode("XI-AAA.23")
  private let semester = SemesterCode("B261")!

  private func definitions() -> [Classification] {
    [
      Classification(
        identifier: ItemIdentifier("du1"), id: 1,
        names: [LocalizedName(language: "cs", name: "Úkol")], index: 0, minimumValue: 0,
        maximumValue: 10),
      Classification(identifier: ItemIdentifier("du2"), id: 2, index: 1, maximumValue: 10),
      Classification(
        identifier: ItemIdentifier("body"), id: 3, evaluationType: .expression, index: 2,
        expression: "SUM(`du[0-9]`)"),
    ]
  }

  private func row(_ name: String, _ du1: Double?, _ du2: Double?) -> GroupRow {
    func value(_ number: Double?) -> RecordedValue {
      RecordedValue(value: number.map(GradeValue.number))
    }
    return GroupRow(
      student: Student(username: Username(name), firstName: nil, lastName: nil),
      values: [ItemIdentifier("du1"): value(du1), ItemIdentifier("du2"): value(du2)])
  }

  private func plan(
    lost: [ItemDefinition.OtherMember] = [], _ edit: (inout StructureFile) -> Void
  ) -> StructurePlan {
    var file = StructureFile(course: course, semester: semester, definitions: definitions())
    edit(&file)
    return StructurePlan(
      course: course, semester: semester, file: file,
      definitions: definitions().map { ItemDefinition($0, otherMembers: lost) },
      rows: [row("a", 9, 1), row("b", 4, nil), row("c", 12, 0), row("d", nil, nil)])
  }

  @Test("Exported and read again, random courses have nothing to change")
  func fuzzUnchanged() async {
    await FuzzRun.seeds(1_000) { seed in
      var random = RandomStructure(seed)
      let definitions = random.definitions()
      let file = StructureFile(course: course, semester: semester, definitions: definitions)
      let plan = StructurePlan(
        course: course, semester: semester,
        file: StructureReading(Data(file.text().utf8)).file,
        definitions: definitions.map { ItemDefinition($0) }, rows: [])
      #expect(
        plan.isEmpty && plan.misordered.isEmpty && plan.recomputations.isEmpty, "seed \(seed)")
    }
  }

  @Test("A changed bound: the field, the values, and those that fall out")
  func bounds() throws {
    let plan = plan { $0.items[0].definition.maximumValue = 5 }
    let change = try #require(plan.changes.first)
    #expect(plan.changes.count == 1 && plan.additions.isEmpty && plan.removals.isEmpty)
    #expect(change.fields.map(\.field) == ["maximum"])
    #expect(change.fields[0].from == .number(10) && change.fields[0].to == .number(5))
    #expect(change.values == 3)
    // 12 was out of the bounds before.
    #expect(change.outOfBounds == 1)
    #expect(plan.recomputations.isEmpty)
  }

  @Test("A removed item: its values, and the students whose sum changes")
  func removal() {
    let plan = plan { $0.items.remove(at: 1) }
    #expect(plan.removals.map(\.item.identifier.rawValue) == ["du2"])
    #expect(plan.removals.map(\.values) == [2])
    // One of the two values is zero.
    #expect(plan.recomputations.map(\.identifier.rawValue) == ["body"])
    #expect(plan.recomputations.map(\.students) == [1])
  }

  @Test("A changed expression is estimated, or known to be unknown")
  func expression() {
    let changed = plan { $0.items[2].definition.expression = "du1" }
    #expect(changed.recomputations.map(\.students) == [1])
    let unknown = plan { $0.items[2].definition.expression = "du1 - du2" }
    #expect(unknown.recomputations.map(\.students) == [nil])
  }

  @Test("New items, names, parents and the order that cannot change")
  func others() {
    let plan = plan { file in
      file.items.swapAt(0, 1)
      file.items[1].definition.names.append(LocalizedName(language: "en", name: "Task"))
      let new = Classification(identifier: ItemIdentifier("du3"))
      file.items.insert(
        CourseItem(definition: new, parent: ItemIdentifier("body"), depth: 1), at: 3)
    }
    #expect(plan.additions.map(\.identifier.rawValue) == ["du3"])
    #expect(plan.changes.flatMap(\.fields).map(\.field) == ["name.en"])
    #expect(plan.changes.flatMap(\.fields).map(\.from) == [.none])
    #expect(plan.misordered == [nil])
  }

  @Test("An added item has all its fields, and the item behind which it comes")
  func addition() throws {
    let plan = plan { file in
      var new = Classification(
        identifier: ItemIdentifier("du0"), names: [LocalizedName(language: "cs", name: "Nultý")],
        hidden: true, requiredValue: 2.5)
      new.parentIdentifier = nil
      file.items.insert(CourseItem(definition: new), at: 0)
    }
    let fields = try #require(plan.newItems.first).fields
    #expect(
      fields.map(\.field)
        == ["after", "name.cs", "type", "valueType", "evaluationType", "required", "hidden"])
    #expect(fields.first?.to == .text("body") && fields[5].to == .number(2.5))
    #expect(plan.misordered == [nil])
  }

  @Test("An item that comes back under another identifier is named")
  func renamed() {
    let plan = plan { file in
      file.items[0].definition.identifier = ItemIdentifier("prvni")
      file.items[1].definition.identifier = ItemIdentifier("druhy")
    }
    // The second one has no name: nothing says that it is the same.
    #expect(plan.renamings.map(\.old.rawValue) == ["du1"])
    #expect(plan.renamings.map(\.new.rawValue) == ["prvni"])
  }

  @Test("Removing more than half of the items is noticed")
  func mostRemoved() {
    #expect(!plan { $0.items.removeLast() }.removesMost)
    #expect(plan { $0.items.removeFirst(2) }.removesMost)
    #expect(plan { $0.items = [] }.removesMost)
  }

  @Test("Blanks and line breaks at the ends of texts are neither a change nor sent")
  func blanks() throws {
    #expect(plan { $0.items[2].definition.expression = "\n SUM(`du[0-9]`) \n" }.isEmpty)
    let changed = plan { file in
      file.items[0].definition.names = [LocalizedName(language: "cs", name: " Úloha\n")]
    }
    let change = try #require(changed.changes.first)
    #expect(change.fields.map(\.to) == [.text("Úloha")])
    #expect(change.item.sent.names.map(\.name) == ["Úloha"])
  }

  @Test("What an update would lose is named")
  func lost() {
    let skills = ItemDefinition.OtherMember(name: "skillDtos", json: "[{\"id\":1}]")
    let plan = plan(lost: [skills]) { $0.items[0].definition.hidden = true }
    #expect(plan.changes.map(\.lost) == [["skillDtos"]])
  }
}
