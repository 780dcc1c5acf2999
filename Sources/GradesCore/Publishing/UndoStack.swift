/// A way to take a batch back.
package enum Reversal: Hashable, Sendable {
  case undo
  /// Restores the values before an undo.
  case redo
}

/// Which published batches can be taken back. Undo goes from the newest batch to older ones; redo takes the
/// newest undo back.
///
/// A batch may hold an undo and other changes, if the drafts of the undo were published with others: undo is
/// about the others, redo about the undo.
package struct UndoStack: Sendable {
  /// Why a batch cannot be taken back.
  package enum Refusal: Error, Hashable, Sendable {
    /// It is an undo, which is taken back by redo.
    case isUndo(Int64)
    /// It is no undo, and has none.
    case isNoUndo(Int64)
  }

  /// The changes of a batch that are taken back together.
  private struct Part: Hashable {
    let batch: Int64
    let reversal: Reversal
  }

  private let batches: [PublishedBatch]
  /// The parts that a later one has taken back, which itself was not.
  private let takenBack: Set<Part>

  package init(_ history: [PublishedBatch]) {
    batches = history.sorted { $0.id > $1.id }
    var takenBack: Set<Part> = []
    for batch in batches {
      for change in batch.changes {
        switch change.origin {
        case .undo(let undone)? where !takenBack.contains(Part(batch: batch.id, reversal: .redo)):
          takenBack.insert(Part(batch: undone, reversal: .undo))
        // Without the batch of before, the undo of a redo names the redo itself.
        case .redo(let redone)?
        where batch.undoable != nil || !takenBack.contains(Part(batch: batch.id, reversal: .undo)):
          takenBack.insert(Part(batch: redone, reversal: .redo))
        default: continue
        }
      }
    }
    self.takenBack = takenBack
  }

  /// What is taken back next; nil if there is nothing.
  package func next(_ reversal: Reversal) -> PublishedBatch? {
    for batch in batches where !takenBack.contains(Part(batch: batch.id, reversal: reversal)) {
      if let part = reversal == .undo ? batch.undoable : batch.redoable { return part }
    }
    return nil
  }

  /// What is taken back of a batch; nil for an unknown number. Throws ``Refusal``.
  ///
  /// The undo of a redo is that of the batch which was taken back at first, and the redo of a batch that of
  /// its undo.
  package func batch(_ id: Int64, for reversal: Reversal) throws(Refusal) -> PublishedBatch? {
    guard let batch = batch(id) else { return nil }
    if let part = reversal == .undo ? batch.undoable : batch.redoable { return part }
    switch reversal {
    case .undo:
      guard batch.redoable == nil else { throw .isUndo(id) }
      let undone = batch.changes.compactMap { $0.origin?.takenBack }.compactMap(self.batch)
      let first = undone.lazy.flatMap(\.changes).compactMap { $0.origin?.takenBack }.first
      return first.flatMap(self.batch)?.undoable ?? batch
    case .redo:
      let undo = batches.first { other in
        !takenBack.contains(Part(batch: other.id, reversal: .redo))
          && other.changes.contains { $0.origin == .undo(id) }
      }
      guard let redoable = undo?.redoable else { throw .isNoUndo(id) }
      return redoable
    }
  }

  private func batch(_ id: Int64) -> PublishedBatch? { batches.first { $0.id == id } }
}

extension PublishedBatch {
  fileprivate var undoable: PublishedBatch? { part { $0.origin?.takenBack == nil } }

  fileprivate var redoable: PublishedBatch? {
    part { if case .undo? = $0.origin { true } else { false } }
  }

  private func part(_ isIncluded: (DraftEdit) -> Bool) -> PublishedBatch? {
    let changes = changes.filter(isIncluded)
    guard !changes.isEmpty else { return nil }
    return PublishedBatch(
      id: id, gradebook: gradebook, publishedAt: publishedAt, notified: notified, changes: changes)
  }

  /// Whether redo takes it back, and undo does not.
  package var isUndo: Bool { undoable == nil && redoable != nil }
}
