import Foundation
import GradesClient
import GradesTesting
import TestSupport
import Testing

@testable import GradesCore

/// Changing a course's structure at the embedded service, over real HTTP.
@Suite("Applying a structure", .hangLimit, .inTurn)
struct StructureApplierTests {
  /// How a request goes wrong.
  enum Trouble: CaseIterable, Sendable {
    case refused, failsBefore, lostBefore, lostAfter, timesOutAfter

    /// Makes the request with this number go wrong.
    func apply(to office: Office, at number: Int) {
      func fault(_ action: Fault.Action) {
        let structure = "/courses/XI-ZPT.23/definition"
        // Readings are left alone: each method has its own count.
        for (index, request) in Self.requests.enumerated() where index == number {
          let before = Self.requests[..<index].count { $0 == request }
          office.control.add(Fault(request, structure, skipping: before, action))
        }
      }
      switch self {
      case .refused: fault(.answer(status: 400, body: "No"))
      case .failsBefore: fault(.answer(status: 500))
      case .lostBefore: fault(.disconnectBeforeHandling)
      case .lostAfter: fault(.disconnectAfterHandling)
      case .timesOutAfter: office.transport.loseAnswer(after: number)
      }
    }

    /// What an application of ``StructureOffice/edited(_:)`` sends.
    static let requests = ["POST", "POST", "PUT", "DELETE", "DELETE", "DELETE", "DELETE"]
  }

  /// A new item as it is on the wire (Service contract, 6.9).
  private static func wire(_ identifier: String) -> [String: Any] {
    [
      "identifier": identifier, "parentIdentifier": "zk", "courseCode": "XI-ZPT.23",
      "semesterCode": "B261",
      "classificationTextDtos": [
        ["identifier": "cs", "name": "Zkouška"], ["identifier": "en", "name": "Exam"],
      ], "classificationType": "OTHER", "evaluationType": "MANUAL", "valueType": "NUMBER",
      "expression": NSNull(), "hidden": false, "minimumValue": NSNull(),
      "minimumRequiredValue": NSNull(), "maximumValue": 12.5,
    ]
  }

  @Test("The course is as the file says, and its export is the file")
  func applied() async throws {
    let office = try await Office.open()
    let before = try await office.structure()
    let file = office.edited(before)
    let plan = try await office.plan(file)
    office.control.resetRequestLog()
    let outcome = try await office.apply(plan)
    #expect(outcome.isFinished)
    #expect(outcome.created.map(\.rawValue) == ["zk", "zk1", "zk2"])
    #expect(outcome.updated.map(\.rawValue) == ["aktivita", "zapocet", "body", "interni"])
    #expect(outcome.removed.map(\.rawValue) == ["slovne", "test_b", "test_a", "testy"])
    let writes = office.control.requestLog.filter { $0.method != "GET" }
    #expect(writes.map(\.method) == Trouble.requests)
    let created = try JSONSerialization.jsonObject(with: writes[1].body) as? NSDictionary
    #expect(created == (["zk": [Self.wire("zk1"), Self.wire("zk2")]] as NSDictionary))
    #expect(writes[2].query.isEmpty && writes[2].path.hasSuffix("/courses/XI-ZPT.23/definitions"))
    let updated =
      try JSONSerialization.jsonObject(with: writes[2].body) as? [String: NSDictionary]
    #expect(updated?.keys.sorted() == ["aktivita", "body", "interni", "zapocet"])
    let members = Set(Self.wire("").keys)
    let course: [String: Any] = ["courseCode": "XI-ZPT.23", "semesterCode": "B261"]
    let change = updated?["zapocet"] as? [String: Any]
    let earlier = try #require(
      before.items.first { $0.identifier.rawValue == "zapocet" }?.definition)
    let sum: [String: Any] = [
      "identifier": "zapocet", "parentIdentifier": "",
      "classificationTextDtos": earlier.names.map {
        ["identifier": $0.language, "name": $0.name]
      },
      "classificationType": earlier.classificationType.rawValue, "evaluationType": "EXPRESSION",
      "valueType": "BOOLEAN", "expression": "projekt >= 15", "hidden": false,
      "minimumValue": NSNull(), "minimumRequiredValue": NSNull(), "maximumValue": NSNull(),
    ]
    #expect(change.map { $0 as NSDictionary } == sum.merging(course) { $1 } as NSDictionary)
    for definition in (updated ?? [:]).values {
      #expect(Set(definition.allKeys.compactMap { $0 as? String }) == members)
    }
    #expect(writes.last?.query == ["semester": "B261", "preserve-children": "true"])
    let after = try await office.structure()
    #expect(office.sorted(after) == office.sorted(file))
    #expect(try await office.plan(file).isEmpty)
    // Nothing more is sent for a file that is there already.
    office.control.resetRequestLog()
    #expect(try await office.apply(try await office.plan(file)).isFinished)
    #expect(office.control.requestLog.allSatisfy { $0.method == "GET" })
  }

  @Test(
    "Whichever request fails in whichever way, applying again converges, and the backup has all",
    arguments: Trouble.allCases, Trouble.requests.indices)
  func converges(trouble: Trouble, at request: Int) async throws {
    let office = try await Office.open()
    let before = try await office.structure()
    let values = try await office.values()
    let file = office.edited(before)
    let plan = try await office.plan(file)
    trouble.apply(to: office, at: request)
    do {
      let outcome = try await office.apply(plan)
      let isRecognised = trouble == .lostAfter || trouble == .timesOutAfter
      #expect(outcome.isFinished == isRecognised)
      #expect((outcome.failure == nil) == isRecognised)
      #expect((outcome.remaining?.isEmpty == true) == isRecognised)
    } catch is GradesError {
      // The first request was refused, so nothing has changed.
      #expect(trouble == .refused && request == 0)
      #expect(try await office.structure() == before)
      #expect(await office.backups.list().isEmpty)
    }
    office.control.removeFaults()
    // The plan that was made before is still good, although a part of it is done.
    #expect(try await office.apply(plan).isFinished)
    #expect(office.sorted(try await office.structure()) == office.sorted(file))
    // The first backup was made before the first request.
    let backups = await office.backups.list()
    let first = try #require(backups.last?.backup)
    let lost = ["slovne", "testy", "test_a", "test_b", "aktivita"].map { ItemIdentifier($0) }
    #expect(
      Set(first.values.keys)
        == Set(values.keys.filter { lost.contains($0.identifier) }))
    #expect(first.values.allSatisfy { values[$0.key] == $0.value })
  }

  @Test("A run that is stopped after any of its readings or requests is completed by the next one")
  func stopped() async throws {
    for count in 0..<Trouble.requests.count {
      let office = try await Office.open()
      let file = office.edited(try await office.structure())
      let plan = try await office.plan(file)
      let hang = office.control.add(
        Fault(
          Trouble.requests[count], "/courses/XI-ZPT.23/definition",
          skipping: Trouble.requests[..<count].count { $0 == Trouble.requests[count] },
          .hangAfterHandling))
      let run = Task { try await office.apply(plan) }
      await hang.waitUntilHit()
      run.cancel()
      await #expect(throws: (any Error).self) { try await run.value }
      hang.remove()
      #expect(try await office.apply(try await office.plan(file)).isFinished)
      #expect(office.sorted(try await office.structure()) == office.sorted(file))
    }
  }

  @Test("What a colleague changed since the plan is shown, and nothing is sent")
  func colleague() async throws {
    let office = try await Office.open()
    let before = try await office.structure()
    let plan = try await office.plan(office.edited(before))
    var theirs = before
    let index = try #require(before.items.firstIndex { $0.identifier.rawValue == "projekt" })
    theirs.items[index].definition.maximumValue = 25
    #expect(try await office.apply(try await office.plan(theirs)).isFinished)
    office.control.resetRequestLog()
    let refusal = await #expect(throws: StructureRefusal.self) { try await office.apply(plan) }
    #expect(
      refusal
        == .changed([
          StructureForeignChange(
            identifier: ItemIdentifier("projekt"),
            kind: .changed([.init(field: "maximum", from: .number(30), to: .number(25))]))
        ]))
    #expect(office.control.requestLog.allSatisfy { $0.method == "GET" })
    #expect(try await office.structure().items[index].definition.maximumValue == 25)
  }

  @Test("A colleague's item and values that come while a plan is applied end it")
  func changedByOthers() async throws {
    let office = try await Office.open()
    let file = office.edited(try await office.structure())
    let plan = try await office.plan(file)
    let student = try #require(try await office.students(1).first)
    office.control.add(
      Fault(
        "PUT", "/definitions",
        .run {
          try await office.control.changeAsColleague(
            course: "XI-ZPT.23", username: student.rawValue, item: "test_a", value: .number(1.25))
        }))
    let outcome = try await office.apply(plan)
    #expect(!outcome.isFinished)
    // The sum above it is another one, too.
    #expect(
      outcome.foreign.contains(.init(identifier: ItemIdentifier("test_a"), kind: .values)))
    #expect(outcome.removed.isEmpty)
    #expect(try await office.value("test_a", of: student) == .number(1.25))
  }

  @Test("Items with values are removed only where it is allowed")
  func allowed() async throws {
    let office = try await Office.open()
    var file = try await office.structure()
    file.items.removeAll { $0.identifier.rawValue == "slovne" }
    let plan = try await office.plan(file)
    #expect(plan.guardedRemovals.map(\.item.identifier.rawValue) == ["slovne"])
    await #expect(throws: StructureRefusal.removals(plan.guardedRemovals)) {
      try await office.applier.apply(plan)
    }
    #expect(await office.backups.list().isEmpty)
    #expect(try await office.apply(plan).isFinished)
  }

  @Test("A backup brings items, values and notes back to the byte")
  func restored() async throws {
    let office = try await Office.open()
    let before = try await office.structure()
    let values = try await office.values()
    let outcome = try await office.apply(try await office.plan(office.edited(before)))
    let file = try #require(outcome.backup)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let backup = try await office.backups.read(file.lastPathComponent).backup
    let now = try await office.api.course(Office.gradebook).definitions.structure()
    let restored = try await office.apply(try await office.plan(backup.restored(over: now)))
    #expect(restored.isFinished)
    var expected = before
    expected.items += office.edited(before).items.filter {
      $0.identifier.rawValue.hasPrefix("zk")
    }
    #expect(office.sorted(try await office.structure()) == office.sorted(expected))
    let review = try await CellReader(
      api: office.api, drafts: office.store, gradebook: office.gradebook
    ).review(.cells(backup.requestedValues), options: .init(allowsClearing: true))
    #expect(!review.isRefused)
    try await office.store.put(
      review.changes, in: office.gradebook, from: .restore(file.lastPathComponent))
    let students = try await office.students(60)
    let notified = try await office.notificationCounts(students)
    #expect(try await office.publish().isFinished)
    #expect(try await office.notificationCounts(students) == notified)
    let after = try await office.values()
    for (cell, recorded) in values {
      #expect(after[cell]?.value == recorded.value, "\(cell)")
      #expect(after[cell]?.note == recorded.note, "\(cell)")
    }
  }
}

extension Office {
  var backups: StructureBackups { StructureBackups(folder: folder.file("backups")) }

  var applier: StructureApplier {
    StructureApplier(api: api, backups: backups, host: "demo", now: { clock.now })
  }

  func structure() async throws -> StructureFile {
    StructureFile(
      gradebook.course, gradebook.semester,
      try await api.course(gradebook).definitions.structure())
  }

  func plan(_ file: StructureFile) async throws -> StructurePlan {
    try await applier.plan(for: file, of: gradebook.course, in: gradebook.semester)
  }

  /// Applies a plan; all its removals are allowed.
  func apply(_ plan: StructurePlan) async throws -> StructureOutcome {
    try await applier.apply(plan, removing: Set(plan.removals.map(\.item.identifier)))
  }

  /// The values and notes of all students.
  func values() async throws -> [GradeCell: RecordedValue] {
    let rows = try await api.with(language: .english).course(gradebook).values.group(.all)
    return Dictionary(
      uniqueKeysWithValues: rows.flatMap { row in
        row.values.filter { $1.value != nil || $1.note != nil }.map {
          (GradeCell(row.student.username, $0), $1)
        }
      })
  }

  /// The items without what the service numbers, by their identifiers.
  func sorted(_ file: StructureFile) -> [CourseItem] {
    file.items.map { item in
      var item = item
      item.definition.id = nil
      item.definition.parentID = nil
      item.definition.parentIdentifier = item.parent
      item.definition.index = 0
      return item
    }.sorted { $0.identifier < $1.identifier }
  }

  /// The course with three new items on two levels, one moved item, one of another type, two other expressions,
  /// and without a branch and a single item.
  func edited(_ file: StructureFile) -> StructureFile {
    var file = file
    file.items.removeAll {
      ["testy", "test_a", "test_b", "slovne"].contains($0.identifier.rawValue)
    }
    for index in file.items.indices {
      switch file.items[index].identifier.rawValue {
      case "aktivita":
        file.items[index].definition.valueType = .string
        file.items[index].definition.minimumValue = nil
        file.items[index].definition.maximumValue = nil
      case "body": file.items[index].definition.expression = "SUM(ukoly) + projekt + zk1"
      case "zapocet": file.items[index].definition.expression = "projekt >= 15"
      default: break
      }
    }
    func item(_ name: String, below parent: String?, depth: Int) -> CourseItem {
      let parent = parent.map { ItemIdentifier($0) }
      return CourseItem(
        definition: Classification(
          identifier: ItemIdentifier(name), parentIdentifier: parent,
          names: [
            LocalizedName(language: "cs", name: "Zkouška"),
            LocalizedName(language: "en", name: "Exam"),
          ], maximumValue: 12.5), parent: parent, depth: depth)
    }
    file.items += [
      item("zk", below: nil, depth: 0), item("zk1", below: "zk", depth: 1),
      item("zk2", below: "zk", depth: 1),
    ]
    if let index = file.items.firstIndex(where: { $0.identifier.rawValue == "interni" }) {
      var moved = file.items.remove(at: index)
      moved.parent = ItemIdentifier("zk")
      moved.depth = 1
      file.items.append(moved)
    }
    return file
  }
}
