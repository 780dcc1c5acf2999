import GradesClient

/// One application of a plan, from its first request to the last reading.
struct StructureRun {
  let course: GradesAPI.Course
  /// What a person has seen.
  let plan: StructurePlan
  /// What of it is to be done.
  let work: StructurePlan
  /// What was written to the disk; nil where nothing can be lost.
  let backup: StructureBackup?
  let backups: StructureBackups
  var outcome = StructureOutcome()
  /// Whether the last request may have been carried out: no reading has shown that it was not.
  private(set) var isUnknown = false
  /// Whether the backup may be all that is left of something.
  var mayHaveLost: Bool { isUnknown || !sent.isEmpty }
  /// The items that it has changed.
  private(set) var sent: Set<ItemIdentifier> = []
  private(set) var done = 0

  /// Sends what is to be done, then reads the course once more.
  mutating func apply(
    progress: (PublishProgress) -> Void
  ) async throws -> StructureOutcome {
    let phases = [work.creations, work.updates, work.deletions]
    let total = phases.joined().reduce(0) { $0 + $1.count }
    for phase in phases where !phase.isEmpty {
      guard try await isUntouched(before: phase) else { break }
      progress(.sending(done, of: total))
      for (index, step) in phase.enumerated() {
        let touched = index == 0 ? phase.flatMap(\.identifiers) : step.identifiers
        guard try await isBackedUp(touched), try await send(step) else { break }
        done += step.count
        progress(.sending(done, of: total))
      }
      guard outcome.failure == nil, outcome.foreign.isEmpty else { break }
    }
    progress(.verifying)
    do {
      report(try await read())
    } catch let error as GradesError
      where error != .cancelled && !(sent.isEmpty && outcome.failure == nil)
    {
      outcome.failure = outcome.failure ?? error
    }
    return outcome
  }

  /// Whether no other user has changed anything; read just before the phase's first request.
  private mutating func isUntouched(before phase: [StructureStep]) async throws -> Bool {
    try await untouched { run in
      run.plan.foreignChanges(in: try await run.read(), besides: run.sent)
    }
  }

  /// Whether the values that requests may delete are those in the backup; read just before the
  /// first one. What is new goes into the backup, and a person decides again.
  private mutating func isBackedUp(_ touched: [ItemIdentifier]) async throws -> Bool {
    let items = work.lostValues.intersection(touched)
    guard !items.isEmpty else { return true }
    return try await untouched { run in
      let now = StructureBackup.values(try await run.course.values.group(.all), of: items)
      let changed = run.changedItems(now, of: items)
      if !changed.isEmpty, var backup = run.backup, let file = run.outcome.backup {
        backup.values.merge(now) { _, now in now }
        // Where it cannot be written, the earlier one stays, and so do the values.
        _ = try? await run.backups.write(backup, over: file)
      }
      return changed.map { StructureForeignChange(identifier: $0, kind: .values) }
    }
  }

  /// Whether a reading shows nothing that others have changed.
  private mutating func untouched(
    _ changes: (StructureRun) async throws -> [StructureForeignChange]
  ) async throws -> Bool {
    do {
      outcome.foreign = try await changes(self)
      if !outcome.foreign.isEmpty, sent.isEmpty { throw StructureRefusal.changed(outcome.foreign) }
      return outcome.foreign.isEmpty
    } catch let error as GradesError where error != .cancelled && !sent.isEmpty {
      outcome.failure = error
      return false
    }
  }

  /// The items with other values or notes than in the backup. What is computed follows from other
  /// items, also from those that this run has deleted: of it, only the notes count.
  private func changedItems(
    _ now: [GradeCell: RecordedValue], of items: Set<ItemIdentifier>
  ) -> [ItemIdentifier] {
    let computed = Set(work.definitions.map(\.item).filter { !$0.isEditable }.map(\.identifier))
    let before = backup?.values ?? [:]
    let changed = Set(before.keys).union(now.keys).filter { cell in
      before[cell]?.note != now[cell]?.note
        || before[cell]?.value != now[cell]?.value && !computed.contains(cell.identifier)
    }
    return items.intersection(changed.map(\.identifier)).sorted()
  }

  /// Sends a request once; after a failure, the course shows whether it was carried out. Returns whether
  /// it was.
  private mutating func send(_ step: StructureStep, isRepeated: Bool = false) async throws -> Bool {
    isUnknown = true
    do {
      try await step.send(to: course.definitions)
      sent.formUnion(step.identifiers)
      isUnknown = false
      return true
    } catch let failure as GradesError where failure != .cancelled {
      // A second 401, with a new token, is about the user.
      let error = isRepeated && failure == .tokenReplaced ? .notPermitted : failure
      // Without an earlier request, a refusal has changed nothing.
      let isNothing = sent.isEmpty && error.isRefusal
      let definitions: [ItemDefinition]
      do {
        definitions = try await read()
      } catch let second as GradesError where second != .cancelled {
        if isNothing { throw error }
        sent.formUnion(step.identifiers)
        outcome.failure = error
        return false
      }
      isUnknown = false
      if step.isDone(in: plan.items(of: definitions)) {
        sent.formUnion(step.identifiers)
        return true
      }
      // Of two users who make an item of the same name, one sees what the other has made.
      outcome.foreign = plan.foreignChanges(in: definitions, besides: sent)
      if isNothing {
        throw outcome.foreign.isEmpty ? error : StructureRefusal.changed(outcome.foreign)
      }
      // The service has rejected the expired token, not the request.
      if error == .tokenReplaced, !isRepeated, outcome.foreign.isEmpty {
        return try await send(step, isRepeated: true)
      }
      outcome.failure = error
      return false
    }
  }

  private func read() async throws -> [ItemDefinition] {
    try await course.definitions.structure()
  }

  /// Compares what the course has now with what was to be done.
  private mutating func report(_ definitions: [ItemDefinition]) {
    let remaining = StructurePlan(
      course: plan.course, semester: plan.semester, file: plan.file, definitions: definitions,
      rows: [])
    func done(_ wanted: [ItemIdentifier], except left: [ItemIdentifier]) -> [ItemIdentifier] {
      let left = Set(left)
      return wanted.filter { !left.contains($0) }
    }
    outcome.remaining = remaining
    // What is there in another form is not ours, or not as planned.
    let others = remaining.additions.map(\.identifier) + remaining.changes.map(\.item.identifier)
    outcome.created = done(work.additions.map(\.identifier), except: others)
    outcome.updated = done(work.changes.map(\.item.identifier), except: others)
    outcome.removed = done(
      work.removals.map(\.item.identifier), except: remaining.removals.map(\.item.identifier))
  }
}

extension GradesError {
  /// Whether the service, or what is before it, has refused a request, which has changed nothing.
  fileprivate var isRefusal: Bool {
    if effect == .nothing || refusesContent { return true }
    return self == .notFound || self == .conflict
  }
}
