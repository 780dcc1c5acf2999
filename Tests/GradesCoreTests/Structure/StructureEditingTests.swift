import GradesClient
import TestSupport
import Testing

@testable import GradesCore

/// Editing a course's structure, and what colleagues change in it at the same time.
@Suite("Editing a structure")
struct StructureEditingTests {
  private static let course = CourseCode("XI-AAA.23")
  private static let semester = SemesterCode("B261")!

  private static func definition(
    _ name: String, _ index: Int, below parent: Int? = nil, maximum: Double? = 10
  ) -> Classification {
    Classification(
      identifier: ItemIdentifier(name), id: index + 1, parentID: parent, index: index,
      maximumValue: maximum)
  }

  /// Two roots, the first with two children, and their sum.
  private static var definitions: [Classification] {
    [
      definition("ukoly", 0), definition("du1", 1, below: 1), definition("du2", 2, below: 1),
      definition("test", 3),
      Classification(
        identifier: ItemIdentifier("body"), id: 5, evaluationType: .expression, index: 4,
        expression: "du1 + test"),
    ]
  }

  private func editing(
    _ definitions: [Classification] = definitions, lost: String? = nil
  ) -> StructureEditing {
    StructureEditing(
      course: Self.course, semester: Self.semester,
      definitions: definitions.map { item in
        let members =
          lost == item.identifier.rawValue
          ? [ItemDefinition.OtherMember(name: "skillDtos", json: "[1]")] : []
        return ItemDefinition(item, otherMembers: members)
      })
  }

  private func id(_ name: String) -> ItemIdentifier { ItemIdentifier(name) }

  private func tree(_ editing: StructureEditing) -> String {
    editing.items.map { String(repeating: ".", count: $0.depth) + $0.identifier.rawValue }
      .joined(separator: " ")
  }

  @Test("An item that was moved is put back to its parent")
  func restoresPlace() throws {
    var edited = editing()
    let before = tree(edited)
    try edited.move(id("du1"), .out)
    #expect(tree(edited) != before)
    try edited.restore(id("du1"))
    #expect(tree(edited) == before)
    #expect(edited.plan([]).isEmpty)
  }

  // MARK: Edits

  @Test("Each field is a change of the plan, and undo takes them back one by one")
  func fields() throws {
    var editing = editing()
    let edits: [((inout Classification) -> Void, String)] = [
      ({ $0[name: "en"] = "Test" }, "name.en"),
      ({ $0.classificationType = ClassificationType(rawValue: "QUIZ") }, "type"),
      ({ $0.valueType = .string }, "valueType"),
      ({ $0.evaluationType = .aggregation }, "evaluationType"),
      ({ $0.minimumValue = 1 }, "minimum"), ({ $0.requiredValue = 2 }, "required"),
      ({ $0.maximumValue = nil }, "maximum"), ({ $0.hidden = true }, "hidden"),
      ({ $0.editedExpression = "du1" }, "expression"),
    ]
    for (edit, _) in edits { try editing.change(id("test"), edit) }
    let plan = editing.plan([])
    #expect(plan.changes.map(\.item.identifier) == [id("test")])
    #expect(Set(plan.changes[0].fields.map(\.field)) == Set(edits.map(\.1)))
    for _ in edits { editing.undo() }
    #expect(editing.plan([]).isEmpty && !editing.canUndo && editing.canRedo)
    editing.redo()
    #expect(editing.plan([]).changes[0].fields.map(\.field) == ["name.en"])
    try editing.change(id("test")) { $0[name: "en"] = "Exam" }
    #expect(!editing.canRedo)
    // The same again is no step.
    try editing.change(id("test")) { $0[name: "en"] = "Exam" }
    editing.undo()
    editing.undo()
    #expect(!editing.canUndo)
  }

  @Test("An expression makes an item computed, and without one it is graded again")
  func expression() throws {
    var editing = editing()
    try editing.change(id("test")) { $0.editedExpression = "du1" }
    #expect(editing.items[3].definition.evaluationType == .expression)
    try editing.change(id("test")) { $0.editedExpression = "  " }
    #expect(editing.plan([]).isEmpty)
  }

  @Test(
    "The service never renames: only a new item gets another identifier, and its children with it")
  func identifiers() throws {
    var editing = editing()
    #expect(throws: StructureEditRefusal.identifierOfExisting) {
      try editing.change(id("du1")) { $0.identifier = id("du9") }
    }
    try editing.add(id("du3"), below: id("ukoly"))
    try editing.add(id("du3a"), below: id("du3"))
    #expect(tree(editing) == "ukoly .du1 .du2 .du3 ..du3a test body")
    try editing.change(id("du3")) { $0.identifier = id("du4") }
    #expect(editing.items.first { $0.identifier == id("du3a") }?.parent == id("du4"))
    #expect(throws: StructureEditRefusal.identifierTaken(id("du1"))) {
      try editing.change(id("du4")) { $0.identifier = id("du1") }
    }
    #expect(throws: StructureEditRefusal.identifierEmpty) { try editing.add(id(" "), below: nil) }
    #expect(throws: StructureEditRefusal.noItem(id("x"))) {
      try editing.add(id("y"), below: id("x"))
    }
    // An item that is still to be removed has its identifier as long as the service has the item.
    try editing.remove(id("test"))
    #expect(throws: StructureEditRefusal.identifierTaken(id("test"))) {
      try editing.add(id("test"), below: nil)
    }
  }

  @Test("What an update would lose is not edited, and stays where it is")
  func lost() throws {
    var editing = editing(lost: "du1")
    #expect(throws: StructureEditRefusal.lost(["skillDtos"])) {
      try editing.change(id("du1")) { $0.hidden = true }
    }
    #expect(throws: StructureEditRefusal.lost(["skillDtos"])) { try editing.move(id("du1"), .out) }
    try editing.remove(id("du1"))
    #expect(tree(editing) == "ukoly .du2 test body")
  }

  @Test("An item is removed with those below it, and comes back with those above it")
  func removing() throws {
    var editing = editing()
    try editing.remove(id("ukoly"))
    #expect(tree(editing) == "test body")
    #expect(editing.plan([]).removals.map(\.item.identifier.rawValue) == ["du2", "du1", "ukoly"])
    try editing.restore(id("du2"))
    #expect(tree(editing) == "ukoly .du2 test body")
    editing.undo()
    editing.undo()
    #expect(tree(editing) == "ukoly .du1 .du2 test body")
    try editing.change(id("du1")) { $0.maximumValue = 5 }
    try editing.restore(id("du1"))
    #expect(editing.plan([]).isEmpty)
  }

  @Test("Only new items change their order; the service keeps that of its own")
  func order() throws {
    var editing = editing()
    #expect(throws: StructureEditRefusal.orderOfExisting) { try editing.move(id("du1"), .down) }
    #expect(throws: StructureEditRefusal.atEnd) { try editing.move(id("du1"), .up) }
    try editing.add(id("a"), below: id("ukoly"))
    try editing.add(id("b"), below: id("ukoly"))
    #expect(throws: StructureEditRefusal.orderOfExisting) { try editing.move(id("a"), .up) }
    try editing.move(id("b"), .up)
    #expect(tree(editing) == "ukoly .du1 .du2 .b .a test body")
    #expect(editing.plan([]).misordered == [])
    try editing.move(id("a"), .out)
    #expect(tree(editing) == "ukoly .du1 .du2 .b test body a")
    // An item that the service has goes behind the others of its new parent.
    try editing.move(id("du1"), .out)
    #expect(
      tree(editing) == "ukoly .du2 .b test body du1 a"
        || tree(editing) == "ukoly .du2 .b test body a du1")
    try editing.move(id("test"), .into)
    #expect(tree(editing).hasPrefix("ukoly .du2 .b .test body"))
    #expect(editing.plan([]).misordered == [])
    #expect(editing.items.allSatisfy { $0.definition.parentIdentifier == $0.parent })
  }

  @Test("A value is computed for a student")
  func estimate() throws {
    var editing = editing()
    let values: [ItemIdentifier: GradeValue] = [id("du1"): .number(3), id("test"): .number(4)]
    #expect(editing.estimate(of: id("body"), given: values) == .success(.number(7)))
    #expect(editing.estimate(of: id("du1"), given: values) == nil)
    try editing.change(id("body")) { $0.editedExpression = "du1 +" }
    guard case .failure(.syntax) = editing.estimate(of: id("body"), given: values) else {
      Issue.record("no error")
      return
    }
  }

  @Test("Findings name the item, the field and the offset in an expression")
  func findings() throws {
    var editing = editing()
    try editing.change(id("body")) { $0.editedExpression = "du1 + projekt" }
    try editing.change(id("du2")) { $0.minimumValue = 20 }
    let errors = editing.draft.edited.findings.filter { $0.severity == .error }
    #expect(errors.map(\.item) == [2, 4])
    #expect(errors.map(\.field) == [.maximum, .expression])
    #expect(errors.map(\.offset) == [nil, 6])
  }

  // MARK: Colleagues

  @Test("What a colleague has changed stays, beside edits of other fields and items")
  func colleague() throws {
    var editing = editing()
    try editing.change(id("du1")) { $0.maximumValue = 20 }
    try editing.change(id("du1")) { $0[name: "en"] = "Quiz" }
    try editing.add(id("du3"), below: id("ukoly"))
    var theirs = Self.definitions
    theirs[1].hidden = true
    theirs[3].maximumValue = 50
    theirs.append(Self.definition("projekt", 5))
    editing.take(theirs.map { ItemDefinition($0) })
    #expect(editing.foreign.map(\.identifier.rawValue) == ["du1", "test", "projekt"])
    let kinds = editing.foreign.map(\.kind)
    let hidden = StructurePlan.FieldChange(field: "hidden", from: .flag(false), to: .flag(true))
    #expect(kinds.first == .changed([hidden]) && kinds.last == .added)
    #expect(editing.dropped == [])
    #expect(tree(editing) == "ukoly .du1 .du2 .du3 test body projekt")
    let plan = editing.plan([])
    #expect(plan.changes.flatMap(\.fields).map(\.field) == ["name.en", "maximum"])
    #expect(plan.additions.map(\.identifier.rawValue) == ["du3"])
    // A step would take back theirs; each edit can still be.
    #expect(!editing.canUndo && !editing.canRedo)
    try editing.restore(id("du1"))
    #expect(editing.plan([]).changes == [] && editing.items[1].definition.hidden)
    editing.undo()
    #expect(editing.plan([]).changes.count == 1)
    editing.forgetSteps(areSent: false)
    #expect(editing.foreign == [])
  }

  @Test("The same items, read again, leave the steps")
  func nothingNew() throws {
    var editing = editing()
    try editing.change(id("du1")) { $0.maximumValue = 20 }
    editing.take(Self.definitions.map { ItemDefinition($0) })
    #expect(editing.foreign == [] && editing.canUndo)
    editing.undo()
    #expect(editing.plan([]).isEmpty)
  }

  @Test("Where both have changed the same, theirs stays, and the edit is named")
  func contradiction() throws {
    var editing = editing()
    try editing.change(id("du1")) { $0.maximumValue = 20 }
    var theirs = Self.definitions
    theirs[1].maximumValue = 15
    editing.take(theirs.map { ItemDefinition($0) })
    let dropped = try #require(editing.dropped.first)
    #expect(editing.dropped.count == 1 && dropped.item == id("du1"))
    #expect(dropped.field?.from == .number(20) && dropped.field?.to == .number(15))
    #expect(editing.foreign.map(\.identifier) == [id("du1")])
    #expect(editing.plan([]).isEmpty)
    // What a colleague does the same way is no contradiction.
    var same = self.editing()
    try same.change(id("du1")) { $0.maximumValue = 15 }
    same.take(theirs.map { ItemDefinition($0) })
    #expect(same.dropped == [] && same.foreign == [])
    #expect(same.plan([]).isEmpty)
  }

  @Test("What was applied is no news, and nothing is left to be done")
  func applied() throws {
    var editing = editing()
    try editing.change(id("du1")) { $0.maximumValue = 20 }
    try editing.remove(id("test"))
    try editing.add(id("du3"), below: id("ukoly"))
    var theirs = Self.definitions.filter { $0.identifier != id("test") }
    theirs[1].maximumValue = 20
    theirs.append(
      Classification(
        identifier: id("du3"), id: 9, parentID: 1, parentIdentifier: id("ukoly"), index: 9))
    editing.take(theirs.map { ItemDefinition($0) })
    #expect(editing.foreign == [] && editing.dropped == [])
    #expect(editing.plan([]).isEmpty)
  }

  @Test("Removed on one side and changed on the other: theirs stays")
  func removals() throws {
    var editing = editing()
    try editing.remove(id("du1"))
    try editing.change(id("du2")) { $0.maximumValue = 20 }
    try editing.remove(id("test"))
    var theirs = Self.definitions.filter { $0.identifier != id("du2") }
    theirs[1].maximumValue = 15
    editing.take(theirs.map { ItemDefinition($0) })
    #expect(Set(editing.dropped.map(\.item.rawValue)) == ["du1", "du2"])
    #expect(tree(editing) == "ukoly .du1 body")
    #expect(editing.plan([]).removals.map(\.item.identifier.rawValue) == ["test"])
  }

  @Test("An item to be removed stays where a colleague has put another below it")
  func parentOfNew() throws {
    var editing = editing()
    try editing.remove(id("ukoly"))
    let theirs = Self.definitions + [Self.definition("du3", 5, below: 1)]
    editing.take(theirs.map { ItemDefinition($0) })
    #expect(editing.dropped.map(\.item) == [id("ukoly")])
    #expect(tree(editing) == "ukoly .du3 test body")
  }

  @Test("Each field that only this side has edited stays edited")
  func keptFields() throws {
    let edits: [(inout Classification) -> Void] = [
      { $0[name: "en"] = "Quiz" }, { $0.classificationType = ClassificationType(rawValue: "QUIZ") },
      { $0.minimumValue = 1 }, { $0.requiredValue = 2 }, { $0.maximumValue = 30 },
      { $0.hidden = true }, { $0.valueType = .string }, { $0.editedExpression = "du2" },
    ]
    for (index, edit) in edits.enumerated() {
      var editing = editing()
      try editing.change(id("du1"), edit)
      let wanted = editing.plan([]).changes.flatMap(\.fields)
      var theirs = Self.definitions
      theirs[3].maximumValue = 50
      editing.take(theirs.map { ItemDefinition($0) })
      #expect(editing.plan([]).changes.flatMap(\.fields) == wanted, "\(index)")
      #expect(editing.plan([]).changes.map(\.item.identifier) == [id("du1")], "\(index)")
    }
    var moved = editing()
    try moved.move(id("du1"), .out)
    moved.take((Self.definitions + [Self.definition("projekt", 5)]).map { ItemDefinition($0) })
    #expect(moved.plan([]).changes.flatMap(\.fields).map(\.field) == ["parent"])
  }

  @Test("Without edits, there is nothing of this side left")
  func fuzzEdits() async {
    await FuzzRun.seeds(200) { seed in
      var numbers = RandomStructure(seed)
      let (base, theirs) = (numbers.definitions(), numbers.definitions())
      var editing = StructureEditing(
        course: Self.course, semester: Self.semester, definitions: base.map { ItemDefinition($0) })
      editing.take(theirs.map { ItemDefinition($0) })
      #expect(editing.plan([]).isEmpty && editing.dropped.isEmpty, "seed \(seed)")
      #expect(editing.foreign.isEmpty, "seed \(seed)")
      #expect(editing.items.map(\.identifier) == editing.present.map(\.identifier), "\(seed)")
    }
  }

  // MARK: Problems

  @Test("Only errors that the edits make are errors; those of the service are warnings")
  func presentErrors() throws {
    var definitions = Self.definitions
    definitions[4].expression = "du1 + nic"
    var editing = editing(definitions)
    func errors() -> [String] {
      editing.findings.filter { $0.severity == .error }.map {
        editing.items[$0.item].identifier.rawValue
      }
    }
    #expect(errors() == [] && editing.draft.edited.findings.contains { $0.severity == .error })
    #expect(editing.findings.contains { $0.item == 4 && $0.severity == .warning })
    try editing.change(id("body")) { $0.maximumValue = 20 }
    #expect(errors() == [])
    // Its own expression, or what it reads.
    try editing.change(id("body")) { $0.editedExpression = "du1 - nic" }
    #expect(errors() == ["body"])
    editing.undo()
    try editing.remove(id("du1"))
    #expect(errors() == ["body"])
    editing.undo()
    definitions[4].expression = "du1"
    editing.take(definitions.map { ItemDefinition($0) })
    try editing.change(id("body")) { $0.editedExpression = "du1 + nic" }
    #expect(errors() == ["body"])
  }

  @Test("Bounds that are edited are to be in order, also where those of the service are not")
  func presentBounds() throws {
    var definitions = Self.definitions
    definitions[3].minimumValue = 12
    var editing = editing(definitions)
    func severities() -> [StructureProblem.Severity] {
      editing.findings.filter { if case .bounds = $0.kind { true } else { false } }
        .map(\.severity)
    }
    #expect(severities() == [.warning])
    try editing.change(id("test")) { $0.hidden = true }
    #expect(severities() == [.warning])
    let edits: [(inout Classification) -> Void] = [
      { $0.minimumValue = 11 }, { $0.maximumValue = 9 },
    ]
    for edit in edits {
      try editing.change(id("test"), edit)
      #expect(severities() == [.error])
      editing.undo()
      #expect(severities() == [.warning])
    }
    try editing.change(id("test")) { $0.maximumValue = 12 }
    #expect(severities() == [])
  }

  @Test("A new item needs an identifier for expressions that no other has in any case")
  func newIdentifiers() throws {
    var editing = editing()
    for text in ["du 9", "9du", "du-9", "du9 ", "tečka."] {
      #expect(
        editing.refusal(ofIdentifier: id(text)) == .identifierNoName(id(text)), "\(text)")
    }
    #expect(editing.refusal(ofIdentifier: id("DU1")) == .identifierTaken(id("du1")))
    try editing.add(id("du9"), below: nil)
    #expect(editing.refusal(ofIdentifier: id("DU9"), besides: id("du9")) == nil)
  }

  // MARK: What is to be removed

  @Test("Removed items stay in sight where they are, and can be restored after reopening")
  func removedInSight() throws {
    var editing = editing()
    try editing.add(id("du3"), below: id("ukoly"))
    try editing.remove(id("du1"))
    try editing.remove(id("test"))
    let all = editing.itemsWithRemoved.map {
      String(repeating: ".", count: $0.depth) + $0.identifier.rawValue
    }
    #expect(all == ["ukoly", ".du1", ".du2", ".du3", "test", "body"])
    var resumed = StructureEditing(
      resuming: editing.draft, course: Self.course, semester: Self.semester,
      definitions: Self.definitions.map { ItemDefinition($0) })
    try resumed.restore(id("test"))
    #expect(tree(resumed) == "ukoly .du2 .du3 test body")
  }

  @Test("What was sent is no step that could be taken back")
  func sentSteps() throws {
    var editing = editing()
    try editing.change(id("du1")) { $0.maximumValue = 12 }
    try editing.change(id("du1")) { $0.maximumValue = 15 }
    editing.undo()
    editing.redo()
    editing.forgetSteps(areSent: false)
    #expect(!editing.canUndo && !editing.canRedo)
    #expect(editing.plan([]).changes.count == 1)
  }

  @Test("How the service writes what was sent is no change by a colleague")
  func rewritten() throws {
    var editing = editing()
    try editing.change(id("body")) { $0.editedExpression = "du1+du2" }
    editing.forgetSteps(areSent: true)
    editing.take(editing.definitions)
    #expect(editing.plan([]).changes == [] && editing.foreign == [])
  }
}
