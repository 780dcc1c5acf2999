import GradesClient

/// One publishing, from the first reading to the last.
struct PublishRun {
  let api: any GradesAPI
  let store: DraftStore
  let reader: CellReader
  let gradebook: Gradebook
  let notify: Bool
  let batchSize: Int
  let progress: @Sendable (PublishProgress) -> Void
  var report = PublishReport()
  /// Sent without an error, not yet seen.
  var unverified: [Draft] = []

  init(
    api: any GradesAPI, store: DraftStore, reader: CellReader, gradebook: Gradebook, notify: Bool,
    batchSize: Int, progress: @escaping @Sendable (PublishProgress) -> Void
  ) {
    self.api = api
    self.store = store
    self.reader = reader
    self.gradebook = gradebook
    self.notify = notify
    self.batchSize = batchSize
    self.progress = progress
  }

  // MARK: The three tasks

  /// Reads the cells of requests that an earlier run sent and did not verify.
  mutating func recover() async throws {
    let cutOff = try await store.drafts(in: gradebook).filter { $0.state == .sending }
    guard !cutOff.isEmpty else { return }
    progress(.reading)
    try await settle(cutOff, by: try await reader.read(cutOff.map(\.cell)), else: .interrupted)
  }

  mutating func publish(_ wanted: [Draft]?, policy: ConflictPolicy) async throws {
    var drafts = try await waitingDrafts(nil)
    if let wanted {
      let ids = Set(wanted.map(\.id))
      drafts.removeAll { !ids.contains($0.id) }
    }
    // These cells are reported again now.
    let touched = Set((wanted ?? drafts).map(\.cell))
    report.conflicts.removeAll { touched.contains($0.cell) }
    report.unpublished.removeAll { touched.contains($0.cell) }
    if let wanted { try await lookForGone(wanted, among: drafts) }
    let ready = try await resolve(drafts, policy: policy)
    guard !ready.isEmpty else { return }
    var sending = BatchSending(
      batch: try await store.beginBatch(in: gradebook, notify: notify), total: ready.count)
    report.batch = sending.batch
    report.notified = notify
    try await send(ready, &sending)
    try await verify()
  }

  mutating func preview(_ cells: Set<GradeCell>?) async throws {
    let comparison = try await compare(try await waitingDrafts(cells))
    report.published = comparison.ready.map { $0.change(to: $0.edit.wanted) }
    report.alreadyThere = comparison.fulfilled.map(\.draft.cell)
    report.conflicts = comparison.conflicts.map(\.conflict)
    report.unpublished = comparison.refused.map { .init(cell: $0.draft.cell, reason: $0.reason) }
  }

  // MARK: Before sending

  private func waitingDrafts(_ cells: Set<GradeCell>?) async throws -> [Draft] {
    try await store.drafts(in: gradebook).filter {
      $0.state != .sending && cells?.contains($0.cell) ?? true
    }
  }

  func compare(_ drafts: [Draft]) async throws -> DraftComparison {
    guard !drafts.isEmpty else { return DraftComparison() }
    progress(.reading)
    async let definitions = api.definitions(
      of: gradebook.course, in: gradebook.semester, language: reader.language)
    let reading = try await reader.read(drafts.map(\.cell))
    let grid = CellGrid(
      definitions: try await definitions, students: Array(reading.students.values),
      values: reading.values)
    var comparison = DraftComparison(drafts, over: grid)
    try await nameAuthors(in: &comparison)
    return comparison
  }

  /// Adds the authors of conflicting values, where reading them gave none. Publishing goes on without them.
  private func nameAuthors(in comparison: inout DraftComparison) async throws {
    let unnamed = comparison.conflicts.filter { $0.conflict.theirs.author == nil }
    guard !unnamed.isEmpty else { return }
    do {
      let rows = try await reader.rows(of: Set(unnamed.map(\.draft.cell.username)))
      for index in comparison.conflicts.indices {
        let theirs = comparison.conflicts[index].conflict.theirs
        let row = rows[comparison.conflicts[index].draft.cell]
        // Another value may have another author.
        guard theirs.author == nil, row.value == theirs.value, row.note == theirs.note else {
          continue
        }
        comparison.conflicts[index].conflict.theirs.author = row.author
      }
    } catch let error as GradesError where error != .cancelled {}
  }

  /// Drafts that are no longer stored were published by another process, edited again or discarded; only a
  /// reading shows which.
  private mutating func lookForGone(_ wanted: [Draft], among drafts: [Draft]) async throws {
    let waiting = Set(drafts.map(\.id))
    let found = Set(report.published.map(\.cell))
    let gone = wanted.filter { !waiting.contains($0.id) && !found.contains($0.cell) }
    guard !gone.isEmpty else { return }
    progress(.reading)
    let reading = try await reader.read(gone.map(\.cell))
    for draft in gone {
      if EditStatus(draft.edit, over: reading[draft.cell]).kind == .alreadyThere {
        report.alreadyThere.append(draft.cell)
      } else {
        leaveToOthers(draft)
      }
    }
  }

  /// Reports that a draft was replaced, so that it is not sent.
  mutating func leaveToOthers(_ draft: Draft) {
    report.unpublished.append(.init(cell: draft.cell, reason: DraftReason(.replaced)))
  }

  mutating func settle(_ comparison: DraftComparison) async throws {
    var outcomes: [SettledDraft] = []
    for (draft, there) in comparison.fulfilled {
      // What arrived late is ours and belongs into the history of its batch.
      if draft.batch != nil {
        report.published.append(draft.change(to: there))
        outcomes.append(.published(draft, there: there))
      } else {
        report.alreadyThere.append(draft.cell)
        outcomes.append(.dropped(draft))
      }
    }
    for (draft, reason) in comparison.refused {
      report.unpublished.append(.init(cell: draft.cell, reason: reason))
      outcomes.append(.waiting(draft, reason))
    }
    try await store.settle(outcomes)
  }

  // MARK: After sending

  private mutating func verify() async throws {
    guard !unverified.isEmpty else { return }
    progress(.verifying)
    let sent = unverified
    unverified = []
    do {
      try await settle(sent, by: try await reader.read(sent.map(\.cell)), else: .notThere)
    } catch let error as GradesError where error != .cancelled {
      leaveUnknown(sent)
    }
  }

  /// Reports that the outcome of sent drafts is unknown; they stay marked as being sent.
  mutating func leaveUnknown(_ drafts: [Draft]) {
    report.unpublished += drafts.map {
      .init(cell: $0.cell, reason: DraftReason(.unknownOutcome))
    }
  }

  /// Makes drafts wait again, for one reason.
  mutating func putBack(_ drafts: [Draft], _ reason: DraftReason) async throws {
    report.unpublished += drafts.map { .init(cell: $0.cell, reason: reason) }
    try await store.settle(drafts.map { .waiting($0, reason) })
  }

  /// Stores what a reading shows of sent drafts.
  private mutating func settle(
    _ sent: [Draft], by reading: CellReading, else missing: DraftReason.Code
  ) async throws {
    let sorted = try await settleFound(sent, by: reading)
    try await putBack(sorted, DraftReason(missing))
  }

  /// Stores which sent drafts arrived, or were overwritten by others; returns those whose cells are proved
  /// to hold the old value.
  mutating func settleFound(_ sent: [Draft], by reading: CellReading) async throws -> [Draft] {
    var outcomes: [SettledDraft] = []
    var missing: [Draft] = []
    for draft in sent {
      let there = reading[draft.cell]
      if reading.unknownStudents.contains(draft.cell.username) {
        // The values of a student who left the course cannot be read, not even that they were cleared.
        let reason = DraftReason(.unknownStudent)
        report.unpublished.append(.init(cell: draft.cell, reason: reason))
        outcomes.append(.waiting(draft, reason))
        continue
      }
      switch EditStatus(draft.edit, over: there).kind {
      case .alreadyThere:
        report.published.append(draft.change(to: there))
        if draft.batch == report.batch, notify {
          report.notifiedStudents.insert(draft.cell.username)
        }
        outcomes.append(.published(draft, there: there))
      case .conflict(let conflict):
        report.conflicts.append(conflict)
        outcomes.append(.waiting(draft, DraftReason(.conflict)))
      case .ready, .rejected, .unconfirmed: missing.append(draft)
      }
    }
    try await store.settle(outcomes)
    return missing
  }
}

extension Draft {
  /// The history's entry for the draft.
  fileprivate func change(to there: RecordedValue) -> PublishedBatch.Change {
    .init(
      cell: cell, oldValue: base.value, oldNote: edit.oldNote(beside: there),
      newValue: there.value, newNote: there.note)
  }
}

extension DraftEdit {
  /// The new value of the cell.
  fileprivate var wanted: RecordedValue { RecordedValue(value: value, note: note) }
}
