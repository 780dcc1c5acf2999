import Foundation
import GradesClient
import Testing

@testable import GradesCore

/// Undo goes from the newest batch to older ones, and redo takes the newest undo back.
struct UndoStackTests {
  /// A history in which each batch has the origins of its changes.
  private func stack(_ batches: (Int64, [ChangeOrigin])...) -> UndoStack { stack(batches) }

  private func stack(_ batches: [(Int64, [ChangeOrigin])]) -> UndoStack {
    UndoStack(
      batches.map { id, origins in
        PublishedBatch(
          id: id, gradebook: Desk.gradebook, publishedAt: Date(timeIntervalSince1970: 0),
          notified: true,
          changes: origins.enumerated().map { index, origin in
            DraftEdit(
              cell: Desk.cell("student\(index)", "du1"), base: RecordedValue(value: nil),
              value: .number(1), note: nil, origin: origin)
          })
      })
  }

  @Test("One after the other, back and forth")
  func backAndForth() {
    #expect(stack().next(.undo) == nil)
    #expect(stack().next(.redo) == nil)
    let two = stack((1, [.set]), (2, [.app]))
    #expect(two.next(.undo)?.id == 2)
    #expect(two.next(.redo) == nil)
    let undone = stack((1, [.set]), (2, [.app]), (3, [.undo(2)]))
    #expect(undone.next(.undo)?.id == 1)
    #expect(undone.next(.redo)?.id == 3)
    let both = stack((1, [.set]), (2, [.app]), (3, [.undo(2)]), (4, [.undo(1)]))
    #expect(both.next(.undo) == nil)
    #expect(both.next(.redo)?.id == 4)
    let redone = stack(
      (1, [.set]), (2, [.app]), (3, [.undo(2)]), (4, [.undo(1)]), (5, [.redo(4)]))
    #expect(redone.next(.undo)?.id == 1)
    #expect(redone.next(.redo)?.id == 3)
    let again = stack((1, [.set]), (3, [.undo(1)]), (4, [.redo(3)]), (5, [.undo(1)]))
    #expect(again.next(.undo) == nil)
    #expect(again.next(.redo)?.id == 5)
    let newer = stack((1, [.set]), (2, [.undo(1)]), (3, [.file("results.csv")]))
    #expect(newer.next(.undo)?.id == 3)
    #expect(newer.next(.redo)?.id == 2)
  }

  @Test("By number: an undo is taken back by redo only, and a redo means the batch of before")
  func numbers() throws {
    let stack = stack((1, [.set]), (2, [.app]), (3, [.undo(1)]), (4, [.redo(3)]))
    #expect(try stack.batch(1, for: .undo)?.id == 1)
    #expect(try stack.batch(4, for: .undo)?.id == 1)
    #expect(throws: UndoStack.Refusal.isUndo(3)) { try stack.batch(3, for: .undo) }
    #expect(try stack.batch(3, for: .redo)?.id == 3)
    #expect(throws: UndoStack.Refusal.isNoUndo(2)) { try stack.batch(2, for: .redo) }
    #expect(try stack.batch(9, for: .undo) == nil)
    #expect(try stack.batch(9, for: .redo) == nil)
    let undone = self.stack((1, [.set]), (3, [.undo(1)]))
    #expect(try undone.batch(1, for: .redo)?.id == 3)
  }

  @Test("An undo that was published together with other changes is a part of its own")
  func mixed() throws {
    let stack = stack((1, [.set]), (2, [.undo(1), .app]))
    #expect(stack.next(.undo)?.changes.map(\.origin) == [.app])
    #expect(stack.next(.redo)?.changes.map(\.origin) == [.undo(1)])
    #expect(try stack.batch(2, for: .undo)?.changes.count == 1)
  }

  @Test("The two parts of such a batch are taken back one without the other, in any order")
  func mixedParts() throws {
    let mixed: [(Int64, [ChangeOrigin])] = [(1, [.set]), (2, [.undo(1), .app])]
    let undone = stack(mixed + [(3, [.undo(2)])])
    #expect(undone.next(.undo) == nil)
    #expect(undone.next(.redo)?.id == 3)
    let back = stack(mixed + [(3, [.undo(2)]), (4, [.redo(3)])])
    #expect(back.next(.redo)?.id == 2)
    #expect(back.next(.redo)?.changes.map(\.origin) == [.undo(1)])
    #expect(back.next(.undo)?.id == 2)
    let redone = stack(mixed + [(3, [.redo(2)])])
    #expect(redone.next(.redo) == nil)
    #expect(redone.next(.undo)?.changes.map(\.origin) == [.app])
    #expect(try redone.batch(2, for: .undo)?.changes.map(\.origin) == [.app])
    // The older batch is undone once more, after the part that is no undo.
    let both = stack(mixed + [(3, [.undo(2)]), (4, [.redo(2)])])
    #expect(both.next(.undo)?.id == 1)
    #expect(both.next(.redo)?.id == 3)
    #expect(try undone.batch(1, for: .redo)?.id == 2)
  }

  @Test(
    "The texts of origins read back",
    arguments: [
      ChangeOrigin.app, .set, .file("results 2.csv"), .file("-"), .undo(12), .redo(13),
    ])
  func texts(origin: ChangeOrigin) {
    #expect(ChangeOrigin(origin.text) == origin)
    #expect(ChangeOrigin("hat 7") == nil)
    #expect(ChangeOrigin("undo x") == nil)
  }
}
