import GradesClient

/// What became of the reviews of courses that were published one after another.
package struct ReviewOutcome: Sendable {
  /// The courses that were published to the end, with what became of each change.
  package fileprivate(set) var courses: [(gradebook: Gradebook, report: PublishReport)] = []
  /// Why the others were not; nil: all were.
  package fileprivate(set) var error: (any Error)?
  /// The changes of the other courses, which are still drafts; of those that are unconfirmed, the service may have
  /// them, or may still save them.
  package fileprivate(set) var left: [Draft] = []

  /// Whether the user stopped it.
  package var isStopped: Bool { error?.isCancellation ?? false }
}

extension Publisher {
  /// Publishes reviews one after another until all are published or one fails. What the service does not have then is
  /// still a draft.
  ///
  /// - Parameters:
  ///   - stored: called with the number of drafts that were discarded when a review's changes were stored.
  ///   - permitting: called before anything of a course is sent; what it throws ends the publishing.
  ///   - progress: called with how far a course is.
  @MainActor package func publish(
    _ reviews: [Review], notify: Bool, notifyingRestored: Bool = false,
    notified: Set<Username> = [], conflicts: ConflictPolicy = .leave,
    stored: (Int) async -> Void = { _ in },
    permitting: () async throws -> Void = {},
    progress: @escaping @Sendable (Gradebook, PublishProgress) -> Void
  ) async -> ReviewOutcome {
    var outcome = ReviewOutcome()
    var reviews = reviews
    do {
      for index in reviews.indices {
        try Task.checkCancellation()
        let gradebook = reviews[index].gradebook
        progress(gradebook, .reading)
        await stored(try await keep(&reviews[index]))
        try await permitting()
        let report = try await publish(
          reviews[index], notify: notify, notifyingRestored: notifyingRestored, notified: notified,
          conflicts: conflicts
        ) {
          progress(gradebook, $0)
        }
        outcome.courses.append((gradebook, report))
      }
    } catch {
      outcome.error = error
      for review in reviews.dropFirst(outcome.courses.count) where review.isStored {
        outcome.left += (try? await remainder(of: review)) ?? []
      }
    }
    return outcome
  }

  /// The drafts of a review's cells that are left, also after a failure or a cancellation.
  private func remainder(of review: Review) async throws -> [Draft] {
    let cells = Set(review.wanted.map(\.cell))
    // A task of its own: the caller's may have been cancelled, and the result matters then.
    return try await Task.detached { [store] in
      try await store.drafts(in: review.gradebook).filter { cells.contains($0.cell) }
    }.value
  }
}
