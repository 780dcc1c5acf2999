import GradesClient
import Observation

/// Edits the cells of one gradebook: every committed edit becomes a durable draft, and can be undone.
///
/// Commits are written one after the other in tasks of the editor's own, which are not cancelled with the
/// task of a scene; ``finish()`` waits for them. A scene shows ``cells``, a value.
@MainActor @Observable
package final class CellEditor {
  /// What was changed together, and is undone together.
  private struct Step {
    /// What each cell held before, as an edit; without a draft it is one that changes nothing.
    var before: [DraftEdit]
    var after: [DraftEdit]
  }

  package let gradebook: Gradebook
  package private(set) var cells = EditedCells()
  private var undoable: [Step] = []
  private var redoable: [Step] = []
  /// The cells that were changed since the editor was made.
  private var touched: Set<GradeCell> = []

  private let drafts: DraftStore
  private var tail: Task<Void, any Error>?
  private var lastNumber = 0

  /// Makes an editor; ``load()`` reads the drafts there are.
  package init(drafts: DraftStore, gradebook: Gradebook) {
    self.drafts = drafts
    self.gradebook = gradebook
  }

  // MARK: What there is

  /// Reads the drafts again: other scenes and other programs change them, too. Throws
  /// `DraftStoreError`.
  package func load() async throws {
    var found: [Draft] = []
    var number: Int
    repeat {
      await settle()
      number = lastNumber
      found = try await drafts.drafts(in: gradebook)
      // What was committed while reading may be newer.
    } while number != lastNumber
    let changed = cells.take(found)
    // Undoing what something else has changed since would take that away.
    undoable.removeAll { $0.after.contains { changed.contains($0.cell) } }
    redoable.removeAll { $0.after.contains { changed.contains($0.cell) } }
  }

  /// How many cells were changed since the editor was made, and still are.
  package var ownChangeCount: Int { touched.count { cells.edit(for: $0) != nil } }

  package var canUndo: Bool { !undoable.isEmpty }

  package var canRedo: Bool { !redoable.isEmpty }

  /// Whether nothing is on its way to the disk.
  package var isIdle: Bool { !cells.isAnyWaiting }

  // MARK: Edits

  /// An edit of a cell: over the base of its draft, if it has one, so that a colleague's change since is
  /// still found; with the note that is there.
  package func edit(
    _ cell: GradeCell, over recorded: RecordedValue, value: GradeValue?
  ) -> DraftEdit {
    let there = cells.edit(for: cell)
    return DraftEdit(
      cell: cell, base: there?.base ?? recorded, value: value,
      note: there.map(\.note) ?? recorded.note, origin: .app)
  }

  /// An edit of a cell's note; its value stays.
  package func edit(_ cell: GradeCell, over recorded: RecordedValue, note: String?) -> DraftEdit {
    let there = cells.edit(for: cell)
    return DraftEdit(
      cell: cell, base: there?.base ?? recorded,
      value: there.map(\.value) ?? recorded.value, note: note, origin: .app)
  }

  /// Keeps edits as one step; those that change nothing of what is wanted already are left out.
  ///
  /// The task ends when they are on the disk, or throws why they are not: then they stay wanted, and go
  /// with the next commit. Waiting for it may be cancelled, the writing is not.
  @discardableResult
  package func commit(_ edits: [DraftEdit]) -> Task<Void, any Error> {
    var before: [DraftEdit] = []
    var after: [DraftEdit] = []
    for edit in edits {
      let old = cells.edit(for: edit.cell) ?? edit.unchanged
      guard old.value != edit.value || old.note != edit.note else { continue }
      before.append(old)
      after.append(edit)
    }
    guard !after.isEmpty else { return retry() }
    undoable.append(Step(before: before, after: after))
    redoable = []
    return write(after)
  }

  /// Takes the last step back: the drafts from before, or none; nil if there is no step.
  @discardableResult
  package func undo() -> Task<Void, any Error>? {
    guard let step = undoable.popLast() else { return nil }
    redoable.append(step)
    return write(step.before)
  }

  @discardableResult
  package func redo() -> Task<Void, any Error>? {
    guard let step = redoable.popLast() else { return nil }
    undoable.append(step)
    return write(step.after)
  }

  /// The cells of the step that ``undo()`` would take back, or ``redo()`` do again.
  package func cellsOfStep(undoing: Bool) -> [GradeCell] {
    (undoing ? undoable : redoable).last?.after.map(\.cell) ?? []
  }

  /// Tries again to keep what could not be kept; ends at once if there is nothing like that.
  @discardableResult
  package func retry() -> Task<Void, any Error> { write([]) }

  /// Waits until everything is on the disk, trying once more what could not be kept.
  package func finish() async {
    await settle()
    if !cells.unkeptEdits.isEmpty { _ = await retry().result }
  }

  private func settle() async {
    while let task = tail {
      _ = await task.result
      if tail == task { tail = nil }
    }
  }

  // MARK: Writing

  private func write(_ edits: [DraftEdit]) -> Task<Void, any Error> {
    lastNumber += 1
    let number = lastNumber
    let written = Set(edits.map(\.cell))
    let all = cells.unkeptEdits.filter { !written.contains($0.cell) } + edits
    touched.formUnion(written)
    cells.send(all, number: number)
    let previous = tail
    let task = Task { [drafts, gradebook] in
      _ = await previous?.result
      do {
        let stored = try await drafts.putOthers(all, in: gradebook, from: .app)
        var refusal = stored.refusal
        let refused = refusal?.cells ?? []
        cells.drop(refused, number: number)
        cells.keep(stored.drafts, of: all.filter { !refused.contains($0.cell) }, number: number)
        refusal?.kept = edits.count { !refused.contains($0.cell) }
        if let refusal { throw refusal }
      } catch {
        cells.fail(all, number: number)
        throw error
      }
    }
    tail = task
    return task
  }
}
