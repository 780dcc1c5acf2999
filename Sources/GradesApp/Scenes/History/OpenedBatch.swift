import GradesCore

/// A batch whose changes are shown.
struct OpenedBatch {
  let batch: PublishedBatch
  var names: CellNames { didSet { changes = names.sorted(changes, by: \.cell) } }
  private(set) var changes: [DraftEdit]

  init(_ batch: PublishedBatch, names: CellNames) {
    self.batch = batch
    self.names = names
    changes = names.sorted(batch.changes, by: \.cell)
  }
}
