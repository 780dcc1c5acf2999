import Foundation
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

@Suite("Course teacher", .hangLimit, .inTurn) struct CourseTeacherRepositoryTests {
  private let code = CourseCode("XI-DDD.23")
  private let du1 = ItemIdentifier("du1")
  private let body = ItemIdentifier("body")
  private let changed = Date(timeIntervalSince1970: 1_701_388_800)

  private var students: [Student] {
    [
      Student(
        username: Username("zkusade1"), firstName: "Adéla", lastName: "Zkušební",
        email: "zkusade1@example.org"),
      Student(username: Username("cernyja7"), firstName: "Jan", lastName: "Černý"),
    ]
  }

  private func world(
    beforeAnswer: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) throws -> World {
    let service = StubGradesAPI.faculty(beforeAnswer: beforeAnswer)
    let students = students
    service.change {
      $0.groups = [
        StudentGroup(id: .all, name: "{ALL_STUDENTS}", description: "{ALL_STUDENTS}", type: "ALL"),
        StudentGroup(id: GroupID("PARALLEL_555"), name: "{PARALLEL_TUTORIAL}203"),
      ]
      $0.definitions = [
        Classification(
          identifier: body, id: 9, valueType: .number, evaluationType: .expression, index: 1,
          expression: "SUM(`du[0-9]`)"),
        Classification(
          identifier: ItemIdentifier("essay"), id: 3, parentID: 1, valueType: .string, index: 1),
        Classification(identifier: du1, id: 2, parentID: 1, index: 0),
        Classification(identifier: ItemIdentifier("du"), id: 1, hidden: true, index: 0),
      ]
      $0.rows[.all] = [
        GroupRow(
          student: students[0],
          values: [
            du1: RecordedValue(
              value: .number(7.25), note: "pozdě", updatedAt: changed, author: "ucitezk1"),
            body: RecordedValue(value: .number(61.5), updatedAt: changed, author: "system"),
            ItemIdentifier("gone"): RecordedValue(value: .number(1)),
          ]),
        GroupRow(student: students[1], values: [:]),
      ]
      $0.columns[du1] = [
        ColumnCell(
          student: students[0], recorded: RecordedValue(value: .number(7.25), note: "pozdě")),
        ColumnCell(student: students[1], recorded: RecordedValue(value: nil)),
      ]
      $0.columns[body] = students.map {
        ColumnCell(student: $0, recorded: RecordedValue(value: .number(0)))
      }
    }
    return try World(service)
  }

  private func query(_ items: ItemIdentifier..., needsDetails: Bool = true) -> GroupQuery {
    GroupQuery(
      course: code, semester: .code(World.semester), items: items, needsDetails: needsDetails)
  }

  @Test func listsGroupsAndOnlyMine() async throws {
    let world = try world()
    let teacher = world.run(as: "ucitezk1")
    let groups = try await teacher.groups(of: code, in: .code(World.semester), onlyMine: false)
      .latest()
    _ = try await teacher.groups(of: code, in: .code(World.semester), onlyMine: true).latest()

    #expect(groups.value.groups.map(\.id.rawValue) == ["ALL", "PARALLEL_555"])
    #expect(
      world.service.requests == [
        "groups XI-DDD.23 B261 en -", "groups XI-DDD.23 B261 en ucitezk1",
      ])
    let offline = world.run(as: "ucitezk1", access: .offline)
    #expect(
      try await offline.groups(of: code, in: .code(World.semester), onlyMine: false).latest()
        == groups.stale)
  }

  @Test func listsItemsAsATreeWithHiddenOnes() async throws {
    let world = try world()
    let items = try await world.run().items(of: code, in: .code(World.semester)).latest()
    #expect(
      items.value.items.map { "\($0.depth) \($0.identifier) \($0.parent?.rawValue ?? "-")" }
        == ["0 du -", "1 du1 du", "1 essay du", "0 body -"])
    #expect(items.value.items[0].definition.hidden)
    let offline = world.run(access: .offline)
    #expect(try await offline.items(of: code, in: .code(World.semester)).latest() == items.stale)
  }

  @Test func showsAllItemsWithColumnsFromTheDefinitions() async throws {
    let world = try world()
    let matrix = try await world.run().matrix(query()).latest().value

    #expect(matrix.group.name == "{ALL_STUDENTS}")
    #expect(matrix.items.map(\.identifier.rawValue) == ["du", "du1", "essay", "body"])
    #expect(matrix.rows.map(\.student) == students)
    #expect(matrix.rows[0].values.map(\.value) == [nil, .number(7.25), nil, .number(61.5)])
    #expect(matrix.rows[0].values[1].author == "ucitezk1")
    #expect(matrix.rows[0].values[1].updatedAt == changed)
    #expect(matrix.rows[1].values.map(\.value) == [nil, nil, nil, nil])
  }

  @Test func asksForEverythingOfAGroupInOneRoundTrip() async throws {
    let together = Rendezvous(of: 3)
    let world = try world { _ in await together.arrive() }
    _ = try await world.run().matrix(query()).latest()
    #expect(
      world.service.requests.sorted() == [
        // One item has no name in the language that was asked for.
        "definitions XI-DDD.23 B261 cs", "definitions XI-DDD.23 B261 en",
        "groups XI-DDD.23 B261 en -", "rows ALL XI-DDD.23 B261 en",
      ])
  }

  @Test func showsChosenColumnsInTheirOrder() async throws {
    let world = try world()
    let matrix = try await world.run().matrix(query(body, ItemIdentifier("DU1"), body)).latest()
      .value
    #expect(matrix.items.map(\.identifier) == [body, du1])
    #expect(matrix.rows[0].values.map(\.value) == [.number(61.5), .number(7.25)])

    // What was loaded whole answers every other choice offline.
    let offline = world.run(access: .offline)
    let column = try await offline.matrix(query(du1)).latest().value
    #expect(column.items.map(\.identifier) == [du1])
    #expect(column.rows.map { $0.values.map(\.value) } == [[.number(7.25)], [nil]])
    #expect(try await offline.matrix(query()).latest().value.items.count == 4)
  }

  @Test func takesTheSmallAnswerForOneItemWithoutDetails() async throws {
    let world = try world()
    let column = try await world.run().matrix(query(du1, needsDetails: false)).latest()
    #expect(column.value.rows.map { $0.values.map(\.value) } == [[.number(7.25)], [nil]])
    #expect(column.value.rows[0].values[0].note == "pozdě")
    #expect(
      world.service.requests.filter { $0.hasPrefix("column") || $0.hasPrefix("rows") }
        == ["column du1 ALL XI-DDD.23 B261 en"])

    let offline = world.run(access: .offline)
    #expect(try await offline.matrix(query(du1, needsDetails: false)).latest() == column.stale)
    #expect(try await offline.matrix(query(du1)).latest() == column.stale)
    let missing = NothingStored(.partOfCourse(code, World.semester))
    await #expect(throws: missing) { try await offline.matrix(query(body)).latest() }
    await #expect(throws: missing) { try await offline.matrix(query()).latest() }
  }

  @Test func findsOneItemWhateverTheCase() async throws {
    let world = try world()
    let column = try await world.run().matrix(
      query(ItemIdentifier("Du1"), needsDetails: false)
    ).latest()
    #expect(column.value.items.map(\.identifier) == [du1])
    #expect(column.value.rows.count == 2)
    let offline = world.run(access: .offline)
    for typed in ["du1", "DU1"] {
      #expect(
        try await offline.matrix(query(ItemIdentifier(typed), needsDetails: false)).latest()
          == column.stale)
    }
  }

  @Test(arguments: [true, false])
  func namesUnknownItems(needsDetails: Bool) async throws {
    let world = try world()
    let known = ["du", "du1", "essay", "body"].map { ItemIdentifier($0) }
    await #expect(throws: UnknownItems(identifiers: [ItemIdentifier("du7")], known: known)) {
      try await world.run().matrix(
        query(ItemIdentifier("du7"), needsDetails: needsDetails)
      ).latest()
    }
  }

  @Test func tellsAnUnknownGroupFromAnUnknownCourse() async throws {
    let world = try world()
    world.service.fail("rows", with: .notFound)
    world.service.fail("column", with: .notFound)
    let teacher = world.run()
    let unknown = GroupID("PARALLEL_1")
    var whole = query()
    whole.group = unknown
    var single = query(du1, needsDetails: false)
    single.group = unknown

    await #expect(throws: UnknownGroup(group: unknown)) { try await teacher.matrix(whole).latest() }
    await #expect(throws: UnknownGroup(group: unknown)) {
      try await teacher.matrix(single).latest()
    }
    await #expect(throws: UnknownGroup(group: unknown)) {
      try await teacher.roster(of: unknown, in: code, semester: .code(World.semester)).latest()
    }

    world.service.fail("definitions", with: .notFound)
    await #expect(throws: UnknownCourse(course: code, semester: World.semester)) {
      try await teacher.matrix(whole).latest()
    }
  }

  @Test(arguments: [GradesError.notFound, .badRequest(detail: nil)])
  func distinguishesAnUnknownStudentFromAnUnknownCourse(failure: GradesError) async throws {
    let world = try world()
    world.service.fail("record", with: failure)
    let nobody = Username("nobody")
    let record = world.run().record(of: nobody, in: code, semester: .code(World.semester))
    await #expect(throws: UnknownStudent(username: nobody, course: code)) {
      try await record.latest()
    }

    world.service.fail("definitions", with: .notFound)
    await #expect(throws: UnknownCourse(course: code, semester: World.semester)) {
      try await record.latest()
    }
  }

  @Test func givesWellKnownGroupsTheirNamesWithoutTheList() async throws {
    let world = try world()
    world.service.fail("groups", with: .notPermitted)
    world.service.change { $0.rows[.myParallels] = $0.rows[.all] }
    var mine = query()
    mine.group = .myParallels
    let matrix = try await world.run().matrix(mine).latest().value
    #expect(matrix.group == StudentGroup(id: .myParallels, name: "{ALL_MY_PARALLELS}"))
  }

  @Test func takesTheRosterFromTheSmallestAnswer() async throws {
    let world = try world()
    let teacher = world.run()
    let roster = try await teacher.roster(of: .all, in: code, semester: .code(World.semester))
      .latest()

    #expect(roster.value.students == students)
    #expect(
      world.service.requests == [
        "definitions XI-DDD.23 B261 en", "definitions XI-DDD.23 B261 cs",
        "column body ALL XI-DDD.23 B261 en",
      ])
    // The item is known from now on; if it vanishes, all items say who is there.
    world.service.forgetRequests()
    world.service.change { $0.columns[body] = nil }
    let again = try await teacher.roster(of: .all, in: code, semester: .code(World.semester))
      .latest()
    #expect(again.value.students == students)
    #expect(
      world.service.requests == [
        "column body ALL XI-DDD.23 B261 en", "rows ALL XI-DDD.23 B261 en",
      ])
  }

  @Test func takesTheRosterOfACourseWithoutItemsFromTheRows() async throws {
    let world = try world()
    world.service.change { $0.definitions = [] }
    let roster = try await world.run().roster(
      of: .all, in: code, semester: .code(World.semester)
    ).latest()
    #expect(roster.value.students == students)
  }

  @Test func knowsTheRosterOfAGroupThatWasShown() async throws {
    let world = try world()
    _ = try await world.run().matrix(query()).latest()
    let offline = world.run(access: .offline)
    let roster = try await offline.roster(of: .all, in: code, semester: .code(World.semester))
      .latest()
    #expect(roster.value.students == students)
    #expect(roster.isStale)
  }

  @Test func showsOneStudentWithHiddenItems() async throws {
    let world = try world()
    let student = students[0]
    world.service.change { answers in
      answers.records[student.username] = StudentRecord(
        student: student,
        items: (answers.definitions ?? []).map {
          StudentClassification(definition: $0, recorded: RecordedValue(value: .number(1)))
        })
    }
    let record = try await world.run(as: "ucitezk1").record(
      of: student.username, in: code, semester: .code(World.semester)
    ).latest()

    #expect(record.value.student == student)
    #expect(record.value.name == "Programming with Pencils")
    #expect(record.value.items.map(\.item.identifier.rawValue) == ["du", "du1", "essay", "body"])
    #expect(world.service.requests.contains("record zkusade1 XI-DDD.23 B261 en hidden=true"))
    let offline = world.run(as: "ucitezk1", access: .offline)
    #expect(
      try await offline.record(
        of: student.username, in: code, semester: .code(World.semester)
      ).latest() == record.stale)
    // It is not the teacher's own result.
    await #expect(throws: NothingStored(.partOfCourse(code, World.semester))) {
      try await offline.results(of: code, in: .code(World.semester)).latest()
    }
  }

  @Test func showsStoredValuesFirstAndMarksThemWhenTheServiceIsAway() async throws {
    let world = try world()
    let before = try await world.run().matrix(query()).latest()
    world.service.fail(with: .unreachable(.connectionLost))
    #expect(try await all(world.run().matrix(query())) == [before, before.stale])
  }

  @Test func doesNotHideThatAStudentMayNotSeeAGroup() async throws {
    let world = try world()
    _ = try await world.run().matrix(query()).latest()
    world.service.fail("rows", with: .notPermitted)
    await #expect(throws: GradesError.notPermitted) {
      try await world.run().matrix(query()).latest()
    }
  }
}
