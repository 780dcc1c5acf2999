import AppTestSupport
import Foundation
import GRDB
import GradesServer
import GradesTesting
import Synchronization
import TestSupport
import Testing

/// The program is killed at its first start over the cache of an earlier version, while it brings the
/// file up to date: the file opens again, and the next start goes on with what is stored.
@Suite("Killed while the cache becomes a newer version's", .inTurn)
struct KilledUpdateTests {
  private static let moments =
    ProcessInfo.processInfo.environment["GRADES_LONG_TESTS"] == nil ? 8 : 400

  @Test("The next start finds what was stored")
  func update() async throws {
    let service = try await TestService.start()
    let program = try await Program.signedIn(
      to: service, as: DemoAccounts.teacher.username, now: { Date() })
    #expect(await program("courses").status == 0)
    #expect(await program("group XI-ZPT.23 ALL").status == 0)
    await service.stop()
    let file = try program.paths.cacheFile
    try Self.makeOld(file)
    let old = try Data(contentsOf: file)
    let shown = try await program.execute("courses --offline")
    #expect(shown.status == 0, "\(shown.err)")
    #expect(try Self.version(of: file) == Self.newest)

    var kills = 0
    for moment in 0..<Self.moments {
      try FileManager.default.removeItem(at: file)
      try program.write(old, to: file)
      // By turns from the start of the process, and from when the update begins to write.
      let turns = moment.isMultiple(of: 2) ? 20_000 << (moment / 2 % 9) : 500 << (moment / 2 % 9)
      let hasJournal = !moment.isMultiple(of: 2)
      if try await kill(program, turns: turns + moment * 97, onceThereIs: hasJournal ? file : nil) {
        kills += 1
      }
      let next = try await program.execute("courses --offline")
      #expect(next.status == 0, "\(moment): \(next.err)")
      #expect(next.out == shown.out, "\(moment)")
      #expect(!next.err.contains("damaged"), "\(moment): \(next.err)")
      #expect(try Self.version(of: file) == Self.newest, "\(moment)")
    }
    // A slow machine may come too late a few times, not always.
    if Self.moments > 100 { #expect(kills > 100) }
  }

  /// Kills `courses --offline` after so many turns of a loop, counted from its start or from the first
  /// sign of a change in a database; whether it had not ended before.
  private func kill(_ program: Program, turns: Int, onceThereIs database: URL?) async throws -> Bool
  {
    try await program.process("courses --offline") { process in
      process.closeInput()
      let hasEnded = Mutex(false)
      let journal = database.map { $0.path + "-journal" }
      let killer = Task {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
          Thread.detachNewThread {
            while let journal, access(journal, F_OK) != 0, !hasEnded.withLock({ $0 }) {}
            var random = UInt64(turns)
            for _ in 0..<turns { random = random &* 6_364_136_223_846_793_005 &+ 1 }
            if random != 0 { process.send(SIGKILL) }
            done.resume()
          }
        }
      }
      let end = try await process.end()
      hasEnded.withLock { $0 = true }
      await killer.value
      return end.status == -SIGKILL
    }
  }

  private static let newest = 7

  /// The version of a cache that is whole.
  private static func version(of file: URL) throws -> Int? {
    try DatabaseQueue(path: file.path).read { database in
      #expect(try String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"])
      for table in ["known", "diary", "diaryLook", "courseDiary"] {
        #expect(try database.tableExists(table))
      }
      return try Int.fetchOne(database, sql: "PRAGMA user_version")
    }
  }

  /// Makes a cache what the version before the diary would have left behind.
  private static func makeOld(_ file: URL) throws {
    let queue = try DatabaseQueue(path: file.path)
    try queue.write { database in
      try database.execute(
        sql: """
          DROP TABLE known; DROP TABLE diary; DROP TABLE diaryLook;
          DROP TABLE courseSeen; DROP TABLE courseDiary; DROP TABLE courseLook;
          DROP TABLE courseReport;
          DELETE FROM grdb_migrations WHERE identifier <> 'snapshots'
          """)
      try database.execute(sql: "PRAGMA user_version = 1")
    }
    try queue.close()
  }
}
