import Foundation
import GRDB
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

@Suite("Drafts that another program changed", .hangLimit, .inTurn)
struct DamagedDraftTests {
  /// A desk with a published value and two drafts, in cells of two students.
  private func filledDesk() async throws -> Desk {
    let desk = try Desk()
    try await desk.draft("tretist3", "du1", .number(3))
    _ = try await desk.publish()
    try await desk.draft("zkusade1", "du1", .number(7), note: "note")
    try await desk.draft("druhyst2", "du2", .number(8))
    return desk
  }

  private func count(_ file: URL) throws -> Int {
    try DatabaseQueue(path: file.path).read { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM draft") ?? 0
    }
  }

  @Test(
    "never end the program and are never lost, whatever a column holds",
    arguments: ForeignValue.allCases)
  func columns(value: ForeignValue) async throws {
    let desk = try await filledDesk()
    let file = desk.store.file
    let good = try Data(contentsOf: file)
    let owner = desk.gradebook.owner
    for column in try Column.all(of: file) {
      try good.write(to: file)
      // One of the rows: the other one must stay usable.
      let first = "id = (SELECT min(id) FROM \(column.table))"
      try column.set(value, in: file, where: first)
      let store = Desk.store(file)
      let before = try count(file)
      let drafts = try await store.drafts(in: desk.gradebook)
      #expect(drafts.contains { $0.cell.username == Username("druhyst2") }, "\(column)")
      _ = try await store.counts(of: owner)
      _ = try await store.drafts(of: owner)
      _ = try await store.history(of: owner)
      // A batch that cannot be read says so instead of being undone in part.
      do { _ = try await store.batch(1, of: owner) } catch is DraftStoreError {}
      // A table whose numbers have run out takes no other row; nothing is lost by that.
      do {
        try await store.put(
          [
            DraftEdit(
              cell: Desk.cell("druhyst2", "znamka"), base: RecordedValue(value: nil),
              value: .text("A"), note: nil)
          ], in: desk.gradebook)
      } catch DraftStoreError.full {
        #expect(value == .hugeInteger && column.name == "id")
      }
      #expect(try count(file) >= before, "\(column)")
      #expect(!store.damaged.contains { if case .file = $0 { true } else { false } }, "\(column)")
      _ = try await store.erase(owner)
    }
  }

  @Test(
    "are named as far as they can be read, and stay until they are edited again",
    arguments: [0, 1])
  func named(isSending: Int) async throws {
    let desk = try await filledDesk()
    let file = desk.store.file
    let row = "username = CAST('zkusade1' AS BLOB)"
    try Column(table: "draft", name: "createdAt").set(.text, in: file, where: row)
    try await DatabaseQueue(path: file.path).write {
      try $0.execute(sql: "UPDATE draft SET isSending = \(isSending) WHERE \(row)")
    }
    let named = Occurrences<DraftDamage>()
    let store = DraftStore(
      file: file, now: { Date(timeIntervalSince1970: 1_790_000_500) }, notify: { named.record($0) })
    for _ in 1...2 {
      #expect(try await desk.drafts(store) == ["druhyst2 du2 - -> 8 draft"])
    }
    let damaged = DraftDamage.draft(
      2, desk.gradebook.course, Username("zkusade1"), ItemIdentifier("du1"))
    #expect(named.all == [damaged])
    #expect(store.damaged == [damaged])

    // The others are published and discarded beside it.
    let report = try await Publisher(api: desk.service.api, store: store).publish(
      in: desk.gradebook, notify: false, conflicts: .leave)
    #expect(report.publishedLines == ["druhyst2 du2 - -> 8"])
    #expect(try count(file) == 1)
    try await desk.draft("zkusade1", "du1", .number(6))
    #expect(try await desk.drafts() == ["zkusade1 du1 - -> 6 draft"])
    // One that was sent stays beside it.
    #expect(try count(file) == 1 + isSending)
  }

  @Test("are named when the course or the semester of one cannot be read")
  func stray() async throws {
    let desk = try await filledDesk()
    for column in ["course", "semester"] {
      let good = try Data(contentsOf: desk.store.file)
      try Column(table: "draft", name: column).set(
        .blob, in: desk.store.file, where: "username = CAST('zkusade1' AS BLOB)")
      let store = Desk.store(desk.store.file)
      _ = try await store.counts(of: desk.gradebook.owner)
      let course = column == "course" ? nil : desk.gradebook.course
      #expect(
        store.damaged == [.draft(2, course, Username("zkusade1"), ItemIdentifier("du1"))],
        "\(column)")
      try good.write(to: desk.store.file)
    }
  }
}
