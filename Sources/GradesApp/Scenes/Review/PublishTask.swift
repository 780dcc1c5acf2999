import GradesCore

/// A publishing in the background of a scene: it can be waited for, asks about conflicts, and can be
/// stopped.
@MainActor
final class PublishTask {
  typealias Choices = [GradeCell: ConflictPolicy.Choice]

  /// Why it failed; nil if it did not, or if the user stopped it.
  var failure: Failure?
  private var stopSending: () -> Void = {}
  private var ending: Task<Void, Never>?
  private var question: CheckedContinuation<Choices, any Error>?
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var hasEnded = false

  /// Begins; `wrapUp` follows the sending, also when it failed or was stopped.
  func start<Outcome: Sendable>(
    _ send: @escaping @MainActor () async -> Outcome,
    wrapUp: @escaping @MainActor (Outcome) async -> Void
  ) {
    let sending = Task { await send() }
    stopSending = sending.cancel
    // A task of its own: the one that sends may have been cancelled, and its result matters then.
    ending = Task {
      await wrapUp(await sending.value)
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
    stopSending()
    question?.resume(throwing: CancellationError())
    question = nil
  }

  private func wake() {
    let waiting = waiting
    self.waiting = []
    for waiter in waiting { waiter.resume() }
  }
}
