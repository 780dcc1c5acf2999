import Benchmark
import GradesClient

/// Decoding of each answer, through the client's public face: building the request, the rules of
/// retries, and reading the body; all but the network.
func registerAnswers() {
  let course = CourseCode("XI-AAA.23")
  typealias World = (service: HTTPGradesAPI, semester: SemesterCode)
  typealias Ask = @Sendable (HTTPGradesAPI, SemesterCode) async throws -> Void

  func register(_ name: String, _ size: InventedCourse, _ ask: @escaping Ask) {
    Benchmark("answer: \(name)") { (benchmark, world: World) in
      for _ in benchmark.scaledIterations { try await ask(world.service, world.semester) }
    } setup: {
      await prepared {
        let service = HTTPGradesAPI(answering: size)
        return (service: service, semester: try await service.semester())
      }
    }
  }

  let usual = InventedCourse(students: 300, items: 40)
  let small = InventedCourse(students: 1, items: 40)
  register("group, 300 x 40", usual) { service, semester in
    blackHole(
      try await service.rows(of: .all, in: course, semester: semester, language: .english))
  }
  register("group, 1,000 x 1", InventedCourse(students: 1_000, items: 2)) { service, semester in
    blackHole(
      try await service.column(
        ItemIdentifier("du1"), of: .all, in: course, semester: semester, language: .english))
  }
  register("group, 10,000 x 1", InventedCourse(students: 10_000, items: 2)) { service, semester in
    blackHole(
      try await service.column(
        ItemIdentifier("du1"), of: .all, in: course, semester: semester, language: .english))
  }
  register("one student, 40 items", small) { service, semester in
    blackHole(
      try await service.record(
        of: Username(small.username(0)), in: course, semester: semester, language: .english,
        showHidden: false))
  }
  register("definitions, 40 items", small) { service, semester in
    blackHole(try await service.definitions(of: course, in: semester, language: .english))
  }
  register("groups of a course, 40", small) { service, semester in
    blackHole(
      try await service.groups(of: course, in: semester, language: .english, teacher: nil))
  }
  register("overview, 12 courses", small) { service, semester in
    blackHole(
      try await service.overview(
        of: Username(InventedCourse.username), in: semester, language: .english))
  }
  register("a course's information", small) { service, semester in
    blackHole(try await service.information(about: course, in: semester, language: .english))
  }
  register("user and roles", small) { service, semester in
    blackHole(try await service.userInfo())
    blackHole(try await service.userRoles(in: semester, language: .english))
  }
  register("semester", small) { service, _ in blackHole(try await service.semesterCode(.current)) }
  register("notifications, 20", small) { service, _ in
    blackHole(
      try await service.notifications(
        .new, of: Username(InventedCourse.username), page: NotificationPage(),
        language: .english))
  }
}
