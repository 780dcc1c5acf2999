import Files
import Foundation
import GradesClient

/// Sends reviewed changes to the service, the only way in which grades change (Product rules, Changing
/// grades).
///
/// One process publishes at a time. A cell counts as published when it was read again and seen. A cell whose
/// request may have been carried out, or may still be, is unconfirmed: it is neither sent again nor changed
/// before a reading after the quiet period, so that no student is notified twice and no late request
/// overwrites a newer value.
public struct Publisher: Sendable {
  /// How long the service may take to carry out a request, in seconds.
  public static let usualQuietPeriod: TimeInterval = 120

  let api: GradesAPI
  let store: DraftStore
  let language: ServiceLanguage
  private let batchSize: Int
  private let quietPeriod: TimeInterval

  /// Makes a publisher.
  ///
  /// - Parameters:
  ///   - batchSize: the most cells in one request.
  ///   - quietPeriod: how many seconds the service may take to carry out a request, from its sending.
  public init(
    api: GradesAPI, store: DraftStore, language: ServiceLanguage = .english,
    batchSize: Int = 100, quietPeriod: TimeInterval = usualQuietPeriod
  ) {
    self.api = api.with(language: language)
    self.store = store
    self.language = language
    self.batchSize = max(1, batchSize)
    self.quietPeriod = quietPeriod
  }

  /// Publishes what a review decided, and nothing else: a cell that was edited again since, perhaps with
  /// another program, was not reviewed.
  ///
  /// Throws a ``GradesError`` when the service fails before anything was sent, a
  /// ``DraftStoreError``, or `CancellationError`; in all cases the drafts are kept, and what was on
  /// its way is unconfirmed.
  func publish(
    _ review: ReviewDecision, in gradebook: Gradebook, notify: Bool,
    notifyingRestored: Bool = false, notified: Set<Username> = [],
    conflicts: ConflictPolicy = .leave,
    progress: @escaping @Sendable (PublishProgress) -> Void
  ) async throws -> PublishReport {
    let lock = try await lock { progress(.waiting) }
    defer { lock.release() }
    let settler = try await settled(review, in: gradebook, progress: progress)
    var run = PublishRun(
      api: api, notify: notify, notifiesRestored: notifyingRestored, notified: notified,
      batchSize: batchSize, quietPeriod: quietPeriod, progress: progress, settler: settler)
    try await run.publish(review.changes, policy: conflicts)
    return run.report.about(review.cells)
  }

  /// Settles the drafts of a review that need not or must not be sent; cannot send anything.
  func settle(_ review: ReviewDecision, in gradebook: Gradebook) async throws -> PublishReport {
    let lock = try await lock {}
    defer { lock.release() }
    return try await settled(review, in: gradebook) { _ in }.report.about(review.cells)
  }

  private func settled(
    _ review: ReviewDecision, in gradebook: Gradebook, progress: (PublishProgress) -> Void
  ) async throws -> DraftSettler {
    var settler = settler(of: gradebook)
    try await settler.confirm(progress: progress)
    try await settler.settle(review, progress: progress)
    return settler
  }

  /// Reads the cells whose requests have no known end, and settles those that it can; sends nothing.
  public func confirm(
    in gradebook: Gradebook, progress: @Sendable (PublishProgress) -> Void = { _ in }
  ) async throws -> PublishReport {
    guard try await store.quietPeriodEnd(in: gradebook) != nil else { return PublishReport() }
    let lock = try await lock { progress(.waiting) }
    defer { lock.release() }
    var settler = settler(of: gradebook)
    try await settler.confirm(progress: progress)
    return settler.report
  }

  /// Reads the cells whose requests have no known end until all of them are settled: from time to time
  /// during the quiet period, and after it. Returns what became of them.
  ///
  /// - Parameter waits: called before each pause with the end of the last quiet period.
  public func waitUntilConfirmed(
    in gradebook: Gradebook, clock: RequestClock, waits: @Sendable (Date) -> Void = { _ in }
  ) async throws -> PublishReport {
    var settled = PublishReport()
    var pause = Duration.seconds(1)
    while let end = try await store.quietPeriodEnd(in: gradebook) {
      let now = store.now()
      do {
        let report = try await confirm(in: gradebook)
        settled.add(report)
        guard report.confirmAfter != nil else { break }
      } catch let error as GradesError where error.scope == .service && now <= end {}
      waits(end)
      let rest = Duration.seconds(max(0, end.timeIntervalSince(store.now()))) + .milliseconds(1)
      try await clock.pause(min(pause, rest))
      pause = min(pause * 2, .seconds(15))
    }
    return settled
  }

  /// Whether another process, or another task of this one, publishes now.
  public var isBusy: Bool {
    let file = FileLock.file(beside: store.file)
    // Without the file of the lock, no process has published yet.
    guard FileManager.default.fileExists(atPath: file.path) else { return false }
    do {
      guard let lock = try FileLock.take(file) else { return true }
      lock.release()
      return false
    } catch {
      return false
    }
  }

  /// The right to publish, which one process, and one task in it, holds at a time: while requests are under way,
  /// which may take minutes, but never while a person decides. `whenHeld` is called before a wait for another one.
  private func lock(whenHeld: () -> Void) async throws -> FileLock {
    do {
      return try await FileLock.acquire(FileLock.file(beside: store.file), whenHeld: whenHeld)
    } catch is SystemError {
      throw DraftStoreError.notAccessible(store.file)
    }
  }

  private func settler(of gradebook: Gradebook) -> DraftSettler {
    DraftSettler(
      store: store, reader: CellReader(api: api, gradebook: gradebook, language: language),
      gradebook: gradebook)
  }
}
