import Foundation
import GradesClient

/// One publishing of reviewed changes, from the first reading to the last.
struct PublishRun {
  let api: GradesAPI
  let notify: Bool
  /// Whether students are notified of restored values, too.
  let notifiesRestored: Bool
  let batchSize: Int
  /// How many seconds the service may take to carry out a request.
  let quietPeriod: TimeInterval
  let lock: PublishLock
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

  /// Lets other processes publish while a person decides.
  func unlocked<Value: Sendable>(_ decide: () async throws -> Value) async throws -> Value {
    lock.release()
    let decision = try await decide()
    try await lock.acquire { progress(.waiting) }
    return decision
  }

  mutating func compare(_ changes: [ReviewedChange]) async throws -> DraftComparison {
    guard !changes.isEmpty else { return DraftComparison() }
    progress(.reading)
    async let definitions = api.course(gradebook).definitions.all()
    let reading = try await reader.read(changes.map(\.cell))
    hiddenItems = try await definitions.hiddenItems
    let grid = CellGrid(
      definitions: try await definitions, students: Array(reading.students.values),
      values: reading.values)
    var comparison = DraftComparison(changes, over: grid)
    try await nameAuthors(in: &comparison)
    return comparison
  }

  /// Adds the authors of conflicting values, where reading them gave none. Publishing goes on without them.
  private func nameAuthors(in comparison: inout DraftComparison) async throws {
    let unnamed = comparison.conflicts.filter { $0.conflict.theirs.author == nil }
    guard !unnamed.isEmpty else { return }
    do {
      let rows = try await reader.rows(of: Set(unnamed.map(\.change.cell.username)))
      for index in comparison.conflicts.indices {
        let theirs = comparison.conflicts[index].conflict.theirs
        let row = rows[comparison.conflicts[index].change.cell]
        // Another value may have another author.
        guard theirs.author == nil, row.hasContent(of: theirs) else { continue }
        comparison.conflicts[index].conflict.theirs.author = row.author
      }
    } catch let error as GradesError where error != .cancelled {}
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
  }
}
