import GradesClient
import GradesCore

extension Context {
  /// Composes a proposal over the service's answers; drafts also over stored ones where the service cannot be
  /// reached, which is reported with their age.
  @MainActor func composing<Value: Sendable>(
    in gradebook: Gradebook, for mode: ReviewMode,
    _ compose: (ProposalComposer) async throws -> Value
  ) async throws -> Value {
    do {
      if mode != .dryRun { _ = try await confirm(gradebook) }
      return try await compose(gradebooks.proposals(in: gradebook))
    } catch let error as GradesError where mode == .draft && error.isUnavailability {
      guard let stored = try await gradebooks.storedProposals(in: gradebook) else { throw error }
      let value = try await compose(stored.composer)
      printer.notice(
        strings(.draftsFromStored, [.time: .text(dates.dateTime(stored.fetchedAt))]))
      return value
    }
  }
}
