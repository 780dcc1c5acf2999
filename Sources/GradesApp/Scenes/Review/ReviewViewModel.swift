import GradesClient
import GradesCore
import Observation

/// Changes on their way to the service: reviewed, kept as drafts, published.
@MainActor @Observable
final class ReviewViewModel {
  /// How far the changes are.
  struct State: Equatable, Sendable {
    /// What would change.
    var proposal: Proposal
    /// Whether the changes are kept as drafts.
    var areKept: Bool
    /// What became of them; nil before they are published.
    var outcome: PublishReport?
  }

  private(set) var state: State

  private let drafts: DraftStore
  private let publisher: Publisher

  /// The drafts that are published, as they were reviewed; empty before they are kept.
  private var kept: [Draft] = []

  /// Makes the scene of new changes.
  init(_ proposal: Proposal, drafts: DraftStore, publisher: Publisher) {
    state = State(proposal: proposal, areKept: false)
    self.drafts = drafts
    self.publisher = publisher
  }

  /// Makes the scene of drafts that are kept already. What was edited since they were reviewed is
  /// not published with them.
  init(
    _ proposal: Proposal, of kept: [Draft], drafts: DraftStore, publisher: Publisher
  ) {
    state = State(proposal: proposal, areKept: true)
    self.kept = kept
    self.drafts = drafts
    self.publisher = publisher
  }

  private var gradebook: Gradebook { state.proposal.gradebook }

  /// Keeps the changes as drafts, durably, and drops those that are no longer wanted. Gives back how
  /// many drafts were dropped.
  @discardableResult
  func keep() async throws -> Int {
    guard !state.areKept else { return 0 }
    kept = try await drafts.put(state.proposal.changes, in: gradebook)
    let superseded = state.proposal.superseded
    let dropped =
      superseded.isEmpty ? 0 : try await drafts.discard(superseded, in: gradebook)
    state.areKept = true
    return dropped
  }

  /// Publishes the changes; those that are not kept yet are kept first. When this throws, everything
  /// that is not at the service is still a draft.
  func publish(
    notify: Bool, conflicts: ConflictPolicy,
    progress: @escaping @Sendable (PublishProgress) -> Void
  ) async throws -> PublishReport {
    try await keep()
    let report = try await publisher.publish(
      kept, in: gradebook, notify: notify, conflicts: conflicts, progress: progress)
    state.outcome = report
    return report
  }

  /// The drafts of the changes that are still there, also after a failure or a cancellation.
  func waiting() async throws -> [Draft] {
    let (drafts, gradebook) = (drafts, gradebook)
    let ids = Set(kept.map(\.id))
    // A task of its own: the one that asks may have been cancelled, and the answer matters then.
    return try await Task.detached {
      try await drafts.drafts(in: gradebook).filter { ids.contains($0.id) }
    }.value
  }
}
