import Foundation
import GRDB
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

/// What is on the disk at every moment of a newer version's first start: a copy of the files there is
/// what a process leaves behind that is killed then.
@Suite("Killed while a file becomes a newer version's", .inTurn)
struct InterruptedUpdateTests {
  /// Takes copies of a database with its journal.
  private final class Camera {
    private(set) var copies: [URL] = []
    private(set) var hasSeenJournal = false
    private let file: URL
    init(_ file: URL) { self.file = file }

    func take() throws {
      let copy = file.deletingLastPathComponent().appending(path: "\(copies.count).sqlite")
      try FileManager.default.copyItem(at: file, to: copy)
      let journal = URL(filePath: file.path + "-journal")
      if let bytes = try? Data(contentsOf: journal), !bytes.isEmpty {
        hasSeenJournal = true
        try bytes.write(to: URL(filePath: copy.path + "-journal"))
      }
      copies.append(copy)
    }
  }

  /// Small, so that pages go to the disk in the middle of the work.
  private static let smallMemory = "PRAGMA cache_size = 1; PRAGMA cache_spill = 1"

  @Test("The drafts' file opens again, in both versions, with every draft")
  func drafts() async throws {
    let desk = try Desk()
    let edits = (0..<300).map { number in
      DraftEdit(
        cell: Desk.cell("student\(number)", "du1"), base: RecordedValue(value: nil),
        value: .number(Double(number)), note: String(repeating: "note ", count: 60))
    }
    try await desk.store.put(edits, in: desk.gradebook)
    let expected = try await desk.drafts()
    let camera = Camera(desk.store.file)
    let parts =
      ["ALTER TABLE draft ADD COLUMN colour TEXT"]
      + (0..<6).map { "UPDATE draft SET colour = note WHERE id % 6 = \($0)" }
      + ["CREATE INDEX colourOfDraft ON draft (colour)"]
    let newer = DraftSchema(
      steps: DraftSchema.current.steps + [parts.joined(separator: ";\n")])

    let queue = try DatabaseQueue(path: desk.store.file.path)
    try queue.inDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = TRUNCATE; \(Self.smallMemory)")
      try database.inTransaction(.immediate) {
        for part in parts + ["PRAGMA user_version = \(newer.version)"] {
          try database.execute(sql: part)
          try camera.take()
        }
        return .rollback
      }
    }
    #expect(camera.hasSeenJournal)
    for (number, copy) in camera.copies.enumerated() {
      // By turns the old program and the new one are the first to open it.
      if number.isMultiple(of: 2) {
        #expect(try await desk.drafts(Desk.store(copy)) == expected, "moment \(number)")
      }
      let store = DraftStore(file: copy, schema: newer, now: { .distantPast })
      #expect(try await desk.drafts(store) == expected, "moment \(number)")
      try await store.put(
        [
          DraftEdit(
            cell: Desk.cell("another1", "du1"), base: RecordedValue(value: nil),
            value: .number(1), note: nil)
        ], in: desk.gradebook)
      #expect(try await desk.drafts(store).count == expected.count + 1)
    }
  }
}
