/// Work of a scene beside the main actor, of which only the last counts: each key that is typed begins another one.
@MainActor
final class LatestWork {
  private var task: Task<Void, Never>?
  /// Does what is under way here and now; nil: nothing is.
  private var atOnce: (@MainActor () -> Void)?

  /// Whether the value is still awaited.
  var isUnderWay: Bool { atOnce != nil }

  /// Begins work instead of what is under way; `take` gets its value, unless other work has begun since.
  /// Cancelled, the work may return anything.
  func start<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, take: @escaping @MainActor (Value) -> Void
  ) {
    cancel()
    atOnce = { take(work()) }
    task = Task {
      let value = await Self.beside(work)
      // Cancelled on the same actor: nothing begins between the check and what follows.
      guard !Task.isCancelled else { return }
      atOnce = nil
      take(value)
    }
  }

  @concurrent
  private nonisolated static func beside<Value: Sendable>(
    _ work: @Sendable () -> Value
  ) async -> Value { work() }

  /// Does what is under way for those who cannot wait.
  func finishAtOnce() {
    guard let atOnce else { return }
    cancel()
    atOnce()
  }

  func cancel() {
    task?.cancel()
    task = nil
    atOnce = nil
  }

  /// Waits for what is under way, also where other work takes its place.
  func finish() async {
    await task?.value
    while isUnderWay { await task?.value }
  }

  /// The response of an action that has begun work, or has not.
  var response: Response {
    guard let task else { return .done }
    return .run {
      await task.value
      return .done
    }
  }
}
