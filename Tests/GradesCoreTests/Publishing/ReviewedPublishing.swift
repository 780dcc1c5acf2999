@testable import GradesCore

extension Publisher {
  /// Publishes as a command does that is not asked: reviews drafts, or all of them, and publishes what the
  /// review shows.
  ///
  /// - Parameter reviewed: what happens between the review and the publishing.
  @MainActor func publish(
    _ drafts: [Draft]? = nil, in gradebook: Gradebook, notify: Bool,
    notifyingRestored: Bool = false,
    conflicts: ConflictPolicy = .leave,
    progress: @escaping @Sendable (PublishProgress) -> Void = { _ in },
    reviewed: @Sendable () async throws -> Void = {}
  ) async throws -> PublishReport {
    let confirmed = try await confirm(in: gradebook, progress: progress)
    let stored = try await store.drafts(in: gradebook)
    let drafts = drafts ?? stored
    guard !drafts.isEmpty else { return confirmed }
    let reader = CellReader(
      api: api, drafts: store, gradebook: gradebook, language: language)
    let grid = try await reader.grid(of: drafts.map(\.cell))
    let review = Review(drafts, in: gradebook, over: grid, readAt: store.now())
    try await reviewed()
    var report = try await publish(
      review, notify: notify, notifyingRestored: notifyingRestored, conflicts: conflicts,
      progress: progress)
    report.rows = confirmed.rows.filter { $0.verdict == .published } + report.rows
    return report
  }
}
