import Foundation
import GRDB
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

@Suite("Cache", .hangLimit, .inTurn) struct SnapshotCacheTests {
  private let scope = CacheScope(host: "demo", username: Username("zkusade1"))
  private let roles = UserRoles(
    studentCourses: [CourseCode("XI-AAA.23")], teacherCourses: [CourseCode("XI-DDD.23")])
  private let time = Date(timeIntervalSinceReferenceDate: 726_757_500.25)
  private let folder: TemporaryFolder
  private let file: URL
  private let notices = Notices()

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("cache/cache.sqlite")
  }

  private func cache(sizeLimit: Int = 256 << 20) -> SnapshotCache {
    SnapshotCache(file: file, sizeLimit: sizeLimit) { [notices] in notices.add($0) }
  }

  private func stored(_ cache: SnapshotCache, _ scope: CacheScope? = nil) -> UserRoles? {
    cache.snapshot(SnapshotKey(scope ?? self.scope), of: UserRoles.self)?.value
  }

  @Test func keepsDocumentsForTheNextRun() throws {
    cache().store(roles, under: SnapshotKey(scope), at: time)

    let found = try #require(cache().snapshot(SnapshotKey(scope), of: UserRoles.self))

    #expect(found == Snapshot(value: roles, fetchedAt: time))
    #expect(cache().newest(scope) == time)
    #expect(notices.all == [])
  }

  @Test func makesNoFileForReading() throws {
    #expect(stored(cache()) == nil)
    cache().erase(scope)
    #expect(FileManager.default.fileExists(atPath: file.path) == false)
  }

  @Test func lendsItsFileToNobodyElse() throws {
    cache().store(roles, under: SnapshotKey(scope), at: time)
    #expect(try mode(file) == 0o600)
    #expect(try mode(file.deletingLastPathComponent()) == 0o700)
    #expect(try folder.names() == ["cache"])

    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    #expect(stored(cache()) == roles)
    #expect(try mode(file) == 0o600)
  }

  @Test func keepsEverythingApartByEachPartOfTheKey() throws {
    let cache = cache()
    let key = SnapshotKey(scope, semester: SemesterCode("B231"), language: .english, name: "a")
    cache.store(roles, under: key, at: time)

    var others = [key, key, key, key, key]
    others[0].scope = CacheScope(host: "production", username: scope.username)
    others[1].scope = CacheScope(host: "demo", username: Username("druhyst2"))
    others[2].semester = SemesterCode("B232")
    others[3].language = .czech
    others[4].name = "b"
    for other in others { #expect(cache.snapshot(other, of: UserRoles.self) == nil) }
    #expect(cache.snapshot(key, of: CourseInformation.self) == nil)
    #expect(cache.snapshot(key, of: UserRoles.self)?.value == roles)
  }

  @Test func erasesOneUserOrEverybody() throws {
    let cache = cache()
    let other = CacheScope(host: "demo", username: Username("druhyst2"))
    let elsewhere = CacheScope(host: "production", username: scope.username)
    for each in [scope, other, elsewhere] {
      cache.store(roles, under: SnapshotKey(each), at: time)
    }

    cache.erase(scope)
    #expect(stored(cache) == nil)
    #expect(cache.newest(scope) == nil)
    #expect(stored(cache, other) == roles)
    #expect(stored(cache, elsewhere) == roles)
    #expect(try Data(contentsOf: file).range(of: Data("druhyst2".utf8)) != nil)
    cache.erase(other)
    // What is erased is not left in unused pages either.
    #expect(try Data(contentsOf: file).range(of: Data("druhyst2".utf8)) == nil)
  }

  // MARK: Damage

  @Test(arguments: [
    Data(), Data("not a database at all, just some text that was saved here".utf8),
    Data("SQLite format 3\0".utf8), Data(repeating: 0xFF, count: 8192),
  ])
  func beginsAnewWhenTheFileIsNotOurs(content: Data) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: file)

    let cache = cache()
    #expect(stored(cache) == nil)
    #expect(notices.all == [.rebuilt])
    cache.store(roles, under: SnapshotKey(scope), at: time)
    #expect(stored(self.cache()) == roles)
    #expect(notices.all == [.rebuilt])
  }

  @Test func beginsAnewWhenTheFileIsAnotherProgramsDatabase() throws {
    try database { try $0.execute(sql: "CREATE TABLE snapshot (recipe TEXT)") }

    #expect(stored(cache()) == nil)
    #expect(notices.all == [.rebuilt])
  }

  @Test func beginsAnewWhenATableIsMissing() throws {
    cache().store(roles, under: SnapshotKey(scope), at: time)
    try database { try $0.execute(sql: "DROP TABLE snapshot") }

    let cache = cache()
    #expect(stored(cache) == nil)
    cache.store(roles, under: SnapshotKey(scope), at: time)
    #expect(stored(cache) == roles)
    #expect(notices.all == [.rebuilt])
  }

  @Test func beginsAnewWhenAnOpenFileIsDamaged() throws {
    let cache = cache()
    cache.store(large("a"), under: SnapshotKey(scope, name: "a"), at: time)
    #expect(cache.snapshot(SnapshotKey(scope, name: "a"), of: CourseInformation.self) != nil)

    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: Data(repeating: 0x5A, count: size))
    try handle.close()

    // SQLite may still hold pages in its memory; a new run certainly meets the damage.
    _ = cache.snapshot(SnapshotKey(scope, name: "a"), of: CourseInformation.self)
    let next = self.cache()
    #expect(next.snapshot(SnapshotKey(scope, name: "a"), of: CourseInformation.self) == nil)
    next.store(roles, under: SnapshotKey(scope), at: time)
    #expect(stored(next) == roles)
    cache.store(roles, under: SnapshotKey(scope, name: "b"), at: time)
    #expect(cache.snapshot(SnapshotKey(scope, name: "b"), of: UserRoles.self)?.value == roles)
    #expect(Set(notices.all) == [.rebuilt])
  }

  @Test func survivesAFileThatEndsInTheMiddle() throws {
    let cache = cache()
    for name in ["a", "b", "c"] {
      cache.store(large(name), under: SnapshotKey(scope, name: name), at: time)
    }
    try FileHandle(forWritingTo: file).truncate(atOffset: 10_000)

    for name in ["a", "b", "c"] {
      let next = self.cache()
      let found = next.snapshot(SnapshotKey(scope, name: name), of: CourseInformation.self)
      #expect(found == nil || found?.value == large(name))
      next.store(large(name), under: SnapshotKey(scope, name: name), at: time)
      #expect(
        next.snapshot(SnapshotKey(scope, name: name), of: CourseInformation.self)?.value
          == large(name))
    }
    #expect(notices.all.contains(.rebuilt))
  }

  @Test func neverShowsADocumentThatIsNotAsItWasStored() throws {
    cache().store(large("original"), under: SnapshotKey(scope), at: time)
    try database { database in
      try database.execute(
        sql:
          "UPDATE snapshot SET document = CAST(replace(document, 'original', 'forgery!') AS BLOB)")
    }

    #expect(cache().snapshot(SnapshotKey(scope), of: CourseInformation.self) == nil)
    #expect(cache().newest(scope) == nil)
    #expect(notices.all == [.rebuilt])
  }

  @Test func survivesAnyDamagedByte() throws {
    cache().store(
      [("a", large("a")), ("b", large("b"))].map { (SnapshotKey(scope, name: $0.0), $0.1) },
      at: time)
    let intact = try Data(contentsOf: file)
    // Not random, so that a failure can be repeated; the first page, with the header and the
    // tables, gets as many hits as all the others.
    for step in 0..<60 {
      var damaged = intact
      let position = step % 2 == 0 ? step * 137 % 4096 : step * 7919 % intact.count
      damaged[position] ^= UInt8(1 << (step % 8))
      try damaged.write(to: file)

      let cache = self.cache()
      for name in ["a", "b"] {
        let key = SnapshotKey(scope, name: name)
        let found = cache.snapshot(key, of: CourseInformation.self)
        #expect(found == nil || found?.value == large(name))
        cache.store(large(name), under: key, at: time)
        #expect(cache.snapshot(key, of: CourseInformation.self)?.value == large(name))
      }
    }
  }

  @Test func readsNoDocumentOfAnotherFormat() throws {
    struct NewerRoles: StoredDocument {
      static let kind = UserRoles.kind
      static let format = UserRoles.format + 1
      init() {}
      init(from reader: inout DocumentReader) throws {}
      func write(to writer: inout DocumentWriter) {}
    }
    cache().store(NewerRoles(), under: SnapshotKey(scope), at: time)

    #expect(stored(cache()) == nil)
    #expect(notices.all == [])
  }

  // MARK: Versions

  @Test("is replaced by an empty one when another version wrote the file", arguments: [3, 8, 10])
  func otherVersion(version: Int) throws {
    cache().store(roles, under: SnapshotKey(scope), at: time)
    try database { try $0.execute(sql: "PRAGMA user_version = \(version)") }

    let cache = cache()
    #expect(stored(cache) == nil)
    #expect(notices.all == [.rebuilt])
    cache.store(roles, under: SnapshotKey(scope), at: time)
    #expect(stored(self.cache()) == roles)
    #expect(notices.all == [.rebuilt])
  }

  // MARK: Obstacles

  @Test func goesOnWithoutAFolder() throws {
    try Data("in the way".utf8).write(to: folder.file("cache"))

    let cache = cache()
    cache.store(roles, under: SnapshotKey(scope), at: time)
    cache.store(roles, under: SnapshotKey(scope), at: time)
    #expect(stored(cache) == nil)
    #expect(notices.all == [.unavailable(.notWritable)])
  }

  @Test func goesOnReadingWhenTheDiskIsFull() throws {
    let cache = cache(sizeLimit: 0)
    cache.store(roles, under: SnapshotKey(scope), at: time)
    cache.store(large("x"), under: SnapshotKey(scope, name: "x"), at: time)

    #expect(cache.snapshot(SnapshotKey(scope, name: "x"), of: CourseInformation.self) == nil)
    #expect(notices.all == [.unavailable(.full)])
  }

  @Test func makesRoomByDroppingTheOldest() throws {
    let cache = cache(sizeLimit: 1 << 20)
    for day in 0..<40 {
      cache.store(
        large("\(day)"), under: SnapshotKey(scope, name: "\(day)"),
        at: time.addingTimeInterval(TimeInterval(day) * 86_400))
    }

    #expect(cache.snapshot(SnapshotKey(scope, name: "0"), of: CourseInformation.self) == nil)
    #expect(cache.snapshot(SnapshotKey(scope, name: "39"), of: CourseInformation.self) != nil)
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
    #expect(size <= 1 << 20)
    #expect(notices.all == [])
  }

  @Test func makesTheFileAgainWhenSomebodyDeletedIt() throws {
    let cache = cache()
    cache.store(roles, under: SnapshotKey(scope), at: time)
    try FileManager.default.removeItem(at: file.deletingLastPathComponent())

    cache.store(roles, under: SnapshotKey(scope), at: time)

    #expect(stored(self.cache()) == roles)
    #expect(notices.all == [])
  }

  @Test func isSharedByManyAtOnce() async throws {
    // Each thread stands for a process: it has the file open for itself.
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for process in 0..<4 {
        group.enter()
        Thread.detachNewThread { [self] in
          let cache = SnapshotCache(file: file, busyTimeout: 120) {
            [notices] in notices.add($0)
          }
          for document in 0..<5 {
            let key = SnapshotKey(scope, name: "\(process)-\(document)")
            cache.store(roles, under: key, at: time)
            _ = cache.snapshot(key, of: UserRoles.self)
          }
          group.leave()
        }
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
    #expect(cache().stored(kind: UserRoles.kind, in: scope).count == 20)
    #expect(notices.all == [])
  }

  // MARK: Tools

  /// About 40 KiB, so that it spreads over many pages.
  private func large(_ name: String) -> CourseInformation {
    CourseInformation(
      code: CourseCode("XI-AAA.23"),
      name: String(repeating: name + " ", count: 40_000 / (name.count + 1)))
  }

  private func database(_ body: (Database) throws -> Void) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try DatabaseQueue(path: file.path).write(body)
  }

  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }
}
