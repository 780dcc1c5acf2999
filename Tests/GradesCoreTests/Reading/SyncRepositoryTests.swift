import Foundation
import GradesClient
import GradesTesting
import TestSupport
import Testing

@testable import GradesCore

/// Loading everything for use without the service, at the embedded one.
@Suite("Loading a semester for offline use", .inTurn)
struct SyncRepositoryTests {
  private let programming = CourseCode("XI-ZPT.23")
  private let missing = CourseCode("XI-NIC.99")

  private func offline(_ run: Repository) -> Repository {
    let source = SnapshotSource(
      api: run.source.api, cache: run.source.cache, log: run.source.log, host: run.source.host,
      language: .english, access: .offline)
    return Repository(
      source: source,
      session: SessionRepository(
        source: source,
        credentials: CredentialsAccess(user: {
          UserInfo(username: Username("zkusade1"), firstName: nil, lastName: nil)
        })))
  }

  @Test("A student's results in all courses, and the notifications")
  func student() async throws {
    let faculty = try await Faculty.open()
    let run = try await faculty.run(as: "zkusade1")
    let outcome = try await run.sync(.current)
    #expect(outcome.failures.isEmpty)
    let codes = try await run.courses(in: .current).latest().value.studying.map(\.code)
    #expect(codes.count == 9)
    #expect(outcome.loaded == codes.map { .results($0) } + [.notifications, .study])

    let later = offline(run)
    for code in codes {
      let results = try await later.results(of: code, in: .current).latest()
      #expect(results.isStale)
    }
    #expect(try await later.notifications(.all).latest().isStale)
  }

  @Test("Pinned courses are loaded first, in the order of the pins")
  func pinned() async throws {
    let faculty = try await Faculty.open()
    let run = try await faculty.run(as: "zkusade1")
    let pins = [programming, CourseCode("XI-LOG.23"), missing]
    let outcome = try await run.sync(.current, pinned: pins)
    #expect(
      Array(outcome.loaded.prefix(3)) == [
        .results(programming), .results(CourseCode("XI-LOG.23")),
        .results(CourseCode("XI-BEZ.22")),
      ])
    #expect(outcome.loaded.count == 11)
  }

  @Test("A teacher's items, groups and the values of the own groups and of the last one")
  func teacher() async throws {
    let faculty = try await Faculty.open()
    let run = try await faculty.run(as: "ucitezk1")
    let outcome = try await run.sync(.current) { code, _ in
      code == programming ? .test : nil
    }
    #expect(outcome.failures.isEmpty)
    let mine = try await run.groups(
      of: programming, in: .current, onlyMine: true
    ).latest().value.groups.map(\.id)
    #expect(!mine.isEmpty)
    #expect(outcome.loaded.contains(.items(programming)))
    #expect(outcome.loaded.contains(.groups(programming)))
    for group in mine + [.test, .myParallels] {
      #expect(outcome.loaded.contains(.group(group, programming)))
      let query = GroupQuery(course: programming, semester: .current, group: group)
      #expect(try await run.matrix(query).latest().value.group.id == group)
    }
  }

  @Test("Groups that a failing service does not list are named, and the rest is loaded")
  func groupsFail() async throws {
    let faculty = try await Faculty.open()
    let run = try await faculty.run(as: "ucitezk1")
    let fault = faculty.control.add(
      Fault("GET", "/student-groups", times: nil, .answer(status: 503)))
    let outcome = try await run.sync(.current)
    #expect(outcome.failures.contains { $0.part == .groups(programming) })
    #expect(outcome.loaded.contains(.items(programming)))
    fault.remove()
  }

  @Test("What cannot be loaded is named, and the rest is loaded")
  func failures() async throws {
    var answers = StubGradesAPI.Answers()
    answers.semesters = [.current: World.semester]
    answers.roles = [World.semester: UserRoles(studentCourses: [missing], teacherCourses: [])]
    answers.overviews = [World.semester: []]
    answers.notifications = []
    let world = try World(StubGradesAPI(answers))
    let run = world.run()
    let outcome = try await run.sync(.current)
    #expect(outcome.loaded == [.notifications, .study])
    #expect(outcome.failures.map(\.part) == [.results(missing)])
    #expect(
      outcome.failures.first?.error as? UnknownCourse
        == UnknownCourse(course: missing, semester: World.semester))

    // What is stored does not stand in for an answer.
    world.service.fail("overview", with: .unreachable(.refused))
    await #expect(throws: GradesError.unreachable(.refused)) { try await run.sync(.current) }
    world.service.heal()
    world.service.fail("notifications", with: .notSignedIn(.noCredentials))
    await #expect(throws: GradesError.self) { try await run.sync(.current) }
  }

  @Test("Offline, what is missing is named: never loaded, in part, or none of the user's courses")
  func absence() async throws {
    let faculty = try await Faculty.open()
    let run = try await faculty.run(as: "zkusade1")
    let semester = try await run.courses(in: .current).latest().value.semester
    let later = offline(run)
    func error(of code: CourseCode) async -> (any Error)? {
      do {
        _ = try await later.results(of: code, in: .code(semester)).latest()
        return nil
      } catch { return error }
    }
    #expect(
      await error(of: programming) as? NothingStored
        == NothingStored(.course(programming, semester)))
    #expect(
      await error(of: missing) as? UnknownCourse
        == UnknownCourse(course: missing, semester: semester))
    _ = try await run.results(of: programming, in: .code(semester)).latest()
    #expect(await error(of: programming) == nil)
    await #expect(throws: NothingStored(.partOfCourse(programming, semester))) {
      try await later.items(of: programming, in: .code(semester)).latest()
    }
    await #expect(throws: NothingStored(.notifications)) {
      try await later.notifications(.all).latest()
    }
  }
}
