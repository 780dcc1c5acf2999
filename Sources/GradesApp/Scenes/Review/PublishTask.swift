import GradesCore

/// A publishing in the background of a scene: it can be waited for, asks about conflicts, and can be
/// stopped.
@MainActor
final class PublishTask {
  typealias Choices = [GradeCell: ConflictPolicy.Choice]

  /// Why it failed; nil if it did not, or if the user stopped it.
  var failure: Failure?
  private var sending: Task<Void, any Error>?
  private var ending: Task<Void, Never>?
  private var question: CheckedContinuation<Choices, any Error>?
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var hasEnded = false

  /// Begins; `wrapUp` follows the sending, also when it failed or was stopped.
  func start(
    _ send: @escaping @MainActor () async throws -> Void,
    wrapUp: @escaping @MainActor (Result<Void, any Error>) async -> Void
  ) {
    let sending = Task { try await send() }
    self.sending = sending
    // A task of its own: the one that sends may have been cancelled, and its result matters then.
    ending = Task {
      await wrapUp(await sending.result)
      hasEnded = true
      wake()
    }
  }

  /// Waits until the user is asked something, or until the end.
  func pause() async {
    guard !hasEnded, question == nil else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Waits for the end.
  func end() async { await ending?.value }

  /// Waits for the user's decisions.
  func ask() async throws -> Choices {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      question = continuation
      wake()
    }
  }

  /// Goes on with the user's decisions.
  func answer(_ choices: Choices) {
    question?.resume(returning: choices)
    question = nil
  }

  /// Stops as soon as possible. A request that was sent may be carried out all the same.
  func stop() {
    sending?.cancel()
    question?.resume(throwing: CancellationError())
    question = nil
  }

  private func wake() {
    let waiting = waiting
    self.waiting = []
    for waiter in waiting { waiter.resume() }
  }
}
