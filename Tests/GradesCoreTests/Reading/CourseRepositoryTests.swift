import Foundation
import GradesClient
import GradesCore
import TestSupport
import Testing

@Suite("Course", .hangLimit, .inTurn) struct CourseRepositoryTests {
  private let code = CourseCode("XI-AAA.23")
  private let graded = Date(timeIntervalSince1970: 1_701_388_800)

  private func item(
    _ identifier: String, id: Int, parent: Int? = nil, type: String = "HOMEWORK",
    valueType: ValueType = .number, hidden: Bool = false, index: Int = 0, required: Double? = nil,
    maximum: Double? = nil, value: GradeValue? = nil
  ) -> StudentClassification {
    StudentClassification(
      definition: Classification(
        identifier: ItemIdentifier(identifier), id: id, parentID: parent,
        classificationType: ClassificationType(rawValue: type), valueType: valueType,
        hidden: hidden, index: index, requiredValue: required, maximumValue: maximum),
      recorded: RecordedValue(value: value, updatedAt: value == nil ? nil : graded))
  }

  private func world(_ items: [StudentClassification]) throws -> World {
    let service = StubGradesAPI.faculty()
    service.change {
      // The service's own spelling of the name must not matter.
      $0.records[Username("zkusade1")] = StudentRecord(
        student: Student(
          username: Username("someoneelse"), firstName: "Adéla", lastName: "Zkušební"),
        items: items)
    }
    return try World(service)
  }

  @Test func showsTheTreeWithTotalsAndWithoutHiddenItems() async throws {
    let world = try world([
      item("du2", id: 3, parent: 1, index: 1, value: .number(0)),
      item("secret", id: 4, index: 0, value: .number(99)),
      item(
        "points", id: 5, type: "POINTS_TOTAL", index: 3, required: 50, maximum: 100,
        value: .number(61.5)),
      item("du1", id: 2, parent: 1, index: 0, required: 3, maximum: 12, value: .number(7.25)),
      item("du", id: 1, index: 1),
      item("plan", id: 7, hidden: true, index: 2),
      item("note", id: 8, parent: 7, valueType: .string),
      item("grade", id: 6, type: "FINAL_SCORE", valueType: .string, index: 4, value: .text("D")),
    ])

    let results = try await world.run().results(of: code, in: .code(World.semester)).latest()
      .value

    #expect(results.course == code)
    #expect(results.name == "Introduction to Trying")
    #expect(results.student.username == Username("zkusade1"))
    #expect(results.points == .number(61.5))
    #expect(results.maximumPoints == 100)
    #expect(results.requiredPoints == 50)
    #expect(results.requirementMet == true)
    #expect(results.grade == .text("D"))
    #expect(
      results.items.map {
        "\($0.item.depth) \($0.item.identifier) \($0.item.parent?.rawValue ?? "-")"
      }
        == ["0 secret -", "0 du -", "1 du1 du", "1 du2 du", "0 note -", "0 points -", "0 grade -"])
    #expect(results.items.map(\.recorded.value).count { $0 == nil } == 2)
    #expect(results.items[2].requirementMet == true)
  }

  @Test func takesNoTotalsFromHiddenItems() async throws {
    let world = try world([
      item("points", id: 1, type: "POINTS_TOTAL", hidden: true, value: .number(3)),
      item("final", id: 2, type: "FINAL_SCORE", index: 1, value: .number(48)),
    ])
    let results = try await world.run().results(of: code, in: .code(World.semester)).latest()
      .value
    #expect(results.points == .number(48))
    #expect(results.grade == nil)
  }

  @Test func asksForRecordAndNameAtTheSameTime() async throws {
    let both = Rendezvous(of: 2)
    let service = StubGradesAPI.faculty { _ in await both.arrive() }
    service.change {
      $0.records[Username("zkusade1")] = StudentRecord(
        student: Student(username: Username("zkusade1"), firstName: nil, lastName: nil), items: [])
    }
    let run = try World(service).run()

    _ = try await run.results(of: code, in: .code(World.semester)).latest()

    #expect(
      service.requests.sorted() == [
        "information XI-AAA.23 B261 en", "record zkusade1 XI-AAA.23 B261 en hidden=false",
      ])
    service.forgetRequests()
    _ = try await run.results(of: code, in: .code(World.semester)).latest()
    #expect(service.requests == ["record zkusade1 XI-AAA.23 B261 en hidden=false"])
  }

  @Test func comesBackFromTheCacheAsItWas() async throws {
    let world = try world([
      item("du", id: 1, value: .flag(false)), item("a", id: 2, parent: 1, value: .number(0)),
      item("b", id: 3, parent: 1), item("c", id: 4, valueType: .string, value: .text("čaj")),
    ])
    let before = try await world.run().results(of: code, in: .code(World.semester)).latest()
    world.service.fail(with: .unreachable(.refused))

    #expect(
      try await all(world.run().results(of: code, in: .code(World.semester))) == [
        before, before.stale,
      ])
    #expect(
      try await world.run(access: .offline).results(of: code, in: .code(World.semester))
        .latest()
        == before.stale)
    let other = CourseCode("XI-BBB")
    await #expect(throws: NothingStored(.course(other, World.semester))) {
      try await world.run(access: .offline).results(of: other, in: .code(World.semester)).latest()
    }
  }

  @Test func losesOnlyTheNameWhenTheCourseTellsNothing() async throws {
    let world = try world([item("du", id: 1)])
    world.service.fail("information", with: .serviceFailure(status: 500))
    let results = try await world.run().results(of: code, in: .code(World.semester)).latest()
      .value
    #expect(results.name == nil)
    #expect(results.items.count == 1)
  }

  @Test func namesTheCourseThatTheServiceDoesNotHave() async throws {
    let world = try world([item("du", id: 1)])
    _ = try await world.run().results(of: code, in: .code(World.semester)).latest()
    world.service.fail("record", with: .notFound)
    await #expect(throws: UnknownCourse(course: code, semester: World.semester)) {
      try await world.run().results(of: code, in: .code(World.semester)).latest()
    }
  }
}
