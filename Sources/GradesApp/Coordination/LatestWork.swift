/// Work of a scene beside the main actor, of which only the last counts: each key that is typed begins another one.
@MainActor
final class LatestWork {
  private var task: Task<Void, Never>?
  /// Whether its value is still awaited.
  private(set) var isUnderWay = false
  private var atOnce: (@MainActor () -> Void)?

  /// Begins work instead of what is under way; `take` gets its value, unless other work has begun since.
  /// `atOnce` is the same work for those who cannot wait.
  func start<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value, atOnce: (@MainActor () -> Value)? = nil,
    take: @escaping @MainActor (Value) -> Void
  ) {
    cancel()
    if let atOnce { self.atOnce = { take(atOnce()) } }
    task = Task {
      let value = await work()
      // Cancelled on the same actor: nothing begins between the check and what follows.
      guard !Task.isCancelled else { return }
      isUnderWay = false
      take(value)
    }
    isUnderWay = true
  }

  /// Does what is under way here and now.
  func finishAtOnce() {
    guard isUnderWay, let atOnce else { return }
    cancel()
    atOnce()
  }

  /// Forgets what is under way.
  func cancel() {
    task?.cancel()
    task = nil
    isUnderWay = false
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
