import Foundation
import GRDB
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

@Suite("Cache", .hangLimit, .inTurn) struct SnapshotCacheTests {
  private let scope = CacheScope(host: "demo", username: Username("zkusade1"))
  private let roles = Data(#"{"studentCourses": ["XI-AAA.23"]}"#.utf8)
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

  private func stored(_ cache: SnapshotCache, _ scope: CacheScope? = nil) -> Data? {
    cache.body(key(), of: scope ?? self.scope)?.body
  }

  private func key(_ path: String = "user-roles") -> RequestKey { RequestKey(path: path) }

  @Test func keepsDocumentsForTheNextRun() throws {
    cache().store(roles, for: key(), of: scope, at: time)

    let found = try #require(cache().body(key(), of: scope))

    #expect(found.body == roles)
    #expect(found.fetchedAt == time)
    #expect(cache().newest(scope) == time)
    #expect(notices.all == [])
  }

  @Test func makesNoFileForReading() throws {
    #expect(stored(cache()) == nil)
    cache().erase(scope)
    #expect(FileManager.default.fileExists(atPath: file.path) == false)
  }

  @Test func lendsItsFileToNobodyElse() throws {
    cache().store(roles, for: key(), of: scope, at: time)
    #expect(try mode(file) == 0o600)
    #expect(try mode(file.deletingLastPathComponent()) == 0o700)
    #expect(try folder.names() == ["cache"])

    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    #expect(stored(cache()) == roles)
    #expect(try mode(file) == 0o600)
  }

  @Test func keepsEverythingApartByEachPartOfTheKey() throws {
    let cache = cache()
    var key = RequestKey(path: "a", semester: SemesterCode("B231"))
    key.language = .english
    cache.store(roles, for: key, of: scope, at: time)

    var others = [key, key, key]
    others[0].semester = SemesterCode("B232")
    others[1].language = .czech
    others[2].path = "b"
    for other in others { #expect(cache.body(other, of: scope) == nil) }
    for other in [
      CacheScope(host: "production", username: scope.username),
      CacheScope(host: "demo", username: Username("druhyst2")),
    ] {
      #expect(cache.body(key, of: other) == nil)
    }
    #expect(cache.body(key, of: scope)?.body == roles)
  }

  @Test func erasesOneUserOrEverybody() throws {
    let cache = cache()
    let other = CacheScope(host: "demo", username: Username("druhyst2"))
    let elsewhere = CacheScope(host: "production", username: scope.username)
    for each in [scope, other, elsewhere] {
      cache.store(roles, for: key(), of: each, at: time)
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
    cache.store(roles, for: key(), of: scope, at: time)
    #expect(stored(self.cache()) == roles)
    #expect(notices.all == [.rebuilt])
  }

  @Test func beginsAnewWhenTheFileIsAnotherProgramsDatabase() throws {
    try database { try $0.execute(sql: "CREATE TABLE response (recipe TEXT)") }

    #expect(stored(cache()) == nil)
    #expect(notices.all == [.rebuilt])
  }

  @Test func beginsAnewWhenATableIsMissing() throws {
    cache().store(roles, for: key(), of: scope, at: time)
    try database { try $0.execute(sql: "DROP TABLE response") }

    let cache = cache()
    #expect(stored(cache) == nil)
    cache.store(roles, for: key(), of: scope, at: time)
    #expect(stored(cache) == roles)
    #expect(notices.all == [.rebuilt])
  }

  @Test func beginsAnewWhenAnOpenFileIsDamaged() throws {
    let cache = cache()
    cache.store(large("a"), for: key("a"), of: scope, at: time)
    #expect(cache.body(key("a"), of: scope) != nil)

    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: Data(repeating: 0x5A, count: size))
    try handle.close()

    // SQLite may still hold pages in its memory; a new run certainly meets the damage.
    _ = cache.body(key("a"), of: scope)
    let next = self.cache()
    #expect(next.body(key("a"), of: scope) == nil)
    next.store(roles, for: key(), of: scope, at: time)
    #expect(stored(next) == roles)
    cache.store(roles, for: key("b"), of: scope, at: time)
    #expect(cache.body(key("b"), of: scope)?.body == roles)
    #expect(Set(notices.all) == [.rebuilt])
  }

  @Test func survivesAFileThatEndsInTheMiddle() throws {
    let cache = cache()
    for name in ["a", "b", "c"] {
      cache.store(large(name), for: key(name), of: scope, at: time)
    }
    try FileHandle(forWritingTo: file).truncate(atOffset: 10_000)

    for name in ["a", "b", "c"] {
      let next = self.cache()
      let found = next.body(key(name), of: scope)
      #expect(found == nil || found?.body == large(name))
      next.store(large(name), for: key(name), of: scope, at: time)
      #expect(next.body(key(name), of: scope)?.body == large(name))
    }
    #expect(notices.all.contains(.rebuilt))
  }

  @Test func neverShowsADocumentThatIsNotAsItWasStored() throws {
    cache().store(large("original"), for: key(), of: scope, at: time)
    try database { database in
      try database.execute(
        sql:
          "UPDATE response SET body = CAST(replace(body, 'original', 'forgery!') AS BLOB)")
    }

    #expect(stored(cache()) == nil)
    #expect(cache().newest(scope) == nil)
    #expect(notices.all == [.rebuilt])
  }

  @Test func survivesAnyDamagedByte() throws {
    for name in ["a", "b"] { cache().store(large(name), for: key(name), of: scope, at: time) }
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
        let found = cache.body(key(name), of: scope)
        #expect(found == nil || found?.body == large(name))
        cache.store(large(name), for: key(name), of: scope, at: time)
        #expect(cache.body(key(name), of: scope)?.body == large(name))
      }
    }
  }

  // MARK: Versions

  @Test(
    "is replaced by an empty one when another version wrote the file", arguments: [0, 3, 9, 11])
  func otherVersion(version: Int) throws {
    cache().store(roles, for: key(), of: scope, at: time)
    try database { try $0.execute(sql: "PRAGMA user_version = \(version)") }

    let cache = cache()
    #expect(stored(cache) == nil)
    cache.store(roles, for: key(), of: scope, at: time)
    #expect(stored(self.cache()) == roles)
    // Those of earlier versions are no damage.
    #expect(notices.all == (1..<10 ~= version ? [] : [.rebuilt]))
  }

  // MARK: Obstacles

  @Test func goesOnWithoutAFolder() throws {
    try Data("in the way".utf8).write(to: folder.file("cache"))

    let cache = cache()
    cache.store(roles, for: key(), of: scope, at: time)
    cache.store(roles, for: key(), of: scope, at: time)
    #expect(stored(cache) == nil)
    #expect(notices.all == [.unavailable(.notWritable)])
  }

  @Test func goesOnReadingWhenTheDiskIsFull() throws {
    let cache = cache(sizeLimit: 0)
    cache.store(roles, for: key(), of: scope, at: time)
    cache.store(large("x"), for: key("x"), of: scope, at: time)

    #expect(cache.body(key("x"), of: scope) == nil)
    #expect(notices.all == [.unavailable(.full)])
  }

  @Test func makesRoomByDroppingTheOldest() throws {
    let cache = cache(sizeLimit: 1 << 20)
    for day in 0..<40 {
      cache.store(
        large("\(day)"), for: key("\(day)"), of: scope,
        at: time.addingTimeInterval(TimeInterval(day) * 86_400))
    }

    #expect(cache.body(key("0"), of: scope) == nil)
    #expect(cache.body(key("39"), of: scope) != nil)
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
    #expect(size <= 1 << 20)
    #expect(notices.all == [])
  }

  @Test func makesTheFileAgainWhenSomebodyDeletedIt() throws {
    let cache = cache()
    cache.store(roles, for: key(), of: scope, at: time)
    try FileManager.default.removeItem(at: file.deletingLastPathComponent())

    cache.store(roles, for: key(), of: scope, at: time)

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
            cache.store(roles, for: key("\(process)-\(document)"), of: scope, at: time)
            _ = cache.body(key("\(process)-\(document)"), of: scope)
          }
          group.leave()
        }
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
    #expect(cache().keys(of: scope).count == 20)
    #expect(notices.all == [])
  }

  @Test func waitsOnceForAFileThatIsHeld() throws {
    cache().store(roles, for: key(), of: scope, at: time)
    let holder = try DatabaseQueue(path: file.path)
    let cache = SnapshotCache(file: file, busyTimeout: 0.1) { [notices] in notices.add($0) }
    try holder.inDatabase { database in
      try database.execute(sql: "BEGIN EXCLUSIVE")
      #expect(stored(cache) == nil)
      try database.execute(sql: "COMMIT")
    }
    // It does without for a while, and is erased all the same.
    #expect(stored(cache) == nil)
    #expect(notices.all == [.unavailable(.busy)])
    #expect(stored(self.cache()) == roles)
    #expect(cache.erase(scope))
    #expect(stored(self.cache()) == nil)
  }

  // MARK: Tools

  /// About 40 KiB, so that it spreads over many pages.
  private func large(_ name: String) -> Data {
    Data(String(repeating: name + " ", count: 40_000 / (name.count + 1)).utf8)
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
