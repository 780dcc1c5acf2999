import Foundation
import GradesClient

/// One publishing of reviewed changes, from the first reading to the last.
struct PublishRun {
  let api: GradesAPI
  let notify: Bool
  /// Whether students are notified of restored values, too.
  let notifiesRestored: Bool
  /// The students who were notified by the publishing that this one continues; once is enough.
  let notified: Set<Username>
  let batchSize: Int
  /// How many seconds the service may take to carry out a request.
  let quietPeriod: TimeInterval
  let progress: @Sendable (PublishProgress) -> Void
  var settler: DraftSettler
  /// Sent without an error, not yet seen.
  var unverified: [Draft] = []
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
    let notifies = notify && ready.contains { !isSilent($0.draft.edit) }
    var sending = BatchSending(
      batch: try await store.beginBatch(in: gradebook, notify: notifies), total: ready.count)
    settler.report.batch = sending.batch
    settler.report.notified = notifies
    try await send(ready, &sending)
    try await verify()
  }

  // MARK: Before sending

  /// The rows whose drafts still wait as they were reviewed; reports what became of the others.
  mutating func waiting(_ rows: [Review.Row]) async throws -> [Review.Row] {
    let stored = try await store.drafts(in: gradebook)
    let waiting = Set(stored.filter { !$0.isUnconfirmed }.map(\.id))
    let unconfirmed = Dictionary(
      stored.filter(\.isUnconfirmed).map { ($0.cell, $0) }, uniquingKeysWith: { $1 })
    var rest: [Review.Row] = []
    var gone: [Draft] = []
    for row in rows {
      if let sent = unconfirmed[row.cell] {
        settler.report.rows.append(Review.Row(sent, sent.sentVerdict))
      } else if waiting.contains(row.id) {
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
    let reading = try await reader.read(rows.map(\.cell))
    hiddenItems = try await definitions.hiddenItems
    let grid = reader.grid(reading, of: try await definitions)
    let compared = rows.map { $0.compared(with: grid) }
    let theirs = Dictionary(
      compared.compactMap { row in row.theirs.map { (row.cell, $0) } }, uniquingKeysWith: { $1 })
    let authors = try await reader.authors(of: theirs)
    var ready: [Review.Row] = []
    var settled: [Review.Row] = []
    for row in compared {
      switch row.verdict {
      case .ready: ready.append(row.over(reading[row.cell]))
      case .conflict(var theirs):
        theirs.author = authors[row.cell] ?? theirs.author
        switch policy {
        case .mine: ready.append(row.over(theirs))
        case .theirs: settled.append(Review.Row(row.draft, .gaveWay))
        case .leave: settled.append(Review.Row(row.draft, .conflict(theirs: theirs)))
        }
      case .alreadyThere: settled.append(settler.fulfilledRow(row.draft, reading[row.cell]))
      default: settled.append(row)
      }
    }
    try await settler.settle(settled)
    return ready
  }

  // MARK: After sending

  /// Reads what the service has accepted.
  private mutating func verify() async throws {
    guard !unverified.isEmpty else { return }
    progress(.verifying)
    let sent = withQuietPeriod(unverified)
    unverified = []
    let reading: CellReading
    do { reading = try await reader.read(sent.map(\.cell)) } catch let error as GradesError
      where error != .cancelled
    {
      return try await settler.leaveUnconfirmed(sent, DraftReason(.unconfirmed))
    }
    try await settle(sent, by: reading, after: .accepted, DraftReason(.notThere))
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

  /// Settles drafts of this run, and counts the students who were notified.
  @discardableResult
  mutating func settle(
    _ sent: [Draft], by reading: CellReading, after end: RequestEnd, keeping keeps: Bool = false,
    _ reason: DraftReason
  ) async throws -> [Draft] {
    let before = report.published.count
    let missing = try await settler.settle(
      sent, by: reading, after: end, keeping: keeps, reason)
    if notify {
      settler.report.notifiedStudents.formUnion(
        report.published[before...].filter { !isSilent($0) }.map(\.cell.username))
    }
    return missing
  }

  /// Whether students are not notified of a change.
  func isSilent(_ edit: DraftEdit) -> Bool {
    hiddenItems.contains(edit.cell.identifier)
      || !notifiesRestored && edit.origin?.isSilent == true
      || notified.contains(edit.cell.username)
  }
}
