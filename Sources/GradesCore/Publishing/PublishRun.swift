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

  /// Sends the changes of a review whose cells still hold what was shown.
  mutating func publish(_ changes: [ReviewedChange], policy: ConflictPolicy) async throws {
    // These cells are reported again now.
    let touched = Set(changes.map(\.cell))
    settler.report.conflicts.removeAll { touched.contains($0.cell) }
    settler.report.unpublished.removeAll { touched.contains($0.cell) }
    let ready = try await resolve(try await waiting(changes), policy: policy)
    guard !ready.isEmpty else { return }
    let notifies = notify && ready.contains { !isSilent($0.cell, $0.draft.origin) }
    var sending = BatchSending(
      batch: try await store.beginBatch(in: gradebook, notify: notifies), total: ready.count)
    settler.report.batch = sending.batch
    settler.report.notified = notifies
    try await send(ready, &sending)
    try await verify()
  }

  // MARK: Before sending

  /// The changes whose drafts still wait as they were reviewed; reports what became of the others.
  mutating func waiting(_ changes: [ReviewedChange]) async throws -> [ReviewedChange] {
    let stored = try await store.drafts(in: gradebook)
    let waiting = Set(stored.filter { $0.state != .unconfirmed }.map(\.id))
    let unconfirmed = Dictionary(
      stored.filter { $0.state == .unconfirmed }.map { ($0.cell, $0) }, uniquingKeysWith: { $1 })
    var rest: [ReviewedChange] = []
    var gone: [Draft] = []
    for change in changes {
      if let sent = unconfirmed[change.cell] {
        settler.report.leaveUnconfirmed(sent)
      } else if waiting.contains(change.draft.id) {
        rest.append(change)
      } else {
        gone.append(change.draft)
      }
    }
    try await settler.reportGone(gone, progress: progress)
    return rest
  }

  /// Settles all changes that are not sent and returns the rest, each over the value that was shown, or over
  /// another user's if the policy overwrites it.
  private mutating func resolve(
    _ changes: [ReviewedChange], policy: ConflictPolicy
  ) async throws -> [ReviewedChange] {
    guard !changes.isEmpty else { return [] }
    let comparison = try await compare(changes)
    try await settler.settle(comparison)
    let conflicts = comparison.conflicts
    switch policy {
    case .mine: return comparison.ready + conflicts.map { $0.change.over($0.conflict) }
    case .theirs:
      settler.report.gaveWay += conflicts.map(\.change.cell)
      try await store.settle(conflicts.map { .dropped($0.change.draft) })
    case .leave:
      settler.report.conflicts += conflicts.map(\.conflict)
      try await store.settle(
        conflicts.map { .waiting($0.change.draft, DraftReason(.conflict)) })
    }
    return comparison.ready
  }

  private mutating func compare(_ changes: [ReviewedChange]) async throws -> DraftComparison {
    progress(.reading)
    async let definitions = api.course(gradebook).definitions.all()
    let reading = try await reader.read(changes.map(\.cell))
    hiddenItems = try await definitions.hiddenItems
    let grid = CellGrid(
      definitions: try await definitions, students: Array(reading.students.values),
      values: reading.values)
    var comparison = DraftComparison(changes, over: grid)
    let authors = try await reader.authors(of: comparison.conflicts.map(\.conflict))
    for index in comparison.conflicts.indices {
      guard let author = authors[comparison.conflicts[index].change.cell] else { continue }
      comparison.conflicts[index].conflict.theirs.author = author
    }
    return comparison
  }

  // MARK: After sending

  /// Reads what the service has accepted.
  ///
  /// A success (2xx) ends a request, so the service had the value. Where a third value is found, another
  /// user has written it since, which is a conflict at once. Where the old value is found, the service has
  /// accepted the request and may still be saving it.
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
    let isChanged = { (draft: Draft) in
      !draft.edit.isBased(on: reading[draft.cell])
        || reading.unknownStudents.contains(draft.cell.username)
    }
    let notThere = DraftReason(.notThere)
    try await settle(sent.filter(isChanged), by: reading, isFinal: true) { _ in notThere }
    try await settle(sent.filter { !isChanged($0) }, by: reading, isFinal: false) { _ in notThere }
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
    _ sent: [Draft], by reading: CellReading, isFinal: Bool, keeping keeps: Bool = false,
    reason: (Draft) -> DraftReason?
  ) async throws -> [Draft] {
    let before = report.published.count
    let missing = try await settler.settle(
      sent, by: reading, isFinal: isFinal, keeping: keeps, reason: reason)
    if notify {
      settler.report.notifiedStudents.formUnion(
        report.published[before...].filter { !isSilent($0.cell, $0.origin) }.map(\.cell.username))
    }
    return missing
  }

  /// Whether students are not notified of a change.
  func isSilent(_ cell: GradeCell, _ origin: ChangeOrigin?) -> Bool {
    hiddenItems.contains(cell.identifier) || !notifiesRestored && origin?.isSilent == true
      || notified.contains(cell.username)
  }
}

extension ReviewedChange {
  /// The change over another user's value, which it overwrites.
  fileprivate func over(_ conflict: Conflict) -> ReviewedChange {
    var change = self
    change.draft.edit = conflict.overTheirs
    change.shown = conflict.theirs
    return change
  }
}
