import GradesClient
import TestSupport
import Testing

@testable import GradesCore

@Suite("Courses", .hangLimit, .inTurn) struct CoursesRepositoryTests {
  @Test func unitesRolesAndOverviewInTwoSortedSections() async throws {
    let world = try World(.faculty())

    let courses = try await world.run().courses(in: .code(World.semester)).latest()

    #expect(courses.isStale == false)
    #expect(courses.fetchedAt == world.clock.now)
    #expect(
      courses.value
        == CourseList(
          semester: World.semester,
          studying: [
            StudiedCourse(
              code: CourseCode("XI-AAA.23"), name: "Introduction to Trying", points: .number(61.5),
              grade: .text("D"), credits: 5, completion: .creditAndExam),
            StudiedCourse(code: CourseCode("XI-BBB"), name: "Proofs and Refutations"),
            StudiedCourse(
              code: CourseCode("XI-CCC.23"), name: nil, points: .number(88), grade: .text("B")),
          ],
          teaching: [
            CourseInformation(code: CourseCode("XI-DDD.23"), name: "Programming with Pencils")
          ]
        ))
  }

  @Test func keepsOtherErrorsOfTheOverviewAndNumbersOfFinalScores() async throws {
    let service = StubGradesAPI.faculty()
    service.change {
      $0.overviews[World.semester] = [
        CourseOverview(
          code: CourseCode("XI-AAA.23"),
          items: [
            .init(type: .finalScore, value: .number(47)),
            .init(type: .finalScore, value: .text("F")),
          ]),
        CourseOverview(
          code: CourseCode("XI-BBB"),
          items: [.init(type: .pointsTotal, value: nil, error: "CYCLE_IN_EXPRESSIONS")]),
        CourseOverview(code: CourseCode("XI-CCC.23"), items: []),
      ]
    }
    let world = try World(service)

    let studying = try await world.run().courses(in: .code(World.semester)).latest().value
      .studying

    #expect(studying.map(\.points) == [.number(47), nil, nil])
    #expect(studying.map(\.grade) == [.text("F"), nil, nil])
    #expect(studying.map(\.pointsError) == [nil, "CYCLE_IN_EXPRESSIONS", nil])
  }

  @Test func asksRolesAndOverviewAtTheSameTimeAndNamesTogether() async throws {
    // Every request waits for those that have to be under way with it; one after the other they
    // would never be answered.
    let beginning = Rendezvous(of: 2)
    let first = Rendezvous(of: 2)
    let names = Rendezvous(of: 6)
    let codes = (10...21).map { CourseCode("XI-N\($0).23") }
    var answers = StubGradesAPI.Answers()
    answers.semesters = [.current: World.semester]
    answers.roles = [World.semester: UserRoles(studentCourses: codes, teacherCourses: [])]
    answers.overviews = [World.semester: []]
    answers.information = Dictionary(
      uniqueKeysWithValues: codes.map { ($0, CourseInformation(code: $0, name: "Course \($0)")) })
    let service = StubGradesAPI(answers) { request in
      switch request.split(separator: " ").first {
      case "user", "semester": await beginning.arrive()
      case "roles", "overview": await first.arrive()
      default: await names.arrive()
      }
    }
    let run = try World(service).run(as: nil)

    let (user, semester) = try await run.session.begin(.current)
    let courses = try await run.courses(in: .code(semester.value)).latest()

    #expect(user.username == Username("zkusade1"))
    #expect(courses.value.studying.map(\.name) == codes.map { "Course \($0)" })
    #expect(service.requests.count == 2 + 2 + 12)
    #expect(service.mostAtOnce == 6)
  }

  @Test func asksForNamesOnlyOnceASemesterAndLanguage() async throws {
    let world = try World(.faculty())
    _ = try await world.run().courses(in: .code(World.semester)).latest()
    #expect(world.service.requests.filter { $0.hasPrefix("information") }.count == 4)

    world.service.forgetRequests()
    let again = try await world.run().courses(in: .code(World.semester)).latest()
    #expect(world.service.requests.sorted() == ["overview zkusade1 B261 en", "roles B261 en"])
    #expect(again.value.studying.first?.name == "Introduction to Trying")

    world.service.forgetRequests()
    _ = try await world.run(language: .czech).courses(in: .code(World.semester)).latest()
    #expect(world.service.requests.contains("information XI-AAA.23 B261 cs"))
  }

  @Test func asksAgainTomorrowForANameThatWasMissing() async throws {
    let world = try World(.faculty())
    _ = try await world.run().courses(in: .code(World.semester)).latest()
    world.service.change {
      $0.information[CourseCode("XI-CCC.23")] = CourseInformation(
        code: CourseCode("XI-CCC.23"), name: "Databases on Paper")
    }
    world.clock.advance(25 * 3600)
    world.service.forgetRequests()

    let courses = try await world.run().courses(in: .code(World.semester)).latest()

    #expect(courses.value.studying.last?.name == "Databases on Paper")
    #expect(
      world.service.requests.filter { $0.hasPrefix("information") }
        == ["information XI-CCC.23 B261 en"])
  }

  @Test(arguments: [
    GradesError.notFound, .serviceFailure(status: 500), .unreachable(.timedOut), .notPermitted,
  ])
  func losesNothingButTheNameWhenACourseTellsNothing(failure: GradesError) async throws {
    let world = try World(.faculty())
    world.service.fail("information XI-AAA.23", with: failure)

    let studying = try await world.run().courses(in: .code(World.semester)).latest().value
      .studying

    #expect(studying.map(\.code.rawValue) == ["XI-AAA.23", "XI-BBB", "XI-CCC.23"])
    #expect(studying.first?.name == nil)
    #expect(studying.first?.points == .number(61.5))
  }

  @Test func showsStoredCoursesFirstAndThenTheServices() async throws {
    let world = try World(.faculty())
    let before = try await world.run().courses(in: .code(World.semester)).latest()
    world.clock.advance(600)
    world.service.change {
      $0.overviews[World.semester]?[0].items = [.init(type: .pointsTotal, value: .number(70))]
    }

    let snapshots = try await all(world.run().courses(in: .code(World.semester)))

    #expect(snapshots.count == 2)
    #expect(snapshots.first == before)
    #expect(snapshots.last?.fetchedAt == world.clock.now)
    #expect(snapshots.last?.value.studying.first?.points == .number(70))
    #expect(snapshots.map(\.isStale) == [false, false])
  }

  @Test(arguments: [
    GradesError.unreachable(.refused), .serviceFailure(status: 503),
    .tooManyRequests(retryAfter: nil), .unreadable(.html),
  ])
  func repeatsStoredCoursesAsStaleWhenTheServiceIsAway(outage: GradesError) async throws {
    let world = try World(.faculty())
    let before = try await world.run().courses(in: .code(World.semester)).latest()
    world.service.fail(with: outage)
    world.clock.advance(600)

    let snapshots = try await all(world.run().courses(in: .code(World.semester)))
    let latest = try await world.run().courses(in: .code(World.semester)).latest()

    #expect(snapshots == [before, before.stale])
    #expect(latest == before.stale)
  }

  @Test func failsWhenTheServiceIsAwayAndNothingIsStored() async throws {
    let world = try World(.faculty())
    world.service.fail(with: .unreachable(.nameNotFound))

    await #expect(throws: GradesError.unreachable(.nameNotFound)) {
      try await world.run().courses(in: .code(World.semester)).latest()
    }
  }

  @Test(arguments: [
    GradesError.notPermitted, .notFound, .notSignedIn(.expired), .unreadable(.json(path: "[0]")),
  ])
  func doesNotHideOtherFailuresBehindStoredCourses(failure: GradesError) async throws {
    let world = try World(.faculty())
    let before = try await world.run().courses(in: .code(World.semester)).latest()
    world.service.fail("roles", with: failure)
    var shown: [Snapshot<CourseList>] = []

    await #expect(throws: failure) {
      for try await snapshot in world.run().courses(in: .code(World.semester)) {
        shown.append(snapshot)
      }
    }
    #expect(shown == [before])
    await #expect(throws: failure) {
      try await world.run().courses(in: .code(World.semester)).latest()
    }
  }

  @Test func answersOfflineWithoutTouchingTheNetwork() async throws {
    let world = try World(.faculty())
    let before = try await world.run().courses(in: .code(World.semester)).latest()
    world.service.forgetRequests()

    let run = world.run(access: .offline)
    #expect(try await run.courses(in: .code(World.semester)).latest() == before.stale)
    #expect(try await all(run.courses(in: .code(World.semester))) == [before.stale])
    let other = try #require(SemesterCode("B252"))
    await #expect(throws: NothingStored(.courses(other))) {
      try await run.courses(in: .code(other)).latest()
    }
    await #expect(throws: NothingStored(.courses(other))) {
      try await all(run.courses(in: .code(other)))
    }

    #expect(world.service.requests == [])
  }

  @Test func answersOfflineInTheOtherLanguageRatherThanNotAtAll() async throws {
    let world = try World(.faculty())
    let english = try await world.run().courses(in: .code(World.semester)).latest()
    world.service.forgetRequests()

    let czech = world.run(access: .offline, language: .czech)
    #expect(try await czech.courses(in: .code(World.semester)).latest() == english.stale)
    #expect(world.service.requests == [])
  }

  @Test func answersOfflineInTheOtherLanguageWhereThatIsMuchNewer() async throws {
    let world = try World(.faculty())
    _ = try await world.run(language: .czech).courses(in: .code(World.semester)).latest()
    let offline = world.run(access: .offline, language: .czech)
    for (wait, isCzech) in [(600.0, true), (3600, false)] {
      world.clock.advance(wait)
      let english = try await world.run().courses(in: .code(World.semester)).latest()
      let stored = try await offline.courses(in: .code(World.semester)).latest()
      #expect((stored != english.stale) == isCzech)
    }
  }

  @Test func neverShowsWhatBelongsToAnotherUserOrHost() async throws {
    let world = try World(.faculty())
    _ = try await world.run().courses(in: .code(World.semester)).latest()

    for other in [
      world.run(as: "druhyst2", access: .offline), world.run(host: "production", access: .offline),
    ] {
      await #expect(throws: NothingStored(.courses(World.semester))) {
        try await other.courses(in: .code(World.semester)).latest()
      }
    }
  }

  @Test func meetsAnOutageOnlyOnceInALoad() async throws {
    let world = try World(.faculty())
    _ = try await world.run().session.begin(.current)
    _ = try await world.run().courses(in: .code(World.semester)).latest()
    world.service.forgetRequests()
    world.service.fail(with: .unreachable(.timedOut))
    world.clock.advance(86_401)

    let run = world.run()
    let semester = try await run.session.semester(.current)
    let courses = try await run.courses(in: .code(semester.value)).latest()

    #expect(semester.isStale)
    #expect(courses.isStale)
    #expect(world.service.requests == ["semester current"])

    world.service.heal()
    run.source.outage.forget()
    #expect(try await run.courses(in: .code(semester.value)).latest().isStale == false)
  }

  @Test func endsRequestsWhenTheReaderIsCancelled() async throws {
    let arrived = Rendezvous(of: 3)
    let ended = Rendezvous(of: 3)
    let service = StubGradesAPI.faculty { request in
      await arrived.arrive()
      await untilCancelled()
      await ended.arrive()
      throw GradesError.cancelled
    }
    let run = try World(service).run()

    let reader = Task { try await all(run.courses(in: .code(World.semester))) }
    await arrived.arrive()
    reader.cancel()
    await ended.arrive()

    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(service.requests.sorted() == ["overview zkusade1 B261 en", "roles B261 en"])
  }
}

extension StubGradesAPI {
  /// A student with three courses and one to teach.
  static func faculty(
    beforeAnswer: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) -> StubGradesAPI {
    let (a, b, c, d) = (
      CourseCode("XI-AAA.23"), CourseCode("XI-BBB"), CourseCode("XI-CCC.23"),
      CourseCode("XI-DDD.23")
    )
    var answers = Answers()
    answers.semesters = [.current: World.semester, .previous: World.semester.previous]
    answers.roles = [World.semester: UserRoles(studentCourses: [b, a], teacherCourses: [d])]
    answers.overviews = [
      World.semester: [
        CourseOverview(
          code: a,
          items: [
            .init(type: .finalScore, value: .text("D")),
            .init(type: .pointsTotal, value: .number(61.5)),
          ]),
        CourseOverview(
          code: c,
          items: [
            .init(type: .pointsTotal, value: .number(88)),
            .init(type: .finalScore, value: .text("B")),
          ]),
        CourseOverview(
          code: b, items: [.init(type: .pointsTotal, value: nil, error: "MISSING_DATA")]),
      ]
    ]
    answers.information = [
      a: CourseInformation(
        code: a, name: "Introduction to Trying", completion: .creditAndExam, credits: 5),
      b: CourseInformation(code: b, name: "Proofs and Refutations"),
      d: CourseInformation(code: d, name: "Programming with Pencils"),
    ]
    return StubGradesAPI(answers, beforeAnswer: beforeAnswer)
  }
}
