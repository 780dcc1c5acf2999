import Foundation
import GradesClient

/// How the request ended that sent a draft, as far as that is known.
enum RequestEnd {
  /// The service accepted it (2xx), and may still be saving it.
  case accepted
  /// The service answered that it did not carry it out, or not all of it.
  case failed
  /// There was no answer; it may still be carried out.
  case unknown
  /// There was none, and its quiet period was over before the reading began.
  case expired
}

/// Settles drafts by what a reading shows of them. It cannot send anything.
struct DraftSettler {
  let reader: CellReader
  var report = PublishReport()

  var store: DraftStore { reader.drafts }
  var gradebook: Gradebook { reader.gradebook }

  mutating func settle(_ rows: [Review.Row]) async throws {
    report.rows += rows
    try await store.settle(rows)
  }

  // MARK: Sent drafts

  /// What a reading shows of a draft that was sent:
  ///
  /// | The cell holds        | accepted    | failed   | unknown     | expired  |
  /// | --------------------- | ----------- | -------- | ----------- | -------- |
  /// | the new value         | published   | published| published   | published|
  /// | the old value         | unconfirmed | waiting  | unconfirmed | waiting  |
  /// | another value         | conflict    | conflict | unconfirmed | conflict |
  /// | nothing that is known | waiting     | waiting  | unconfirmed | waiting  |
  ///
  /// A success ends a request, so the service had the new value: another one was written since. While a request may be
  /// carried out, no other value proves anything. The values of a student who left the course cannot be read, not even
  /// that they were cleared.
  static func verdict(
    on draft: Draft, by reading: CellGrid, after end: RequestEnd, _ reason: DraftReason
  ) -> Verdict {
    let isKnown = reading.people[draft.cell.username] != nil
    switch (isKnown ? draft.edit.verdict(over: reading[draft.cell]) : nil, end) {
    case (.alreadyThere, _): return .published
    case (_, .unknown), (.ready, .accepted): return draft.sentVerdict
    case (.conflict(let theirs), _): return .conflict(theirs: theirs)
    case (nil, _): return .waiting(DraftReason(.unknownStudent))
    default: return .waiting(reason)
    }
  }

  /// Stores what a reading shows of sent drafts.
  ///
  /// - Parameters:
  ///   - keeps: whether drafts whose cells are proved to hold the old value stay marked as sent.
  ///   - reason: why the others are not published; nil: as it is stored.
  /// - Returns: the drafts whose cells do not hold the new value, without conflicts.
  @discardableResult
  mutating func settle(
    _ sent: [Draft], by reading: CellGrid, after end: RequestEnd, keeping keeps: Bool = false,
    _ reason: DraftReason? = nil
  ) async throws -> [Draft] {
    var rows: [Review.Row] = []
    var missing: [Draft] = []
    for draft in sent {
      let reason = reason ?? draft.reason ?? DraftReason(.interrupted)
      var settled = draft
      let verdict = Self.verdict(on: draft, by: reading, after: end, reason)
      switch verdict {
      case .published: settled.edit = draft.edit.published(as: reading[draft.cell])
      case .unconfirmed:
        settled.reason = reason
        missing.append(draft)
      case .waiting where reading.people[draft.cell.username] != nil:
        missing.append(draft)
        if keeps { continue }
      default: break
      }
      rows.append(Review.Row(settled, verdict))
    }
    try await settle(rows)
    return missing
  }

  /// Reads the cells whose last request may have been carried out, or may still be.
  mutating func confirm(progress: (PublishProgress) -> Void) async throws {
    try await store.restartQuietPeriods(in: gradebook)
    let unconfirmed = try await store.drafts(in: gradebook).filter(\.isUnconfirmed)
    guard !unconfirmed.isEmpty else { return }
    progress(.reading)
    // A reading proves nothing about requests that may have been carried out while it was on its way.
    let begin = store.now()
    let reading = try await reader.read(unconfirmed.map(\.cell))
    for (end, drafts) in Dictionary(
      grouping: unconfirmed,
      by: { begin > $0.confirmAfter ?? $0.createdAt ? RequestEnd.expired : .unknown })
    {
      try await settle(drafts, by: reading, after: end)
    }
  }

  mutating func putBack(_ drafts: [Draft], _ reason: DraftReason) async throws {
    try await settle(drafts.map { Review.Row($0, .waiting(reason)) })
  }

  mutating func leaveUnconfirmed(_ drafts: [Draft], _ reason: DraftReason) async throws {
    try await settle(
      drafts.map { draft in
        var draft = draft
        draft.reason = reason
        return Review.Row(draft, draft.sentVerdict)
      })
  }

  // MARK: Drafts that need no request

  /// Settles rows of a review whose drafts the service had already, if it still has their values, and stores why others
  /// are rejected. All others stay as they are.
  mutating func settle(
    _ rows: [Review.Row], progress: (PublishProgress) -> Void
  ) async throws {
    let stored = try await store.drafts(in: gradebook)
    let unconfirmed = Set(stored.filter(\.isUnconfirmed).map(\.cell))
    let waiting = Set(stored.filter { !unconfirmed.contains($0.cell) }.map(\.id))
    var settled = rows.filter { row in
      if case .waiting = row.verdict { waiting.contains(row.draft.id) } else { false }
    }
    let fulfilled = rows.filter { $0.verdict == .alreadyThere }
    if !fulfilled.isEmpty {
      progress(.reading)
      let reading = try await reader.read(fulfilled.map(\.cell))
      for row in fulfilled {
        let there = reading[row.cell]
        guard row.draft.edit.verdict(over: there) == .alreadyThere,
          reading.people[row.cell.username] != nil
        else { continue }
        if waiting.contains(row.draft.id) {
          settled.append(fulfilledRow(row.draft, there))
        } else {
          // Another process has settled it.
          report.rows.append(row)
        }
      }
    }
    try await settle(settled)
  }

  /// The row of a draft whose value is there without a request of this run. What arrived late is ours and belongs
  /// into the history of its batch.
  func fulfilledRow(_ draft: Draft, _ there: RecordedValue) -> Review.Row {
    guard draft.batch != nil else { return Review.Row(draft, .alreadyThere) }
    var published = draft
    published.edit = draft.edit.published(as: there)
    return Review.Row(published, .published)
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
      let isThere = draft.edit.verdict(over: reading[draft.cell]) == .alreadyThere
      report.rows.append(
        Review.Row(draft, isThere ? .alreadyThere : .waiting(DraftReason(.replaced))))
    }
  }
}
