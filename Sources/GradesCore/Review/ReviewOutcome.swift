import GradesClient

/// The outcome of a publishing.
public struct ReviewOutcome: Equatable, Sendable {
  /// The outcome of one course's changes.
  public struct Course: Equatable, Sendable {
    /// The course.
    public let gradebook: Gradebook
    /// What became of each change.
    public let report: PublishReport
  }

  /// How a publishing ended.
  public enum Ending: Equatable, Sendable {
    case complete
    /// The user stopped it.
    case stopped
    /// The service or the disk failed it.
    case failed
  }

  /// The courses that were published to the end.
  public var courses: [Course] = []
  /// How it ended.
  public var ending = Ending.complete
  /// The changes of the other courses that are unconfirmed.
  public var unconfirmed: [Draft] = []
  /// The other changes of those courses, which are still drafts.
  public var waiting: [Draft] = []

  /// Makes the outcome of nothing.
  public init() {}
}

extension ReviewOutcome {
  /// Publishes courses one after another until all are published or one fails. Returns what became of them,
  /// and the error of the failure. What the service does not have then is still a draft.
  ///
  /// - Parameters:
  ///   - notifyingRestored: whether students are notified of values of a backup, too.
  ///   - stored: called with the number of drafts that were discarded when a course's changes were stored.
  ///   - permitting: called before anything of a course is sent; what it throws ends the publishing.
  ///   - notified: the students who were notified by the publishing that this one continues.
  ///   - progress: called with how far a course is.
  @MainActor public static func publishing(
    _ courses: [ReviewedChanges], notify: Bool, notifyingRestored: Bool = false,
    notified: Set<Username> = [], conflicts: ConflictPolicy = .leave,
    stored: (Int) async -> Void = { _ in },
    permitting: () async throws -> Void = {},
    progress: @escaping @Sendable (Gradebook, PublishProgress) -> Void
  ) async -> (outcome: ReviewOutcome, error: (any Error)?) {
    var outcome = ReviewOutcome()
    do {
      for course in courses {
        try Task.checkCancellation()
        let gradebook = course.gradebook
        progress(gradebook, .reading)
        await stored(try await course.keep())
        try await permitting()
        let report = try await course.publish(
          notify: notify, notifyingRestored: notifyingRestored, notified: notified,
          conflicts: conflicts
        ) {
          progress(gradebook, $0)
        }
        outcome.courses.append(Course(gradebook: gradebook, report: report))
      }
      return (outcome, nil)
    } catch {
      let isStopped = error is CancellationError || error as? GradesError == .cancelled
      outcome.ending = isStopped ? .stopped : .failed
      for course in courses.dropFirst(outcome.courses.count) {
        guard let left = try? await course.remainder() else { continue }
        outcome.unconfirmed += left.unconfirmed
        outcome.waiting += left.waiting
      }
      return (outcome, error)
    }
  }
}
