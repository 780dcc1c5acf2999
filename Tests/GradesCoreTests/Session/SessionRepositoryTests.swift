import Foundation
import GradesClient
import GradesCore
import Synchronization
import TestSupport
import Testing

@Suite("Session", .hangLimit, .inTurn) struct SessionRepositoryTests {
  @Test func takesTheUserFromTheCredentialsWithoutARequest() async throws {
    let world = try World(.faculty())
    #expect(try await world.run(as: "obojial1").session.user().username == Username("obojial1"))
    #expect(world.service.requests == [])
  }

  @Test func asksOnceForAUserWhomTheCredentialsDoNotNameAndRemembersThem() async throws {
    let world = try World(.faculty())
    let remembered = Mutex<[UserInfo]>([])
    let session = SessionRepository(
      source: world.run().source,
      credentials: CredentialsAccess(
        user: { nil }, remember: { user in remembered.withLock { $0.append(user) } }))

    let user = try await session.user()
    #expect(try await session.user() == user)

    #expect(user.firstName == "Adéla")
    #expect(world.service.requests == ["user"])
    #expect(remembered.withLock { $0 } == [user])
  }

  @Test func passesOnThatNobodyIsSignedIn() async throws {
    let world = try World(.faculty())
    world.service.fail(with: .notSignedIn(.noCredentials))
    await #expect(throws: GradesError.notSignedIn(.noCredentials)) {
      try await world.run(as: nil).session.begin(.current)
    }
  }

  @Test func resolvesWordsWithTheServiceAndCodesWithout() async throws {
    let world = try World(.faculty())
    let session = world.run().session

    #expect(try await session.semester(.word(.previous)).value.rawValue == "B252")
    #expect(try await session.semester(.word(.next)).value.rawValue == "B262")
    #expect(try await session.semester(.current).value.rawValue == "B261")
    #expect(try await session.semester(.current).value.rawValue == "B261")
    let code = try #require(SemesterChoice("b182"))
    #expect(try await session.semester(code).value.rawValue == "B182")
    #expect(world.service.requests == ["semester current"])

    // The app runs for days and must notice that a new semester began; so must what changes grades, at once.
    world.service.change { $0.semesters[.current] = World.semester.next }
    #expect(try await world.run().session.semester(.current).value.rawValue == "B261")
    #expect(try await world.run().session.newestSemester(.current).value.rawValue == "B262")
    world.clock.advance(86_401)
    #expect(try await session.semester(.current).value.rawValue == "B262")
  }

  @Test func asksOnceForWhatTasksAskAtTheSameTime() async throws {
    let world = try World(.faculty())
    let session = world.run(as: nil).session
    async let first = session.begin(.current)
    async let second = session.begin(.current)
    let (one, other) = try await (first, second)

    #expect(one.user == other.user)
    #expect(one.semester == other.semester)
    #expect(world.service.requests.sorted() == ["semester current", "user"])
  }

  @Test func asksAgainWhenTheTaskThatAskedIsCancelled() async throws {
    let requests = Occurrences<String>()
    let world = try World(
      .faculty { request in
        guard request.hasPrefix("semester"), requests.record(request) == 0 else { return }
        await untilCancelled()
        throw GradesError.cancelled
      })
    let session = world.run().session
    let first = Task { try await session.semester(.current) }
    _ = try await requests.first(1)
    let second = Task { try await session.semester(.current) }
    first.cancel()

    #expect(try await second.value.value == World.semester)
    await #expect(throws: (any Error).self) { try await first.value }
  }

  @Test(arguments: [
    ("2026-09-19", "B252"), ("2026-09-20", "B261"), ("2027-01-01", "B261"), ("2027-02-14", "B261"),
    ("2027-02-15", "B262"), ("2009-03-01", "B082"),
  ])
  func knowsTheUsualSemesterOfADate(day: String, code: String) throws {
    let date = try Date("\(day)T12:00:00Z", strategy: .iso8601)
    #expect(SemesterCode(usuallyOn: date)?.rawValue == code)
  }

  @Test func rememberedSemestersAnswerWhenTheServiceIsAway() async throws {
    let world = try World(.faculty())
    _ = try await world.run().session.semester(.current)
    world.service.fail(with: .serviceFailure(status: 500))
    #expect(try await !world.run().session.semester(.current).isStale)
    world.clock.advance(86_401)

    let away = try await world.run().session.semester(.current)
    #expect(away.value == World.semester)
    #expect(away.isStale)
    // The current semester is the same for all users.
    let offline = world.run(as: "druhyst2", access: .offline).session
    #expect(try await offline.semester(.current).value == World.semester)
    #expect(offline.storedSemester(.current) == World.semester)
    #expect(try await offline.semester(.word(.next)).value == World.semester.next)
    #expect(try await offline.semester(.word(.previous)).value == World.semester.previous)
    let elsewhere = world.run(host: "production", access: .offline).session
    await #expect(throws: NothingStored()) { try await elsewhere.semester(.word(.next)) }
    await #expect(throws: GradesError.serviceFailure(status: 500)) {
      try await world.run(host: "production").session.semester(.word(.next))
    }
  }

  @Test func listsSemestersNewestFirst() async throws {
    let world = try World(.faculty())
    let old = try #require(SemesterCode("B171"))

    let semesters = try await world.run().session.semesters(including: .code(old))

    #expect(
      semesters.value.map(\.rawValue) == [
        "B261", "B252", "B251", "B242", "B241", "B232", "B231", "B222", "B221", "B212", "B211",
        "B202", "B171",
      ])
  }

  @Test func tellsRoles() async throws {
    let world = try World(.faculty())
    let roles = try await world.run().session.roles(in: World.semester)
    #expect(roles.value.teacherCourses == [CourseCode("XI-DDD.23")])
    let stored = try await world.run(access: .offline).session.roles(in: World.semester)
    #expect(stored == roles.stale)
    let current = try await world.run().session.roles(in: .current)
    #expect(current.semester == World.semester)
    #expect(current.roles == roles.value)
  }

  @Test func signingOutErasesWhatIsStoredOfTheUserOnly() async throws {
    let world = try World(.faculty())
    for user in ["zkusade1", "druhyst2"] {
      _ = try await world.run(as: user).courses(in: .code(World.semester)).latest()
    }
    let erased = Mutex(false)
    let session = SessionRepository(
      source: world.run().source,
      credentials: CredentialsAccess(
        user: { UserInfo(username: Username("zkusade1"), firstName: nil, lastName: nil) },
        erase: { erased.withLock { $0 = true } }))

    try await session.signOut()

    #expect(erased.withLock { $0 })
    await #expect(throws: NothingStored(.courses(World.semester))) {
      try await world.run(access: .offline).courses(in: .code(World.semester)).latest()
    }
    let other = world.run(as: "druhyst2", access: .offline)
    #expect(
      try await other.courses(in: .code(World.semester)).latest().value.studying.count == 3)
  }

  @Test(arguments: [
    ("current", "current"), ("Previous", "previous"), ("prev", "previous"), ("NEXT", "next"),
    ("b231", "B231"),
  ])
  func readsSemestersAsPeopleWriteThem(typed: String, kept: String) throws {
    #expect(try #require(SemesterChoice(typed)).text == kept)
  }

  @Test(arguments: ["", "summer", "B23", "B233", "2023"])
  func refusesOtherSemesters(typed: String) {
    #expect(SemesterChoice(typed) == nil)
  }
}
