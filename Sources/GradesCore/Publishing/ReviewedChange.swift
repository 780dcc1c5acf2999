import GradesClient

/// A change as a person has seen it in a review, the only thing that publishing sends. Only
/// ``ReviewedChanges`` makes one.
struct ReviewedChange: Hashable, Sendable {
  /// The stored draft, with the value and the note that were shown.
  var draft: Draft
  /// What was shown as the service's value; another one at the service is a conflict.
  var shown: RecordedValue

  var cell: GradeCell { draft.cell }
}

/// What a review decided: which changes to publish, and what else became of its drafts.
struct ReviewDecision: Sendable {
  /// The changes to send.
  var changes: [ReviewedChange] = []
  /// Drafts whose values the service has already.
  var fulfilled: [Draft] = []
  /// Drafts that must not be sent.
  var rejected: [(draft: Draft, reason: DraftReason)] = []
  /// Cells that were asked for and are unconfirmed.
  var unconfirmed: Set<GradeCell> = []

  /// The cells that the review is about.
  var cells: Set<GradeCell> {
    unconfirmed.union(changes.map(\.cell) + fulfilled.map(\.cell) + rejected.map(\.draft.cell))
  }
}

extension RecordedValue {
  /// Whether the value and the note are the same; times and authors do not count.
  func hasContent(of other: RecordedValue) -> Bool { value == other.value && note == other.note }
}

extension DraftEdit {
  /// Whether it wants the same over the same value; times and authors do not count.
  public func hasContent(of other: DraftEdit) -> Bool {
    value == other.value && note == other.note && base.hasContent(of: other.base)
  }
}
