import Foundation
import GradesClient

/// Loads everything of the semester once a day beside a watch, so that it can be used offline.
actor DailySync {
  /// How long a watch runs before it looks whether there is something to load.
  private static let firstWait = Duration.seconds(600)
  /// How often it looks then.
  private static let wait = Duration.seconds(3600)
  /// How old what is loaded may become.
  static let age: TimeInterval = 86_400

  private let clock: RequestClock
  private let load: @Sendable () async -> Void
  private var nextLook: Duration
  private var isPostponed = false
  private var task: Task<Void, Never>?

  /// Makes the beginning of a watch; `load` loads what is due, and reports nothing.
  init(_ clock: RequestClock, load: @escaping @Sendable () async -> Void) {
    self.clock = clock
    self.load = load
    nextLook = clock.uptime() + Self.firstWait
  }

  /// Begins to load when it is time; the watch goes on at once.
  func goOn() {
    if isPostponed { nextLook = max(nextLook, clock.uptime() + Self.firstWait) }
    isPostponed = false
    guard clock.uptime() >= nextLook else { return }
    nextLook = clock.uptime() + Self.wait
    let before = task
    task = Task { [load] in
      await before?.value
      if !Task.isCancelled { await load() }
    }
  }

  /// Waits again once the service responds: one that has just come back is not to be flooded.
  func postpone() { isPostponed = true }

  /// Ends what is under way.
  func stop() async {
    task?.cancel()
    await task?.value
  }
}
