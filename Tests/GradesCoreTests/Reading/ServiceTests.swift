import Foundation
import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import TestSupport
import Testing

@Suite("Repositories against the service", .hangLimit, .inTurn) struct ServiceTests {
  private let database = CourseCode("XI-DAT.23")

  @Test func coursesTakeThreeRoundTripsAndThenTwo() async throws {
    let faculty = try await Faculty.open()
    // Each step's requests are held back until all of them have come. If one of them waited for
    // another, the step would never end.
    let steps = [["/user-info", "/semester-code"], ["/user-roles", "/classification-overview"]]
      .map { paths in
        paths.map { faculty.control.add(Fault("GET", $0, .hangBeforeHandling)) }
      }
    let names = faculty.control.add(
      Fault("GET", "/information", times: nil, .hangBeforeHandling))
    let run = try await faculty.run(as: DemoAccounts.student.username)
    let loading = Task {
      let (_, semester) = try await run.session.begin(.current)
      return try await run.courses.courses(in: .code(semester.value)).latest()
    }
    for step in steps {
      for request in step { await request.waitUntilHit() }
      for request in step { request.release() }
    }
    await names.waitUntilHit(6)
    names.release()
    let courses = try await loading.value.value

    #expect(courses.semester == World.semester)
    // One of these is missing in the roles, the other in the overview.
    #expect(courses.studying.map(\.code).contains(CourseCode("XI-EKO.21")))
    #expect(courses.studying.map(\.code).contains(CourseCode("XI-TVA")))
    #expect(courses.studying.map(\.code) == courses.studying.map(\.code).sorted())
    // One course has no name in the language that was asked for; the other one has.
    #expect(faculty.control.requestCount == 2 + 2 + courses.studying.count + 1)
    #expect(
      courses.studying.first { $0.code == CourseCode("XI-EKO.21") }?.name == "Ekonomika podnikání"
    )

    faculty.control.reset()
    let next = try await faculty.run(as: DemoAccounts.student.username)
    let semester = try await next.session.begin(.current).semester
    let again = try await next.courses.courses(in: .code(semester.value)).latest()
    #expect(again.value == courses)
    #expect(
      faculty.control.requestLog.map(\.path).sorted() == [
        "/api/v1/public/courses/classification-overview/zkusade1", "/api/v1/public/user-info",
        "/api/v1/public/user-roles",
      ])
  }

  @Test(arguments: ["B241", "B242", "B251", "B261"])
  func resultsOfEveryYearAgreeWithTheOverview(semester text: String) async throws {
    let semester = try #require(SemesterCode(text))
    let faculty = try await Faculty.open()
    let run = try await faculty.run(as: DemoAccounts.student.username)
    let courses = try await run.courses.courses(in: .code(semester)).latest().value.studying
    #expect(courses.count >= 2)
    for course in courses {
      let results = try await run.course.results(of: course.code, in: .code(semester)).latest()
        .value
      #expect(results.name == course.name)
      #expect(results.student.username == Username("zkusade1"))
      #expect(results.items.allSatisfy { !$0.item.definition.hidden })
      if course.pointsError == nil, course.points != nil {
        #expect(results.points == course.points)
      }
      let offline = try await run.course.results(of: course.code, in: .code(semester)).first {
        _ in true
      }
      #expect(offline?.value == results)
    }
  }

  @Test func teachersSeeTheWholeGroupAndOneColumnAlike() async throws {
    let faculty = try await Faculty.open()
    let run = try await faculty.run(as: DemoAccounts.teacher.username)
    let teacher = run.teacher
    let groups = try await teacher.groups(
      of: database, in: .code(World.semester), onlyMine: false
    ).latest()
    #expect(groups.value.groups.contains { $0.id == .all })

    let whole = try await teacher.matrix(
      GroupQuery(course: database, semester: .code(World.semester))
    ).latest().value
    let items = try await teacher.items(of: database, in: .code(World.semester)).latest().value
    #expect(whole.items == items.items)
    #expect(whole.rows.count == 40)

    let item = try #require(items.items.first { $0.definition.isEditable })
    let column = try await teacher.matrix(
      GroupQuery(
        course: database, semester: .code(World.semester), items: [item.identifier],
        needsDetails: false)
    ).latest().value
    let byUsername = { (matrix: GroupMatrix) in
      Dictionary(
        uniqueKeysWithValues: matrix.rows.map { ($0.student.username, $0.values[0].value) })
    }
    #expect(byUsername(column) == byUsername(try whole.selecting([item.identifier])))

    let roster = try await teacher.roster(
      of: .all, in: database, semester: .code(World.semester)
    ).latest().value
    #expect(roster.students.map(\.username).sorted() == whole.rows.map(\.student.username).sorted())

    let student = try #require(roster.students.first)
    let record = try await teacher.record(
      of: student.username, in: database, semester: .code(World.semester)
    ).latest().value
    #expect(record.items.map(\.item.identifier) == items.items.map(\.identifier))
  }

  @Test func saysWhatIsUnknownAndWhatIsNotPermitted() async throws {
    let faculty = try await Faculty.open()
    let teacher = try await faculty.run(as: DemoAccounts.teacher.username).teacher
    let query = GroupQuery(
      course: database, semester: .code(World.semester), group: GroupID("PARALLEL_1"))
    await #expect(throws: UnknownGroup(group: GroupID("PARALLEL_1"))) {
      try await teacher.matrix(query).latest()
    }
    var other = query
    other.group = .all
    other.items = [ItemIdentifier("nothing")]
    await #expect(throws: UnknownItems.self) { try await teacher.matrix(other).latest() }

    let student = try await faculty.run(as: DemoAccounts.student.username)
    await #expect(throws: GradesError.notPermitted) {
      try await student.teacher.matrix(
        GroupQuery(course: database, semester: .code(World.semester))
      ).latest()
    }
    let unknown = CourseCode("XI-NONE.23")
    await #expect(throws: UnknownCourse(course: unknown, semester: World.semester)) {
      try await student.course.results(of: unknown, in: .code(World.semester)).latest()
    }
  }

  @Test func everythingThatWasSeenIsThereWhenTheServiceHasGone() async throws {
    let service = try await TestService.start()
    let faculty = Faculty(service: service, folder: try TemporaryFolder())
    let run = try await faculty.run(as: DemoAccounts.both.username)
    let semester = try await run.session.begin(.current).semester.value
    let courses = try await run.courses.courses(in: .code(semester)).latest()
    let results = try await run.course.results(of: CourseCode("XI-SIT.21"), in: .code(semester))
      .latest()
    let query = GroupQuery(course: database, semester: .code(semester))
    let matrix = try await run.teacher.matrix(query).latest()
    await service.stop()

    #expect(try await run.courses.courses(in: .code(semester)).latest() == courses.stale)
    #expect(
      try await run.course.results(of: CourseCode("XI-SIT.21"), in: .code(semester)).latest()
        == results.stale)
    #expect(try await run.teacher.matrix(query).latest() == matrix.stale)
    await #expect(throws: GradesError.unreachable(.refused)) {
      try await run.course.results(of: CourseCode("XI-LOG.23"), in: .code(semester)).latest()
    }
  }

  @Test func cancellingTheReaderEndsItsRequest() async throws {
    let faculty = try await Faculty.open()
    let hanging = faculty.control.add(Fault("GET", "/user-roles", .hangBeforeHandling))
    let run = try await faculty.run(as: DemoAccounts.student.username)
    let reader = Task { try await run.courses.courses(in: .code(World.semester)).latest() }
    await hanging.waitUntilHit()
    reader.cancel()
    await #expect(throws: (any Error).self) { try await reader.value }
  }

  @Test func aGivenTokensUserIsAskedForOnceAndItsTokenNotStored() async throws {
    let faculty = try await Faculty.open()
    let token = try await faculty.control.issueTokens(username: "obojial1").access
    let authenticator = faculty.authenticator(givenToken: token)

    let user = try await faculty.session(authenticator).user()
    #expect(user.username == Username("obojial1"))
    #expect(try await faculty.session(authenticator).user() == user)
    #expect(faculty.control.requestLog.map(\.path) == ["/api/v1/public/user-info"])
    // The user is found again by a digest of the token.
    for name in try faculty.folder.names() {
      let stored = try Data(contentsOf: faculty.folder.file(name))
      #expect(!String(decoding: stored, as: UTF8.self).contains(token), "\(name)")
    }
  }

  @Test func nobodyIsSignedInAfterSigningOut() async throws {
    let faculty = try await Faculty.open()
    let authenticator = faculty.authenticator()
    _ = try await authenticator.logInAsServiceAccount()
    let session = faculty.session(authenticator)
    #expect(try await session.welcome().username == Username("xi-zpt-scripts"))
    let run = Run(source: faculty.source(authenticator), session: session)
    let course = CourseCode(DemoAccounts.serviceCourse)
    let items = try await run.teacher.items(of: course, in: .code(World.semester)).latest()
    #expect(items.value.items.isEmpty == false)
    await #expect(throws: GradesError.notPermitted) {
      try await run.courses.courses(in: .code(World.semester)).latest()
    }

    try await session.signOut()

    await #expect(throws: GradesError.notSignedIn(.noCredentials)) { try await session.user() }
    #expect(
      run.source.cache.newest(
        CacheScope(host: "demo", username: Username("xi-zpt-scripts"))) == nil)
  }
}
