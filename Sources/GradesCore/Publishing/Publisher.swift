import Files
import GradesClient

/// Sends drafts to the service, the only way in which grades change (Product rules, Changing
/// grades).
///
/// One process publishes at a time. A cell counts as published when it was read again and seen; a
/// cell whose request may have been applied is not sent again before a reading proves that it was not, so
/// that no student is notified twice.
public struct Publisher: Sendable {
  let api: any GradesAPI
  let store: DraftStore
  let language: ServiceLanguage
  private let batchSize: Int

  /// Makes a publisher; `batchSize` is the most cells in one request.
  public init(
    api: any GradesAPI, store: DraftStore, language: ServiceLanguage = .english,
    batchSize: Int = 100
  ) {
    self.api = api
    self.store = store
    self.language = language
    self.batchSize = max(1, batchSize)
  }

  /// Publishes drafts of a gradebook: some, or all.
  ///
  /// Of some drafts only these very ones are sent: a cell that was edited again since, perhaps with another
  /// program, was not reviewed.
  ///
  /// Throws a ``GradesError`` when the service fails before anything was sent, a
  /// ``DraftStoreError``, or `CancellationError`; in all cases the drafts are kept, and what was on
  /// its way is read by the next publishing.
  public func publish(
    _ drafts: [Draft]? = nil, in gradebook: Gradebook, notify: Bool,
    conflicts policy: ConflictPolicy = .all(.leave),
    progress: @escaping @Sendable (PublishProgress) -> Void = { _ in }
  ) async throws -> PublishReport {
    if drafts?.isEmpty ?? true {
      guard try await hasDrafts(in: gradebook) else { return PublishReport() }
    }
    let lock = try await lock { progress(.waiting) }
    defer { lock.release() }
    var run = run(in: gradebook, notify: notify, progress: progress)
    try await run.recover()
    try await run.publish(drafts, policy: policy)
    return run.report
  }

  /// Reads cells whose publish was interrupted; sends nothing.
  public func recover(in gradebook: Gradebook) async throws -> PublishReport {
    let isCutOff = try await store.drafts(in: gradebook).contains { $0.state == .sending }
    guard isCutOff else { return PublishReport() }
    let lock = try await lock {}
    defer { lock.release() }
    var run = run(in: gradebook, notify: false, progress: { _ in })
    try await run.recover()
    return run.report
  }

  /// Holds drafts against the service without sending or changing anything: what ``publish`` would
  /// do now. `published` has what would be sent.
  public func preview(_ cells: Set<GradeCell>? = nil, in gradebook: Gradebook) async throws
    -> PublishReport
  {
    guard try await hasDrafts(in: gradebook) else { return PublishReport() }
    var run = run(in: gradebook, notify: false, progress: { _ in })
    try await run.preview(cells)
    return run.report
  }

  /// The right to publish, which one process, and one task in it, holds at a time. Other holders may
  /// need it for minutes; `whenHeld` is called before such a wait.
  private func lock(whenHeld: () -> Void) async throws -> FileLock {
    do {
      return try await FileLock.acquire(FileLock.file(beside: store.file), whenHeld: whenHeld)
    } catch is SystemError {
      throw DraftStoreError.notAccessible(store.file)
    }
  }

  private func hasDrafts(in gradebook: Gradebook) async throws -> Bool {
    try await !store.drafts(in: gradebook).isEmpty
  }

  private func run(
    in gradebook: Gradebook, notify: Bool,
    progress: @escaping @Sendable (PublishProgress) -> Void
  ) -> PublishRun {
    PublishRun(
      api: api, store: store,
      reader: CellReader(api: api, gradebook: gradebook, language: language),
      gradebook: gradebook, notify: notify, batchSize: batchSize, progress: progress)
  }
}
