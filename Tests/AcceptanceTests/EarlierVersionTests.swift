import AppTestSupport
import Foundation
import TestSupport
import Testing

/// The home of a teacher that version 0.1.0 left behind, recorded from that version: its demo with what
/// was edited, the drafts, the history, a plan, a backup and an unfinished edit of a structure.
@Suite("Files of an earlier version", .inTurn)
struct EarlierVersionTests {
  /// While the recorded token is valid.
  private static let time = Date(timeIntervalSince1970: 1_795_406_400)  // 2026-11-23T04:00:00Z

  @Test("Everything is read as it was left, and the cache is made anew")
  func reading() async throws {
    let program = try await Self.upgraded()
    let courses = await program("courses")
    #expect(courses.status == 0, "\(courses.err)")
    #expect(courses.out.contains("XI-DAT.23  Databázové systémy              4 koncepty\n"))
    #expect(!courses.said.contains("Uložená data"))
    let group = await program("group XI-DAT.23 ALL kviz1 --csv")
    #expect(group.status == 0, "\(group.err)")
    #expect(group.lines.contains { $0 == "adamezd1,Adámek,Zdeněk,1.5" })
    #expect(!group.said.contains("Uložená data"))
    let settings = await program("settings")
    #expect(settings.out.contains("pinned-courses       XI-DAT.23 "))
    let drafts = await program("drafts")
    #expect(drafts.lines.count { $0.contains("připraven") } == 4)
    #expect(drafts.out.contains("  poznámka: bez poznámky → pozdě\n"))
    #expect(await program("history").lines.count { $0.contains("XI-DAT.23  B261") } == 3)
    #expect(await program("log XI-DAT.23").lines.count { $0.hasSuffix("  vy") } == 5)
    #expect(
      await program("structure backups").out.contains("backup-XI-DAT-23-B261-20261123T035157Z"))
  }

  @Test("What was left unfinished is finished")
  func finishing() async throws {
    let program = try await Self.upgraded()
    let publish = await program("publish --yes --no-notify")
    #expect(publish.status == 0, "\(publish.err)")
    let group = await program("group XI-DAT.23 ALL kviz1 --csv")
    #expect(group.status == 0, "\(group.err)")
    #expect(group.lines.contains("cibulja1,Cibulka,Jan,2"), "\(group.out)")
    #expect(await program("drafts").out.contains("Žádné koncepty"))
    // Batch 4 is the one that was published now.
    let undo = await program("undo 4 --yes --no-notify")
    #expect(undo.status == 0, "\(undo.err)")
    // A map of titles that was kept for the course: "HW 1" is the second quiz.
    try Data("username,HW 1\ncoufama1,1.5\n".utf8).write(
      to: program.home.url.appending(path: "q.csv"))
    let imported = await program("import XI-DAT.23 \(program.home.url.path)/q.csv --dry-run")
    #expect(imported.status == 0, "\(imported.err)")
    #expect(imported.out.contains("Kvíz 2"))
  }

  @Test("An unfinished edit and a backup of a structure are still good")
  func structure() async throws {
    let program = try await Self.upgraded()
    let app = program.open("--open structure XI-ZPT.23")
    #expect(await app.text.contains("~ ukoly"))
    _ = await app.hangUp()
    let restore = await program(
      "structure restore \(program.home.url.path)/.local/state/grades/structure-backups/"
        + "backup-XI-DAT-23-B261-20261123T035157Z.json --dry-run")
    #expect(restore.status == 0, "\(restore.err)")
    #expect(restore.out.contains("Kvíz první"), "\(restore.out)")
  }

  /// The program in a copy of the recorded home.
  private static func upgraded() async throws -> Program {
    let program = try Program(now: { time })
    let archive = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "EarlierVersions/0.1.0.tar.gz")
    let tar = Process()
    tar.executableURL = URL(filePath: "/usr/bin/env")
    tar.arguments = ["tar", "-xzf", archive.path, "-C", program.home.url.path]
    try #require(try await tar.exitStatus() == 0)
    return program
  }
}
