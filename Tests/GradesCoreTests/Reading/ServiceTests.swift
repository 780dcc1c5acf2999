import Foundation
import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import TestSupport
import Testing

@Suite("Repositories against the service", .hangLimit, .inTurn) struct ServiceTests {
  private let database = CourseCode("XI-DAT.23")

  @Test(arguments: ["B241", "B242", "B251", "B261"])
  func resultsOfEveryYearAgreeWithTheOverview(semester text: String) async throws {
    let semester = try #require(SemesterCode(text))
    let faculty = try await Faculty.open()
    let run = try await faculty.run(as: DemoAccounts.student.username)
    let courses = try await run.courses(in: .code(semester)).latest().value.studying
    #expect(courses.count >= 2)
    for course in courses {
      let results = try await run.results(of: course.code, in: .code(semester)).latest()
        .value
      #expect(results.name == course.name)
      #expect(results.student.username == Username("zkusade1"))
      #expect(results.items.allSatisfy { !$0.item.definition.hidden })
      if course.pointsError == nil, course.points != nil {
        #expect(results.points == course.points)
      }
      let offline = try await run.results(of: course.code, in: .code(semester)).first {
        _ in true
      }
      #expect(offline?.value == results)
    }
  }

  @Test func teachersSeeTheWholeGroupAndOneColumnAlike() async throws {
    let faculty = try await Faculty.open()
    let run = try await faculty.run(as: DemoAccounts.teacher.username)
    let groups = try await run.groups(
      of: database, in: .code(World.semester), onlyMine: false
    ).latest()
    #expect(groups.value.groups.contains { $0.id == .all })

    let whole = try await run.matrix(
      GroupQuery(course: database, semester: .code(World.semester))
    ).latest().value
    let items = try await run.items(of: database, in: .code(World.semester)).latest().value
    #expect(whole.items == items.items)
    #expect(whole.rows.count == 40)

    let item = try #require(items.items.first { $0.definition.isEditable })
    let column = try await run.matrix(
      GroupQuery(
        course: database, semester: .code(World.semester), items: [item.identifier],
        needsDetails: false)
    ).latest().value
    let byUsername = { (matrix: GroupMatrix) in
      Dictionary(
        uniqueKeysWithValues: matrix.rows.map { ($0.student.username, $0.values[0].value) })
    }
    #expect(byUsername(column) == byUsername(try whole.selecting([item.identifier])))

    let roster = try await run.roster(
      of: .all, in: database, semester: .code(World.semester)
    ).latest().value
    #expect(roster.students.map(\.username).sorted() == whole.rows.map(\.student.username).sorted())

    let student = try #require(roster.students.first)
    let record = try await run.record(
      of: student.username, in: database, semester: .code(World.semester)
    ).latest().value
    #expect(record.items.map(\.item.identifier) == items.items.map(\.identifier))
  }

  @Test func nobodyIsSignedInAfterSigningOut() async throws {
    let faculty = try await Faculty.open()
    let authenticator = faculty.authenticator()
    _ = try await authenticator.logInAsServiceAccount()
    let session = faculty.session(authenticator)
    #expect(try await session.welcome().username == Username("xi-zpt-scripts"))
    let run = Repository(source: faculty.source(authenticator), session: session)
    let course = CourseCode(DemoAccounts.serviceCourse)
    let items = try await run.items(of: course, in: .code(World.semester)).latest()
    #expect(items.value.items.isEmpty == false)
    await #expect(throws: GradesError.notPermitted) {
      try await run.courses(in: .code(World.semester)).latest()
    }

    try await session.signOut()

    await #expect(throws: GradesError.notSignedIn(.noCredentials)) { try await session.user() }
    #expect(
      run.source.cache.newest(
        CacheScope(host: "demo", username: Username("xi-zpt-scripts"))) == nil)
  }
}
