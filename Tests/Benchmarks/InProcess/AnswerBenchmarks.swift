import Benchmark
import GradesClient

/// Decoding of each answer, through the client's public face: building the request, the rules of
/// retries, and reading the body; all but the network.
func registerAnswers() {
  let course = CourseCode("XI-AAA.23")
  typealias World = (service: GradesAPI, semester: SemesterCode)
  typealias Ask = @Sendable (GradesAPI, SemesterCode) async throws -> Void

  func register(_ name: String, _ size: InventedCourse, _ ask: @escaping Ask) {
    Benchmark("answer: \(name)") { (benchmark, world: World) in
      for _ in benchmark.scaledIterations { try await ask(world.service, world.semester) }
    } setup: {
      await prepared {
        let service = GradesAPI(answering: size)
        return (service: service, semester: try await service.semester())
      }
    }
  }

  let usual = InventedCourse(students: 300, items: 40)
  let small = InventedCourse(students: 1, items: 40)
  register("group, 300 x 40", usual) { service, semester in
    blackHole(
      try await service.with(language: .english).course(course, in: semester).values.group(.all))
  }
  register("group, 1,000 x 1", InventedCourse(students: 1_000, items: 2)) { service, semester in
    blackHole(
      try await service.with(language: .english).course(course, in: semester).values.item(
        ItemIdentifier("du1"), of: .all))
  }
  register("group, 10,000 x 1", InventedCourse(students: 10_000, items: 2)) { service, semester in
    blackHole(
      try await service.with(language: .english).course(course, in: semester).values.item(
        ItemIdentifier("du1"), of: .all))
  }
  register("one student, 40 items", small) { service, semester in
    blackHole(
      try await service.with(language: .english).course(course, in: semester).values.student(
        Username(small.username(0))))
  }
  register("definitions, 40 items", small) { service, semester in
    blackHole(
      try await service.with(language: .english).course(course, in: semester).definitions.all())
  }
  register("groups of a course, 40", small) { service, semester in
    blackHole(
      try await service.with(language: .english).course(course, in: semester).groups())
  }
  register("overview, 12 courses", small) { service, semester in
    blackHole(
      try await service.with(language: .english).overview(
        of: Username(InventedCourse.username), in: semester))
  }
  register("a course's information", small) { service, semester in
    blackHole(try await service.with(language: .english).course(course, in: semester).information())
  }
  register("user and roles", small) { service, semester in
    blackHole(try await service.user.info())
    blackHole(try await service.with(language: .english).user.roles(in: semester))
  }
  register("semester", small) { service, _ in blackHole(try await service.semester(.current)) }
  register("notifications, 20", small) { service, _ in
    blackHole(
      try await service.with(language: .english).notifications(
        of: Username(InventedCourse.username)
      ).page(NotificationPage(), .new))
  }
}
