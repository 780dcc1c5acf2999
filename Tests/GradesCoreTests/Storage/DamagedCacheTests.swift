import Foundation
import GRDB
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

@Suite("A cache that another program changed", .hangLimit, .inTurn)
struct DamagedCacheTests {
  private let scope = CacheScope(host: "demo", username: Username("zkusade1"))
  private let roles = UserRoles(
    studentCourses: [CourseCode("XI-AAA.23")], teacherCourses: [CourseCode("XI-DDD.23")])
  private let folder: TemporaryFolder
  private let file: URL
  private let notices = Occurrences<CacheNotice>()

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("cache.sqlite")
  }

  private var cache: SnapshotCache {
    SnapshotCache(file: file) { [notices] in notices.record($0) }
  }

  private func results(_ points: Double) throws -> CourseResults {
    CourseResults(
      course: CourseCode("XI-AAA.23"), name: nil, semester: try #require(SemesterCode("B261")),
      student: Student(username: Username("zkusade1"), firstName: nil, lastName: nil),
      items: [
        ResultItem(
          item: CourseItem(definition: Classification(identifier: ItemIdentifier("du1"))),
          recorded: RecordedValue(value: .number(points)))
      ])
  }

  private func fill() throws {
    let cache = cache
    let log = ChangeLog(cache: cache, scope: scope)
    let time = Date(timeIntervalSince1970: 1_790_000_000)
    cache.store(roles, under: SnapshotKey(scope, name: "a"), at: time)
    log.take(try results(1), at: time)
    log.take(try results(2), at: time.addingTimeInterval(300))
    log.look(at: time, upTo: log.entries().last?.id)
  }

  /// Everything that commands read and write.
  private func use(_ cache: SnapshotCache) throws {
    let log = ChangeLog(cache: cache, scope: scope)
    _ = cache.snapshot(SnapshotKey(scope, name: "a"), of: UserRoles.self)
    _ = cache.newest(scope)
    _ = cache.stored(kind: UserRoles.kind, in: scope)
    _ = log.entries()
    _ = (log.lookedAt, log.lastSeen, log.updatedAt)
    let time = Date(timeIntervalSince1970: 1_790_000_600)
    log.take(try results(3), at: time)
    log.look(at: time, upTo: 1)
    cache.store(roles, under: SnapshotKey(scope, name: "a"), at: time)
    #expect(cache.snapshot(SnapshotKey(scope, name: "a"), of: UserRoles.self)?.value == roles)
  }

  @Test("never ends the program, whatever a column holds", arguments: ForeignValue.allCases)
  func columns(value: ForeignValue) throws {
    try fill()
    let good = try Data(contentsOf: file)
    for column in try Column.all(of: file) {
      try good.write(to: file)
      try column.set(value, in: file)
      try use(cache)
      // And again, after what was done about it.
      try use(cache)
    }
  }

  @Test("is set up again, with a notice, when a time is no time")
  func time() throws {
    try fill()
    try Column(table: "snapshot", name: "fetchedAt").set(.text, in: file)
    #expect(cache.snapshot(SnapshotKey(scope, name: "a"), of: UserRoles.self) == nil)
    #expect(notices.all == [.rebuilt])
  }
}
