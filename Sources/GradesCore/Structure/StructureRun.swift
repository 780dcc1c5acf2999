import GradesClient

/// One application of a plan, from its first request to the last reading.
struct StructureRun {
  let course: GradesAPI.Course
  /// What a person has seen.
  let plan: StructurePlan
  /// What of it is to be done.
  let work: StructurePlan
  /// The values in the backup.
  var backedUp: [StructureBackup.Value] = []
  var outcome = StructureOutcome()
  private var sent: Set<ItemIdentifier> = []
  private var done = 0

  init(api: GradesAPI, plan: StructurePlan, work: StructurePlan) {
    course = api.course(plan.course, in: plan.semester)
    self.plan = plan
    self.work = work
  }

  /// Sends what is to be done, then reads the course once more.
  mutating func apply(
    progress: (StructureProgress) -> Void
  ) async throws -> StructureOutcome {
    let phases = [work.creations, work.updates, work.deletions]
    let total = phases.joined().reduce(0) { $0 + $1.count }
    for phase in phases where !phase.isEmpty {
      guard try await isUntouched(before: phase) else { break }
      progress(.sending(done, of: total))
      for step in phase {
        guard try await send(step) else { break }
        done += step.count
        progress(.sending(done, of: total))
      }
      guard outcome.failure == nil else { break }
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
    do {
      if !sent.isEmpty, phase.contains(where: { !$0.identifiers.allSatisfy(isSafe) }) {
        let rows = try await course.values.group(.all)
        outcome.foreign = changedValues(StructureBackup.values(rows, of: work.lostValues))
      }
      outcome.foreign += plan.foreignChanges(in: try await read(), besides: sent)
      if !outcome.foreign.isEmpty, sent.isEmpty { throw StructureRefusal.changed(outcome.foreign) }
      return outcome.foreign.isEmpty
    } catch let error as GradesError where error != .cancelled && !sent.isEmpty {
      outcome.failure = error
      return false
    }
  }

  /// Whether an item's values survive.
  private func isSafe(_ item: ItemIdentifier) -> Bool { !work.lostValues.contains(item) }

  /// The items whose values are others than those in the backup.
  private func changedValues(_ values: [StructureBackup.Value]) -> [StructureForeignChange] {
    func content(_ values: [StructureBackup.Value]) -> [GradeCell: RecordedValue] {
      Dictionary(values.map { ($0.cell, $0.recorded) }, uniquingKeysWith: { first, _ in first })
    }
    let (before, now) = (content(backedUp), content(values))
    let none = RecordedValue(value: nil)
    let changed = Set(before.keys).union(now.keys).filter { cell in
      !(before[cell] ?? none).hasContent(of: now[cell] ?? none)
    }
    return Set(changed.map(\.identifier)).sorted().map { StructureForeignChange($0, .values) }
  }

  /// Sends a request once; after a failure, the course shows whether it was carried out. Returns whether
  /// it was.
  private mutating func send(_ step: StructureStep, isRepeated: Bool = false) async throws -> Bool {
    do {
      try await step.send(to: course.definitions)
      sent.formUnion(step.identifiers)
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
    if provesNothingHappened || refusesContent { return true }
    switch self {
    case .notFound, .conflict: return true
    default: return false
    }
  }
}
