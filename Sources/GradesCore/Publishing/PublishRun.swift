import Foundation
import GradesClient

/// One publishing of reviewed changes, from the first reading to the last.
struct PublishRun {
  let api: GradesAPI
  let notify: Bool
  let notifiesRestored: Bool
  let notified: Set<Username>
  let batchSize: Int
  let quietPeriod: TimeInterval
  let progress: @Sendable (PublishProgress) -> Void
  var settler: DraftSettler
  /// The number of its batch, once something is to be sent.
  var batch: Int64 = 0
  /// Sent without an error, not yet seen.
  var unverified: [Draft] = []
  /// Requests that the service refused.
  var refusals = 0
  /// Whether further requests would fail too, so that none is sent.
  var isStopped = false
  /// The items that students do not see, as they were read last.
  var hiddenItems: Set<ItemIdentifier> = []

  var store: DraftStore { settler.store }
  var reader: CellReader { settler.reader }
  var gradebook: Gradebook { settler.gradebook }
  var report: PublishReport { settler.report }

  /// Sends the rows of a review whose cells still hold what was shown.
  mutating func publish(_ rows: [Review.Row], policy: ConflictPolicy) async throws {
    // These cells are reported again now.
    settler.report.forget(rows.map(\.cell))
    let ready = try await resolve(try await waiting(rows), policy: policy)
    guard !ready.isEmpty else { return }
    let notifies = notify && ready.contains { !isSilent($0.draft) }
    batch = try await store.beginBatch(in: gradebook, notify: notifies)
    settler.report.batch = batch
    settler.report.notified = notifies
    try await send(ready)
    try await verify()
    guard notify else { return }
    settler.report.notifiedStudents = Set(
      report.rows.filter {
        $0.verdict == .published && $0.draft.batch == batch && !isSilent($0.draft)
      }.map(\.cell.username))
  }

  // MARK: Before sending

  /// The rows whose drafts still wait as they were reviewed; reports what became of the others.
  private mutating func waiting(_ rows: [Review.Row]) async throws -> [Review.Row] {
    let stored = try await store.drafts(in: gradebook)
    let waiting = Set(stored.filter { !$0.isUnconfirmed }.map(\.id))
    let unconfirmed = stored.filter(\.isUnconfirmed).byCell
    var rest: [Review.Row] = []
    var gone: [Draft] = []
    for row in rows {
      if let sent = unconfirmed[row.cell] {
        settler.report.rows.append(Review.Row(sent, sent.sentVerdict))
      } else if waiting.contains(row.draft.id) {
        rest.append(row)
      } else {
        gone.append(row.draft)
      }
    }
    try await settler.reportGone(gone, progress: progress)
    return rest
  }

  /// Settles all rows that are not sent and returns the rest, each over the value that was shown, or over
  /// another user's if the policy overwrites it.
  private mutating func resolve(
    _ rows: [Review.Row], policy: ConflictPolicy
  ) async throws -> [Review.Row] {
    guard !rows.isEmpty else { return [] }
    progress(.reading)
    async let definitions = api.course(gradebook).definitions.all()
    var grid = try await reader.read(rows.map(\.cell))
    grid.definitions = try await definitions
    hiddenItems = grid.definitions.hiddenItems
    let conflicts = rows.filter { $0.compared(with: grid).theirs != nil }
    try await reader.nameAuthors(of: conflicts.map(\.cell), in: &grid)
    var ready: [Review.Row] = []
    var settled: [Review.Row] = []
    for row in rows.map({ $0.compared(with: grid) }) {
      let there = grid[row.cell]
      switch row.verdict {
      case .ready: ready.append(row.over(there))
      case .conflict where policy == .mine: ready.append(row.over(there))
      case .conflict where policy == .theirs: settled.append(Review.Row(row.draft, .gaveWay))
      case .alreadyThere: settled.append(settler.fulfilledRow(row.draft, there))
      default: settled.append(Review.Row(row.draft, row.verdict))
      }
    }
    try await settler.settle(settled)
    return ready
  }

  // MARK: After sending

  private mutating func verify() async throws {
    guard !unverified.isEmpty else { return }
    progress(.verifying)
    let sent = withQuietPeriod(unverified)
    unverified = []
    let reading: CellGrid
    do { reading = try await reader.read(sent.map(\.cell)) } catch let error as GradesError
      where error != .cancelled
    {
      return try await settler.leaveUnconfirmed(sent, DraftReason(.unconfirmed))
    }
    try await settler.settle(sent, by: reading, after: .accepted, DraftReason(.notThere))
  }

  /// Sent drafts whose quiet periods begin now at the latest: their requests may have waited for a token, or
  /// the machine may have been suspended since.
  func withQuietPeriod(_ sent: [Draft]) -> [Draft] {
    let end = store.now().addingTimeInterval(quietPeriod)
    return sent.map { draft in
      var draft = draft
      draft.confirmAfter = max(draft.confirmAfter ?? end, end)
      return draft
    }
  }

  func isSilent(_ draft: Draft) -> Bool {
    hiddenItems.contains(draft.cell.identifier) || !notifiesRestored && draft.isSilent
      || notified.contains(draft.cell.username)
  }
}
