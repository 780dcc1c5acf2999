import Foundation
import GradesClient

/// Settles drafts by what a reading shows of them. It cannot send anything.
struct DraftSettler {
  let store: DraftStore
  let reader: CellReader
  let gradebook: Gradebook
  var report = PublishReport()

  init(store: DraftStore, reader: CellReader, gradebook: Gradebook) {
    self.store = store
    self.reader = reader
    self.gradebook = gradebook
  }

  // MARK: Unconfirmed cells

  /// Reads the cells whose last request may have been carried out, or may still be.
  mutating func confirm(progress: (PublishProgress) -> Void) async throws {
    try await store.restartQuietPeriods(in: gradebook)
    let unconfirmed = try await store.drafts(in: gradebook).filter { $0.state == .unconfirmed }
    guard !unconfirmed.isEmpty else { return }
    progress(.reading)
    // A reading proves nothing about requests that may have been carried out while it was on its way.
    let begin = store.now()
    let reading = try await reader.read(unconfirmed.map(\.cell))
    for (isFinal, drafts) in Dictionary(
      grouping: unconfirmed, by: { begin > $0.confirmAfter ?? $0.createdAt })
    {
      try await settle(drafts, by: reading, isFinal: isFinal) { $0.reason }
    }
  }

  /// Stores what a reading shows of sent drafts.
  ///
  /// - Parameters:
  ///   - isFinal: whether the requests can no longer be carried out, so that a value that is not there was
  ///     not stored, or was replaced.
  ///   - keeps: whether drafts whose cells are proved to hold the old value stay marked as sent.
  /// - Returns: the drafts whose cells do not hold the new value, without conflicts.
  @discardableResult
  mutating func settle(
    _ sent: [Draft], by reading: CellReading, isFinal: Bool, keeping keeps: Bool = false,
    reason: (Draft) -> DraftReason?
  ) async throws -> [Draft] {
    var outcomes: [SettledDraft] = []
    var missing: [Draft] = []
    for draft in sent {
      let there = reading[draft.cell]
      // The values of a student who left the course cannot be read, not even that they were cleared.
      let isUnknown = reading.unknownStudents.contains(draft.cell.username)
      switch EditStatus(draft.edit, over: there).kind {
      case .alreadyThere where !isUnknown:
        report.published.append(draft.edit.published(as: there))
        outcomes.append(.published(draft, there: there))
      case _ where !isFinal:
        let reason = reason(draft) ?? DraftReason(.interrupted)
        missing.append(draft)
        report.leaveUnconfirmed(draft)
        outcomes.append(.unconfirmed(draft, reason))
      case _ where isUnknown:
        outcomes.append(putBack(draft, DraftReason(.unknownStudent)))
      case .conflict(let conflict):
        report.conflicts.append(conflict)
        outcomes.append(.waiting(draft, DraftReason(.conflict)))
      default:
        missing.append(draft)
        if !keeps { outcomes.append(putBack(draft, reason(draft) ?? DraftReason(.interrupted))) }
      }
    }
    try await store.settle(outcomes)
    return missing
  }

  /// Makes drafts wait again, for one reason.
  mutating func putBack(_ drafts: [Draft], _ reason: DraftReason) async throws {
    try await store.settle(drafts.map { putBack($0, reason) })
  }

  private mutating func putBack(_ draft: Draft, _ reason: DraftReason) -> SettledDraft {
    report.unpublished.append(.init(cell: draft.cell, reason: reason))
    return .waiting(draft, reason)
  }

  /// Stores that drafts are unconfirmed, with the reason.
  mutating func leaveUnconfirmed(_ drafts: [Draft], _ reason: DraftReason) async throws {
    for draft in drafts { report.leaveUnconfirmed(draft) }
    try await store.settle(drafts.map { .unconfirmed($0, reason) })
  }

  // MARK: Drafts that need no request

  /// Settles drafts that a review found at the service already, if they are still there, and stores why
  /// others are rejected. All others stay as they are.
  mutating func settle(_ review: ReviewDecision, progress: (PublishProgress) -> Void) async throws {
    let stored = try await store.drafts(in: gradebook)
    let unconfirmed = Set(stored.filter { $0.state == .unconfirmed }.map(\.cell))
    let waiting = Set(stored.filter { !unconfirmed.contains($0.cell) }.map(\.id))
    let rejected = review.rejected.filter { waiting.contains($0.draft.id) }
    var outcomes: [SettledDraft] = []
    for (draft, reason) in rejected { outcomes.append(putBack(draft, reason)) }
    if !review.fulfilled.isEmpty {
      progress(.reading)
      let reading = try await reader.read(review.fulfilled.map(\.cell))
      for draft in review.fulfilled {
        let there = reading[draft.cell]
        guard EditStatus(draft.edit, over: there).kind == .alreadyThere,
          !reading.unknownStudents.contains(draft.cell.username)
        else { continue }
        if waiting.contains(draft.id) {
          outcomes.append(fulfil(draft, there: there))
        } else {
          // Another process has settled it.
          report.alreadyThere.append(draft.cell)
        }
      }
    }
    try await store.settle(outcomes)
  }

  /// Stores the outcomes of drafts that need not or must not be sent.
  mutating func settle(_ comparison: DraftComparison) async throws {
    var outcomes: [SettledDraft] = []
    for (draft, there) in comparison.fulfilled { outcomes.append(fulfil(draft, there: there)) }
    for (draft, reason) in comparison.refused { outcomes.append(putBack(draft, reason)) }
    try await store.settle(outcomes)
  }

  private mutating func fulfil(_ draft: Draft, there: RecordedValue) -> SettledDraft {
    // What arrived late is ours and belongs into the history of its batch.
    guard draft.batch != nil else {
      report.alreadyThere.append(draft.cell)
      return .dropped(draft)
    }
    report.published.append(draft.edit.published(as: there))
    return .published(draft, there: there)
  }

  /// Reports what became of reviewed drafts that are no longer stored as they were: they were published by
  /// another process, edited again or discarded; only a reading shows which.
  mutating func reportGone(
    _ gone: [Draft], progress: (PublishProgress) -> Void
  ) async throws {
    let found = Set(report.published.map(\.cell))
    let gone = gone.filter { !found.contains($0.cell) }
    guard !gone.isEmpty else { return }
    progress(.reading)
    let reading = try await reader.read(gone.map(\.cell))
    for draft in gone {
      if EditStatus(draft.edit, over: reading[draft.cell]).kind == .alreadyThere {
        report.alreadyThere.append(draft.cell)
      } else {
        leaveToOthers(draft)
      }
    }
  }

  /// Reports that a draft was replaced, so that it is not sent.
  mutating func leaveToOthers(_ draft: Draft) {
    report.unpublished.append(.init(cell: draft.cell, reason: DraftReason(.replaced)))
  }
}
