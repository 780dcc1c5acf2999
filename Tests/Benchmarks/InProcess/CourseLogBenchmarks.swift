import Benchmark
import Foundation
import GradesClient
import GradesCore

/// What the log of a course adds to storing a group, and how long it takes to read.
func registerCourseLog() {
  for changes in [0, 100] {
    Benchmark("log: store 10,000 x 20 with \(changes) changes") {
      (benchmark, course: LoggedCourse) in
      for _ in benchmark.scaledIterations {
        course.change(changes)
        benchmark.startMeasurement()
        blackHole(try await course.load())
        benchmark.stopMeasurement()
      }
    } setup: {
      await prepared { try await LoggedCourse.loaded() }
    }
  }

  Benchmark("log: read 100 changes of 10,000 x 20") { (benchmark, course: LoggedCourse) in
    for _ in benchmark.scaledIterations { blackHole(try await course.changes()) }
  } setup: {
    await prepared {
      let course = try await LoggedCourse.loaded()
      course.change(100)
      try await course.load()
      return course
    }
  }
}

/// A cache, a service of which each answer differs from the one before, and the log over both.
private final class LoggedCourse: Sendable {
  private let folder: TemporaryFolder
  private let answers: ChangingAnswers
  private let service: GradesAPI
  private let cache: SnapshotCache
  private let log: ChangeLog

  private init() throws {
    folder = try TemporaryFolder()
    answers = ChangingAnswers(InventedCourse(students: 10_000, items: 20))
    service = GradesAPI(answeringWith: answers)
    cache = SnapshotCache(file: folder.url.appending(path: "cache.sqlite"))
    log = ChangeLog(file: folder.url.appending(path: "log.sqlite"))
  }

  /// A course whose values were seen once.
  static func loaded() async throws -> LoggedCourse {
    let course = try LoggedCourse()
    try await course.load()
    return course
  }

  /// Makes so many values others than before.
  func change(_ count: Int) { answers.change(count) }

  /// Loads the group.
  func load() async throws {
    let semester = SemesterChoice.code(try await service.semester())
    _ = try await repository(.online).matrix(
      GroupQuery(
        course: InventedCourse.code, semester: semester, group: .all, needsDetails: true)
    ).latest()
  }

  /// What the log has, without the service.
  func changes() async throws -> Int {
    let semester = SemesterChoice.code(try await service.semester())
    return try await repository(.offline).changes(
      CourseLogQuery(course: InventedCourse.code, semester: semester)
    ).latest().value.entries.count
  }

  private func repository(_ access: Access) -> Repository {
    Repository(
      source: source(access), session: session(access),
      drafts: DraftStore(file: folder.url.appending(path: "drafts.sqlite"), now: { Date() }))
  }

  private func source(_ access: Access) -> SnapshotSource {
    SnapshotSource(
      api: service, cache: cache, log: log, host: "invented", language: .english, access: access)
  }

  private func session(_ access: Access) -> SessionRepository {
    SessionRepository(
      source: source(access),
      credentials: CredentialsAccess {
        UserInfo(username: Username(InventedCourse.username), firstName: nil, lastName: nil)
      })
  }
}
