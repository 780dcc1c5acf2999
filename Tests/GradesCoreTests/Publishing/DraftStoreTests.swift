import Foundation
import GRDB
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

@Suite(.inTurn)
struct DraftStoreTests {
  private func edit(
    _ student: String, _ item: String, _ base: GradeValue?, _ value: GradeValue?,
    note: String? = nil
  ) -> DraftEdit {
    DraftEdit(
      cell: Desk.cell(student, item), base: RecordedValue(value: base), value: value, note: note)
  }

  @Test("An edit is kept, replaced and taken back, and another program sees it at once")
  func keeping() async throws {
    let desk = try Desk()
    let other = Desk.store(desk.store.file)
    try await desk.store.put(
      [
        edit("zkusade1", "du1", nil, .number(7.25)), edit("zkusade1", "du2", .number(3), nil),
        edit("druhyst2", "ucast", .flag(true), .flag(false)),
        edit("druhyst2", "znamka", .text("B"), .text("A")),
      ], in: desk.gradebook)
    #expect(
      try await desk.drafts(other) == [
        "druhyst2 ucast yes -> no draft", "druhyst2 znamka B -> A draft",
        "zkusade1 du1 - -> 7.25 draft", "zkusade1 du2 3 -> - draft",
      ])
    #expect(try await other.counts(of: desk.gradebook.owner) == [desk.gradebook: 4])
    try await other.put([edit("zkusade1", "du1", nil, .number(8))], in: desk.gradebook)
    try await other.put([edit("zkusade1", "du2", .number(3), .number(3))], in: desk.gradebook)
    #expect(
      try await desk.drafts() == [
        "druhyst2 ucast yes -> no draft", "druhyst2 znamka B -> A draft",
        "zkusade1 du1 - -> 8 draft",
      ])
    let cells = Set(try await other.drafts(in: desk.gradebook).map(\.cell))
    #expect(
      try await desk.store.discard([Desk.cell("zkusade1", "du1")], in: desk.gradebook) == 1)
    #expect(try await desk.store.discard(cells, in: desk.gradebook) == 2)
    #expect(try await other.drafts(of: desk.gradebook.owner) == [])
  }

  @Test("Everything of a draft is kept, hostile texts too")
  func wholeDraft() async throws {
    let desk = try Desk()
    let texts = ["", "nul\u{0}inside", "'); DROP TABLE draft; --", "e\u{301}", "👩‍🎓", "a\nb\r\n\t"]
    let edits = texts.enumerated().map { index, text in
      DraftEdit(
        cell: GradeCell(Username("x\(index)"), ItemIdentifier("i\(text)")),
        base: RecordedValue(
          value: .number(0.1), note: "n\(text)", updatedAt: Date(timeIntervalSince1970: 1.5),
          author: "a\(text)"), value: .text(text), note: text)
    }
    try await desk.store.put(edits, in: desk.gradebook)
    let drafts = try await Desk.store(desk.store.file).drafts(in: desk.gradebook)
    #expect(drafts.map(\.edit) == edits)
    #expect(drafts.allSatisfy { $0.createdAt == Date(timeIntervalSince1970: 1_790_000_500) })
    #expect(
      drafts.allSatisfy { $0.gradebook == desk.gradebook && !$0.isUnconfirmed && !$0.isConflict })
  }

  @Test("Drafts of users, hosts, courses and semesters are apart")
  func apart() async throws {
    let desk = try Desk()
    let mine = desk.gradebook
    var other = [mine, mine, mine, mine]
    other[0].owner.host = "production"
    other[1].owner.username = Username("kolegka2")
    other[2].course = CourseCode("XI-BBB")
    other[3].semester = SemesterCode("B252")!
    for gradebook in [mine] + other {
      try await desk.store.put([edit("zkusade1", "du1", nil, .number(1))], in: gradebook)
    }
    for gradebook in other { #expect(try await desk.store.drafts(in: gradebook).count == 1) }
    #expect(
      try await desk.store.counts(of: mine.owner) == [mine: 1, other[2]: 1, other[3]: 1])
    #expect(try await desk.store.erase(mine.owner) == 3)
    #expect(try await desk.store.drafts(of: mine.owner) == [])
    #expect(try await desk.store.drafts(in: other[0]).count == 1)
    #expect(try await desk.store.drafts(in: other[1]).count == 1)
  }

  @Test("Reading makes no file; the file is the user's own")
  func file() async throws {
    let desk = try Desk()
    #expect(try await desk.store.drafts(in: desk.gradebook) == [])
    #expect(try await desk.store.history(of: desk.gradebook.owner) == [])
    #expect(
      try await desk.store.discard([Desk.cell("zkusade1", "du1")], in: desk.gradebook) == 0)
    #expect(try desk.folder.names() == [])
    let nested = Desk.store(desk.folder.file("state/grades/drafts.sqlite"))
    try await nested.put([edit("zkusade1", "du1", nil, .number(1))], in: desk.gradebook)
    let attributes = try FileManager.default.attributesOfItem(atPath: nested.file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let folder = try FileManager.default.attributesOfItem(
      atPath: nested.file.deletingLastPathComponent().path)
    #expect(folder[.posixPermissions] as? Int == 0o700)
  }

  @Test("A commit is on the disk when it returns")
  func durable() async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    let kept = try await desk.store.read(or: nil) { database in
      let isFull = try Int.fetchOne(database, sql: "PRAGMA synchronous") == 2
      return isFull ? try String.fetchOne(database, sql: "PRAGMA journal_mode") : nil
    }
    #expect(kept == "truncate")
  }

  @Test("What is discarded or erased is overwritten in the file")
  func overwritten() async throws {
    let desk = try Desk()
    let secret = "vzkaz, ktery nikdo nema cist"
    let contents = { try Data(contentsOf: desk.store.file) }
    for item in ["du1", "du2"] {
      try await desk.draft("zkusade1", item, .number(8), note: secret + item)
    }
    _ = try await desk.store.discard([Desk.cell("zkusade1", "du1")], in: desk.gradebook)
    #expect(try contents().range(of: Data((secret + "du1").utf8)) == nil)
    _ = try await desk.publish()
    #expect(try contents().range(of: Data((secret + "du2").utf8)) != nil)
    try await desk.store.erase(desk.gradebook.owner)
    #expect(try contents().range(of: Data(secret.utf8)) == nil)
  }

  @Test("Many programs write at once and nothing is lost")
  func manyWriters() async throws {
    let desk = try Desk()
    try await withThrowingTaskGroup { group in
      for writer in 0..<4 {
        let store = DraftStore(
          file: desk.store.file, schema: .current, busyTimeout: 300, now: { .distantPast })
        group.addTask {
          for number in 0..<15 {
            try await store.put(
              [edit("w\(writer)", "i\(number)", nil, .number(1))], in: Desk.gradebook)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await desk.store.drafts(in: desk.gradebook).count == 60)
  }

  @Test(
    "A file that SQLite calls damaged is set aside, and a new one is made",
    arguments: [Data("not a database, but a user's work".utf8), Data(count: 8192)])
  func damaged(content: Data) async throws {
    let desk = try Desk()
    try content.write(to: desk.store.file)
    try await reportsAside(desk, content)
  }

  @Test("Damage inside of the file, too, is never taken for no drafts")
  func damagedInside() async throws {
    let desk = try Desk()
    let edits = (0..<500).map { edit("student\($0)", "du1", nil, .number(Double($0))) }
    try await desk.store.put(edits, in: desk.gradebook)
    var content = try Data(contentsOf: desk.store.file)
    content.replaceSubrange(4096..., with: Data(repeating: 0xA5, count: content.count - 4096))
    try content.write(to: desk.store.file)
    try await reportsAside(desk, content)
    // The store that had it open before uses the new one.
    #expect(try await desk.drafts() == ["a b - -> 1 draft"])
  }

  /// Reads and writes a damaged file, whose content is kept under another name, which is reported once.
  private func reportsAside(_ desk: Desk, _ content: Data) async throws {
    let found = Occurrences<DraftDamage>()
    let store = DraftStore(
      file: desk.store.file, now: { .distantPast }, notify: { found.record($0) })
    let aside = desk.folder.file("drafts.damaged-1.sqlite")
    #expect(try await desk.drafts(store) == [])
    #expect(found.all == [.file(aside)])
    #expect(try Data(contentsOf: aside) == content)
    try await store.put([edit("a", "b", nil, .number(1))], in: desk.gradebook)
    #expect(try await desk.drafts(Desk.store(store.file)) == ["a b - -> 1 draft"])
    #expect(store.damaged == [.file(aside)])
  }

  @Test("A damaged file that is edited first is set aside, too; a second one replaces none")
  func damagedBeforeEdit() async throws {
    let desk = try Desk()
    for number in 1...2 {
      try Data("no database \(number)".utf8).write(to: desk.store.file)
      try await Desk.store(desk.store.file).put(
        [edit("a", "b", nil, .number(1))], in: desk.gradebook)
      #expect(try await desk.drafts(Desk.store(desk.store.file)) == ["a b - -> 1 draft"])
      #expect(
        try Data(contentsOf: desk.folder.file("drafts.damaged-\(number).sqlite"))
          == Data("no database \(number)".utf8))
    }
  }

  @Test("Of many programs that find a damaged file, one sets it aside, and no new draft is lost")
  func damagedForMany() async throws {
    let desk = try Desk()
    try Data("no database".utf8).write(to: desk.store.file)
    try await withThrowingTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          try await Desk.store(desk.store.file).put(
            [edit("w\(writer)", "i", nil, .number(1))], in: Desk.gradebook)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await desk.store.drafts(in: desk.gradebook).count == 8)
    let aside = try desk.folder.names().filter {
      $0.contains("damaged-") && $0.hasSuffix(".sqlite")
    }
    #expect(aside == ["drafts.damaged-1.sqlite"])
  }

  @Test("An empty file is not ours, and is left as it is")
  func empty() async throws {
    let desk = try Desk()
    try Data().write(to: desk.store.file)
    await #expect(throws: DraftStoreError.damaged(desk.store.file)) {
      try await desk.store.drafts(in: desk.gradebook)
    }
    await #expect(throws: DraftStoreError.damaged(desk.store.file)) {
      try await desk.store.put([edit("a", "b", nil, .number(1))], in: desk.gradebook)
    }
    #expect(try Data(contentsOf: desk.store.file) == Data())
    #expect(try desk.folder.names() == ["drafts.sqlite"])
  }

  @Test("A newer program takes the drafts over; the older one then leaves the file alone")
  func versions() async throws {
    let desk = try Desk()
    try await desk.store.put([edit("zkusade1", "du1", nil, .number(7))], in: desk.gradebook)
    let newerSchema = DraftSchema(
      steps: DraftSchema.current.steps + ["ALTER TABLE draft ADD COLUMN colour TEXT"])
    let newer = DraftStore(file: desk.store.file, schema: newerSchema, now: { .distantPast })
    #expect(try await desk.drafts(newer) == ["zkusade1 du1 - -> 7 draft"])
    // The older program runs all the time.
    await #expect(throws: DraftStoreError.newerVersion(desk.store.file)) {
      try await desk.store.put([edit("zkusade1", "du1", nil, .number(1))], in: desk.gradebook)
    }
    await #expect(throws: DraftStoreError.newerVersion(desk.store.file)) {
      try await Desk.store(desk.store.file).drafts(in: desk.gradebook)
    }
    #expect(try await desk.drafts(newer) == ["zkusade1 du1 - -> 7 draft"])
  }

  @Test("A file of the version before is taken over with its drafts")
  func earlier() async throws {
    let desk = try Desk()
    let schema = DraftSchema(steps: Array(DraftSchema.current.steps.dropLast()))
    let older = DraftStore(file: desk.store.file, schema: schema, now: { .distantPast })
    try await older.put([edit("zkusade1", "du1", nil, .number(7))], in: desk.gradebook)
    #expect(try await desk.drafts() == ["zkusade1 du1 - -> 7 draft"])
    #expect(try await desk.publish().publishedLines == ["zkusade1 du1 - -> 7"])
  }

  @Test("Another program's file is not ours to write to")
  func foreign() async throws {
    let desk = try Desk()
    let queue = try DatabaseQueue(path: desk.store.file.path)
    try await queue.write {
      try $0.execute(sql: "CREATE TABLE draft (id); PRAGMA user_version = 1")
    }
    try queue.close()
    await #expect(throws: DraftStoreError.damaged(desk.store.file)) {
      try await desk.store.put([edit("a", "b", nil, .number(1))], in: desk.gradebook)
    }
  }

  @Test("A file that is moved away while the program runs is not written to any more")
  func movedAway() async throws {
    let desk = try Desk()
    try await desk.store.put([edit("zkusade1", "du1", nil, .number(1))], in: desk.gradebook)
    let backup = desk.folder.file("backup.sqlite")
    try FileManager.default.moveItem(at: desk.store.file, to: backup)
    #expect(try await desk.drafts() == [])
    try await desk.store.put([edit("zkusade1", "du2", nil, .number(2))], in: desk.gradebook)
    #expect(try await desk.drafts(Desk.store(desk.store.file)) == ["zkusade1 du2 - -> 2 draft"])
    #expect(try await desk.drafts(Desk.store(backup)) == ["zkusade1 du1 - -> 1 draft"])
  }

  @Test("Where nothing can be kept, that is said")
  func noPlace() async throws {
    let desk = try Desk()
    try Data("a file where a folder should be".utf8).write(to: desk.folder.file("state"))
    let store = Desk.store(desk.folder.file("state/drafts.sqlite"))
    await #expect(throws: DraftStoreError.notAccessible(store.file)) {
      try await store.put([edit("a", "b", nil, .number(1))], in: desk.gradebook)
    }
  }
}
