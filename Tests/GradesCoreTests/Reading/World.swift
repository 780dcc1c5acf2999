import Foundation
import GradesClient
import GradesCore
import Synchronization
import TestSupport

/// A user with a cache file, a service and a clock; what a run of the program works with.
struct World {
  static let semester = SemesterCode("B261")!
  static let host = "demo"

  let folder: TemporaryFolder
  let clock = StubClock()
  let service: StubGradesAPI
  let notices = Notices()
  let logNotices = Notices()

  init(_ service: StubGradesAPI) throws {
    folder = try TemporaryFolder()
    self.service = service
  }

  var cacheFile: URL { folder.file("cache/cache.sqlite") }
  var logFile: URL { folder.file("state/log.sqlite") }

  /// A new run of the program: nothing is remembered but what is in its files.
  func run(
    as username: String? = "zkusade1", host: String = World.host, access: Access = .online,
    language: ServiceLanguage = .english
  ) -> Repository {
    let (notices, logNotices) = (notices, logNotices)
    let clock = clock
    let source = SnapshotSource(
      api: service.api, cache: SnapshotCache(file: cacheFile) { notices.add($0) },
      log: ChangeLog(file: logFile) { logNotices.add($0) }, host: host, language: language,
      access: access, now: { clock.now })
    let session = SessionRepository(
      source: source,
      credentials: CredentialsAccess(user: {
        username.map { UserInfo(username: Username($0), firstName: nil, lastName: nil) }
      }))
    return Repository(
      source: source, session: session,
      drafts: DraftStore(file: folder.file("drafts.sqlite"), now: { clock.now }))
  }
}

extension Repository {
  /// One whose user has no drafts.
  init(source: SnapshotSource, session: SessionRepository) {
    self.init(
      source: source, session: session,
      drafts: DraftStore(file: URL(filePath: "/dev/null/drafts"), now: { Date() }))
  }
}

/// The notices that a cache gave.
final class Notices: Sendable {
  private let given = Mutex<[CacheNotice]>([])

  var all: [CacheNotice] { given.withLock { $0 } }

  func add(_ notice: CacheNotice) { given.withLock { $0.append(notice) } }
}

/// All elements of a stream.
func all<Value>(_ stream: SnapshotStream<Value>) async throws -> [Snapshot<Value>] {
  var elements: [Snapshot<Value>] = []
  for try await element in stream { elements.append(element) }
  return elements
}

/// Returns when the task is cancelled and not before.
func untilCancelled() async {
  let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
  for await _ in stream {}
  continuation.finish()
}
