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
package struct Publisher: Sendable {
  /// How long the service may take to carry out a request, in seconds.
  package static let usualQuietPeriod: TimeInterval = 120

  let api: GradesAPI
  let store: DraftStore
  let language: ServiceLanguage
  private let batchSize: Int
  private let quietPeriod: TimeInterval

  /// - Parameter batchSize: the most cells in one request.
  package init(
    api: GradesAPI, store: DraftStore, language: ServiceLanguage = .english,
    batchSize: Int = 100, quietPeriod: TimeInterval = usualQuietPeriod
  ) {
    self.api = api.with(language: language)
    self.store = store
    self.language = language
    self.batchSize = max(1, batchSize)
    self.quietPeriod = quietPeriod
  }

  // MARK: Reviews

  /// Stores the new changes of a review as drafts and discards those that are no longer wanted. Throws
  /// ``UnconfirmedCells`` after it has stored the others, if cells have become unconfirmed since the review. Returns how
  /// many drafts were discarded.
  @discardableResult
  package func keep(_ review: inout Review) async throws -> Int {
    guard !review.isStored else { return 0 }
    let gradebook = review.gradebook
    let (stored, refusal) = try await store.putOthers(
      review.changes, in: gradebook, from: review.origin)
    review.take(stored)
    if let refusal { throw refusal }
    let discarded =
      review.superseded.isEmpty ? 0 : try await store.discard(review.superseded, in: gradebook)
    review.isStored = true
    return discarded
  }

  /// Publishes the rows of a review, stored as drafts first, and nothing else: a cell that was edited again since,
  /// perhaps with another program, was not reviewed. Without a row to send, settles those that need no request.
  ///
  /// Throws a ``GradesError`` when the service fails before anything was sent, a
  /// ``DraftStoreError``, or `CancellationError`; in all cases the drafts are kept, and what was on
  /// its way is unconfirmed.
  ///
  /// - Parameters:
  ///   - notifyingRestored: whether students are notified of values of a backup, too.
  ///   - notified: the students who were notified by the publishing that this one continues; once is enough.
  package func publish(
    _ review: Review, notify: Bool, notifyingRestored: Bool = false, notified: Set<Username> = [],
    conflicts: ConflictPolicy = .leave,
    progress: @escaping @Sendable (PublishProgress) -> Void = { _ in }
  ) async throws -> PublishReport {
    var review = review
    try await keep(&review)
    let lock = try await lock { progress(.waiting) }
    defer { lock.release() }
    var settler = settler(of: review.gradebook)
    try await settler.confirm(progress: progress)
    try await settler.settle(review.wanted, progress: progress)
    var run = PublishRun(
      api: api, notify: notify, notifiesRestored: notifyingRestored, notified: notified,
      batchSize: batchSize, quietPeriod: quietPeriod, progress: progress, settler: settler)
    try await run.publish(review.rows.filter(review.sends), policy: conflicts)
    return run.report.about(review.wantedCells)
  }

  /// The drafts of a review's cells that are left after a failure or a cancellation. Of those that are unconfirmed, the
  /// service may have the values, or may still save them.
  package func left(of review: Review) async -> [Draft] {
    guard review.isStored else { return [] }
    let cells = Set(review.wanted.map(\.cell))
    // A task of its own: the caller's may have been cancelled, and the result matters then.
    return await Task.detached { [store] in
      let drafts = try? await store.drafts(in: review.gradebook)
      return (drafts ?? []).filter { cells.contains($0.cell) }
    }.value
  }

  /// The drafts of a gradebook with what the service has in their cells; sends nothing. ``confirm(in:progress:)``
  /// comes first where drafts may be settled.
  package func reading(of gradebook: Gradebook) async throws -> (drafts: [Draft], grid: CellGrid) {
    let drafts = try await store.drafts(in: gradebook)
    return (drafts, try await reader(of: gradebook).grid(of: drafts))
  }

  // MARK: Unconfirmed cells

  /// Reads the cells whose requests have no known end, and settles those that it can; sends nothing.
  package func confirm(
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
  package func waitUntilConfirmed(
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
  package var isBusy: Bool {
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
    DraftSettler(reader: reader(of: gradebook))
  }

  private func reader(of gradebook: Gradebook) -> CellReader {
    CellReader(api: api, drafts: store, gradebook: gradebook, language: language)
  }
}

/// What becomes of a conflict that publishing finds.
package enum ConflictPolicy: Sendable {
  case leave
  case mine
  case theirs
}
