import GradesClient

/// The changes of a course after their review: stored as drafts, then published. Commands and the app publish
/// only through it.
@MainActor
public final class ReviewedChanges {
  /// What was reviewed.
  public let proposal: Proposal
  /// Its numbers.
  public let totals: ReviewTotals
  /// The drafts of the changes, as they were reviewed; nil before they are stored.
  private var kept: [Draft]?
  /// Whether the changes are stored as drafts, and the drafts that they replace are discarded.
  public private(set) var areKept: Bool

  private let origin: ChangeOrigin?
  private let drafts: DraftStore
  private let publisher: Publisher

  /// Takes a course's changes as they were reviewed. Of drafts, what was edited since is not published with
  /// them.
  public init(_ review: CourseReview, drafts: DraftStore, publisher: Publisher) {
    proposal = review.proposal
    totals = ReviewTotals([review])
    kept = review.areNew ? nil : review.wanted
    areKept = !review.areNew
    origin = review.origin
    self.drafts = drafts
    self.publisher = publisher
  }

  /// Whose course it is.
  public var gradebook: Gradebook { proposal.gradebook }

  /// Stores the changes as drafts and discards those that are no longer wanted. Throws ``UnconfirmedCells``
  /// after it has stored the others, if cells have become unconfirmed since the review. Returns how many drafts
  /// were discarded.
  @discardableResult
  public func keep() async throws -> Int {
    guard !areKept else { return 0 }
    do {
      kept = try await drafts.put(proposal.changes, in: gradebook, from: origin)
    } catch var refusal as UnconfirmedCells {
      // Another process has published these cells since the review; the other changes are not lost.
      let others = proposal.changes.filter { !refusal.cells.contains($0.cell) }
      let stored = try await drafts.put(others, in: gradebook, from: origin)
      kept = stored
      refusal.kept = stored.count
      throw refusal
    }
    let superseded = proposal.superseded
    let discarded =
      superseded.isEmpty ? 0 : try await drafts.discard(superseded, in: gradebook)
    areKept = true
    return discarded
  }

  /// Publishes the changes, stored as drafts first; of drafts without a change to send, settles those that
  /// need no request. When this throws, everything that the service does not have is still a draft.
  public func publish(
    notify: Bool, notifyingRestored: Bool = false, notified: Set<Username> = [],
    conflicts: ConflictPolicy = .leave,
    progress: @escaping @Sendable (PublishProgress) -> Void
  ) async throws -> PublishReport {
    if areKept, proposal.changes.isEmpty { return try await settle() }
    try await keep()
    return try await publisher.publish(
      decision, in: gradebook, notify: notify, notifyingRestored: notifyingRestored,
      notified: notified, conflicts: conflicts, progress: progress)
  }

  /// Settles the drafts that the service has already or that must not be sent. There is nothing in it that
  /// could send the others.
  public func settle() async throws -> PublishReport {
    try await publisher.settle(settledDecision, in: gradebook)
  }

  /// What the review found of drafts that are not sent.
  private var settledDecision: ReviewDecision {
    var decision = ReviewDecision()
    decision.fulfilled = proposal.fulfilled
    decision.rejected = proposal.rejected.map { ($0.draft, $0.reason) }
    decision.unconfirmed = Set(proposal.unconfirmed.map(\.cell))
    return decision
  }

  /// The changes as they were shown, and what else the review found.
  private var decision: ReviewDecision {
    let waiting = Dictionary((kept ?? []).map { ($0.cell, $0) }, uniquingKeysWith: { $1 })
    var decision = settledDecision
    decision.changes = proposal.reviewed.compactMap { edit, shown in
      waiting[edit.cell].map { ReviewedChange(draft: $0, shown: shown) }
    }
    return decision
  }

  /// The drafts of the changes' cells that are left, also after a failure or a cancellation.
  public func remainder() async throws -> Remainder {
    let (drafts, gradebook) = (drafts, gradebook)
    let cells = Set((kept ?? []).map(\.cell))
    // A task of its own: the caller's may have been cancelled, and the result matters then.
    let left = try await Task.detached {
      try await drafts.drafts(in: gradebook).filter { cells.contains($0.cell) }
    }.value
    return Remainder(
      unconfirmed: left.filter { $0.state == .unconfirmed },
      waiting: left.filter { $0.state != .unconfirmed })
  }

  /// The drafts of a publishing that failed or was stopped.
  public struct Remainder: Sendable {
    /// The service may have them, or may still save them.
    public let unconfirmed: [Draft]
    /// The service does not have them.
    public let waiting: [Draft]
  }
}
