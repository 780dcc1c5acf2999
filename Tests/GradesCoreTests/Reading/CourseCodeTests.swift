import GradesClient
import TestSupport
import Testing

@testable import GradesCore

@Suite("Course codes", .hangLimit, .inTurn) struct CourseCodeTests {
  private let matcher = CourseCodeMatcher(
    known: ["XI-AAA.23", "XI-AAA.21", "XI-BBB", "XI-CCC.23", "XI-CCCX.23", "XI-UML"].map {
      CourseCode($0)
    })

  @Test(arguments: [
    ("XI-BBB", "XI-BBB"), ("xi-bbb", "XI-BBB"), ("xi-ccc", "XI-CCC.23"),
    ("XI-AAA.21", "XI-AAA.21"),
  ])
  func completesWhatIsClear(typed: String, code: String) {
    #expect(matcher.match(typed) == .course(CourseCode(code)))
  }

  @Test func asksWhenSeveralAreMeant() {
    #expect(
      matcher.match("XI-AAA") == .ambiguous([CourseCode("XI-AAA.21"), CourseCode("XI-AAA.23")]))
  }

  @Test(arguments: [
    ("cc", ["XI-CCC.23", "XI-CCCX.23"]), ("XI-BBC", ["XI-BBB"]), ("um", ["XI-UML"]),
    ("XIBBB", ["XI-BBB"]), ("XI-QQQQQQ", []), ("x", []), ("", []),
  ])
  func suggestsWhatLooksAlike(typed: String, codes: [String]) {
    #expect(matcher.match(typed) == .unknown(suggestions: codes.map { CourseCode($0) }))
  }

  @Test func resolvesStoredCoursesWithoutARequest() async throws {
    let world = try World(.faculty())
    _ = try await world.run().courses(in: .code(World.semester)).latest()
    world.service.forgetRequests()

    let resolver = world.run()
    #expect(
      try await resolver.courseCode(for: "xi-aaa", in: .code(World.semester))
        == CourseCode("XI-AAA.23"))
    #expect(
      try await resolver.courseCode(for: "XI-NEW.23", in: .code(World.semester))
        == CourseCode("XI-NEW.23"))
    #expect(await resolver.courseSuggestions(for: "xi-dddd") == [CourseCode("XI-DDD.23")])
    #expect(world.service.requests == [])

    let stored = StoredCourses(source: world.run().source, user: Username("zkusade1"))
    #expect(
      stored.codes(in: World.semester).map(\.rawValue)
        == ["XI-AAA.23", "XI-BBB", "XI-CCC.23", "XI-DDD.23"])
    #expect(stored.codes(in: World.semester.next) == [])
    #expect(stored.semesters == [World.semester])
  }

  @Test func loadsTheListForAShortCodeThatNothingStoredCompletes() async throws {
    let world = try World(.faculty())
    #expect(
      try await world.run().courseCode(for: "xi-ddd", in: .code(World.semester))
        == CourseCode("XI-DDD.23"))
    #expect(world.service.requests.contains("roles B261 en"))
  }

  @Test func takesTheCodeAsItIsWhereNothingHelps() async throws {
    let world = try World(.faculty())
    world.service.fail(with: .unreachable(.refused))
    #expect(
      try await world.run().courseCode(for: "xi-ddd", in: .code(World.semester))
        == CourseCode("XI-DDD"))
    let offline = world.run(access: .offline)
    #expect(
      try await offline.courseCode(for: "xi-ddd", in: .code(World.semester)) == CourseCode("XI-DDD")
    )
  }

  @Test func namesTheCandidatesOfAnAmbiguousCode() async throws {
    let service = StubGradesAPI.faculty()
    let codes = [CourseCode("XI-AAA.21"), CourseCode("XI-AAA.23")]
    service.change {
      $0.roles[World.semester] = UserRoles(studentCourses: codes, teacherCourses: [])
    }
    let world = try World(service)
    await #expect(throws: AmbiguousCourse(typed: "xi-aaa", candidates: codes)) {
      try await world.run().courseCode(for: "xi-aaa", in: .code(World.semester))
    }
  }
}
