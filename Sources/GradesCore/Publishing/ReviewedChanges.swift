import GradesClient

/// The changes of a proposal after their review: stored as drafts, then published. Commands and the app
/// publish only through it.
@MainActor
public final class ReviewedChanges {
  /// What was reviewed.
  public let proposal: Proposal
  /// The drafts of the changes, as they were reviewed; nil before they are stored.
  private var kept: [Draft]?
  /// Whether the changes are stored as drafts, and the drafts that they replace are discarded.
  public private(set) var areKept: Bool

  private let drafts: DraftStore
  private let publisher: Publisher

  /// Takes a proposal. `kept` are its drafts if it is about drafts; what was edited since they were
  /// reviewed is not published with them.
  public init(
    _ proposal: Proposal, of kept: [Draft]? = nil, drafts: DraftStore, publisher: Publisher
  ) {
    self.proposal = proposal
    self.kept = kept
    areKept = kept != nil
    self.drafts = drafts
    self.publisher = publisher
  }

  private var gradebook: Gradebook { proposal.gradebook }

  /// Stores the changes as drafts and discards those that are no longer wanted. Returns how many drafts
  /// were discarded.
  @discardableResult
  public func keep() async throws -> Int {
    guard !areKept else { return 0 }
    kept = try await drafts.put(proposal.changes, in: gradebook)
    let superseded = proposal.superseded
    let discarded =
      superseded.isEmpty ? 0 : try await drafts.discard(superseded, in: gradebook)
    areKept = true
    return discarded
  }

  /// Publishes the changes, stored as drafts first. When this throws, everything that the service does
  /// not have is still a draft.
  public func publish(
    notify: Bool, conflicts: ConflictPolicy,
    progress: @escaping @Sendable (PublishProgress) -> Void
  ) async throws -> PublishReport {
    try await keep()
    return try await publisher.publish(
      kept ?? [], in: gradebook, notify: notify, conflicts: conflicts, progress: progress)
  }

  /// The drafts of the changes that are not published, also after a failure or a cancellation.
  public func waiting() async throws -> [Draft] {
    let (drafts, gradebook) = (drafts, gradebook)
    let ids = Set((kept ?? []).map(\.id))
    // A task of its own: the caller's may have been cancelled, and the result matters then.
    return try await Task.detached {
      try await drafts.drafts(in: gradebook).filter { ids.contains($0.id) }
    }.value
  }
}
