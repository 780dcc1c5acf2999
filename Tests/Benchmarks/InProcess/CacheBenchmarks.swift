import Benchmark
import Foundation
import GradesClient
import GradesCore

/// A group's values into the cache and out of it, as a scene does both.
func registerCache() {
  for (students, items) in [(300, 40), (10_000, 1)] {
    let size = InventedCourse(students: students, items: max(items, 2))
    let name = "\(students.formatted(.number.locale(Locale(identifier: "en")))) x \(items)"
    Benchmark("cache: decode and write a group, \(name)") { (benchmark, group: CachedGroup) in
      for _ in benchmark.scaledIterations { blackHole(try await group.ask(.online)) }
    } setup: {
      await prepared {
        try await CachedGroup(size, items: items)
      }
    }
    Benchmark("cache: read a group, \(name)") { (benchmark, group: CachedGroup) in
      for _ in benchmark.scaledIterations { blackHole(try await group.ask(.offline)) }
    } setup: {
      await prepared {
        let group = try await CachedGroup(size, items: items)
        _ = try await group.ask(.online)
        return group
      }
    }
  }
}

/// A cache in a folder of its own, and a service that answers from memory.
private final class CachedGroup: Sendable {
  private let folder: TemporaryFolder
  private let service: GradesAPI
  private let cache: SnapshotCache
  private let log: ChangeLog
  private let query: GroupQuery

  init(_ size: InventedCourse, items: Int) async throws {
    folder = try TemporaryFolder()
    service = GradesAPI(answering: size)
    cache = SnapshotCache(file: folder.url.appending(path: "cache.sqlite"))
    log = ChangeLog(file: folder.url.appending(path: "log.sqlite"))
    query = GroupQuery(
      course: InventedCourse.code, semester: .code(try await service.semester()),
      items: items == 1 ? [ItemIdentifier("du1")] : [], needsDetails: items != 1)
  }

  /// Online, everything is stored; offline, everything is read back.
  func ask(_ access: Access) async throws -> Snapshot<GroupMatrix> {
    let source = SnapshotSource(
      api: service, cache: cache, log: log, host: "invented", language: .english, access: access)
    let session = SessionRepository(
      source: source,
      credentials: CredentialsAccess {
        UserInfo(username: Username(InventedCourse.username), firstName: nil, lastName: nil)
      })
    let drafts = DraftStore(file: folder.url.appending(path: "drafts.sqlite"), now: { Date() })
    return try await Repository(source: source, session: session, drafts: drafts)
      .matrix(query).latest()
  }
}
