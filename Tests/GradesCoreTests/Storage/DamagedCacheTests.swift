import Foundation
import GRDB
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

@Suite("A cache that another program changed", .hangLimit, .inTurn)
struct DamagedCacheTests {
  private let scope = CacheScope(host: "demo", username: Username("zkusade1"))
  private let roles = Data(#"{"studentCourses": ["XI-AAA.23"]}"#.utf8)
  private let key = RequestKey(path: "user-roles", semester: World.semester)
  private let folder: TemporaryFolder
  private let file: URL
  private let logFile: URL
  private let notices = Occurrences<CacheNotice>()

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("cache.sqlite")
    logFile = folder.file("log.sqlite")
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
    let time = Date(timeIntervalSince1970: 1_790_000_000)
    cache.store(roles, for: key, of: scope, at: time)
    let log = ChangeLog(file: logFile)
    for (points, pause) in [(1.0, 0.0), (2, 300)] {
      let moment = time.addingTimeInterval(pause)
      log.take(try results(points), Look(asked: moment, answered: moment), of: scope)
    }
    log.tell("changes", upTo: 1, at: time, of: scope)
  }

  /// Everything that commands read and write.
  private func use(_ cache: SnapshotCache) throws {
    _ = cache.body(key, of: scope)
    _ = cache.newest(scope)
    _ = cache.keys(of: scope)
    _ = cache.owners(of: key, at: scope.host)
    let time = Date(timeIntervalSince1970: 1_790_000_600)
    cache.store(roles, for: key, of: scope, at: time)
    #expect(cache.body(key, of: scope)?.body == roles)
  }

  /// Everything of the log, too.
  private func use(_ log: ChangeLog) throws {
    let time = Date(timeIntervalSince1970: 1_790_000_600)
    _ = try? log.changes([.result, .total], of: scope)
    _ = try? log.notifications(of: scope, after: 0)
    _ = (log.answeredAt(.result, of: scope), try? log.told("changes", of: scope), try? log.newest)
    _ = log.seenNotifications(of: scope)
    log.take(try results(3), Look(asked: time, answered: time), of: scope)
    log.take([], asked: 0, at: time, of: scope)
    log.tell("changes", upTo: 1, at: time, of: scope)
    #expect(log.answeredAt(.result, of: scope) != nil)
  }

  @Test("never ends the program, whatever a column holds", arguments: ForeignValue.allCases)
  func columns(value: ForeignValue) throws {
    try fill()
    for file in [file, logFile] {
      let good = try Data(contentsOf: file)
      for column in try Column.all(of: file) {
        try good.write(to: file)
        try column.set(value, in: file)
        // And again, after what was done about it.
        for _ in 0..<2 {
          if file == logFile { try use(ChangeLog(file: file)) } else { try use(cache) }
        }
      }
    }
  }

  @Test("is set up again, with a notice, when a time is no time")
  func time() throws {
    try fill()
    try Column(table: "response", name: "fetchedAt").set(.text, in: file)
    #expect(cache.body(key, of: scope) == nil)
    #expect(notices.all == [.rebuilt])
  }
}
