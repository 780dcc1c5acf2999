import Files
import Foundation
import GradesClient

/// Changes a course's structure as a plan says, the only way in which this program changes it (Product rules,
/// A course's structure).
///
/// What could be lost is backed up before the first request. A request without a response is never sent again
/// before the course was read, and what others changed since the plan was made is never overwritten. Applying
/// the same plan or file again goes on where an application ended.
package struct StructureApplier: Sendable {
  private let api: GradesAPI
  private let backups: StructureBackups
  private let host: String
  private let owner: @Sendable () async throws -> DraftOwner?
  private let now: @Sendable () -> Date

  /// Makes an applier.
  ///
  /// - Parameter owner: the user, whose changes are no changes of others; nil: files are compared as on another
  ///   computer.
  package init(
    api: GradesAPI, backups: StructureBackups, host: String,
    language: ServiceLanguage = .english,
    owner: @escaping @Sendable () async throws -> DraftOwner? = { nil },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.api = api.with(language: language)
    self.backups = backups
    self.host = host
    self.owner = owner
    self.now = now
  }

  /// Stores what a file of a course is made of, and returns the file that names it.
  package func file(
    _ definitions: [ItemDefinition], of course: CourseCode, in semester: SemesterCode
  ) async -> StructureFile {
    var file = StructureFile(course, semester, definitions)
    let digest = file.digest
    file.base = digest
    await bases(of: file)?.keep(file, as: digest)
    return file
  }

  private func bases(of file: StructureFile) async -> StructureBases? {
    guard let owner = try? await owner(), let course = file.course, let semester = file.semester
    else { return nil }
    return StructureBases(
      in: backups, of: Gradebook(owner: owner, course: course, semester: semester))
  }

  /// Notes where a file and the course are the same now, also by another user or by a run that was killed.
  private func note(_ file: StructureFile, _ now: StructureFile) async {
    guard let digest = file.base, digest != now.digest, now.items.areSame(as: file.items) else {
      return
    }
    await bases(of: now)?.keep(now, as: digest)
  }

  /// Compares a file with what it was made of, and with what the course has now; nil for a file that names nothing.
  private func comparison(
    _ file: StructureFile, _ now: StructureFile
  ) async -> StructureComparison? {
    // A file of another course says nothing of this one.
    guard let digest = file.base, file.course == nil || file.course == now.course,
      file.semester == nil || file.semester == now.semester
    else { return nil }
    let stored = await bases(of: now)?.file(digest)
    let base = stored ?? (now.digest == digest ? now : nil)
    return StructureComparison(file.items, from: base?.items, over: now)
  }

  /// A file with what others have changed in the course since it was made, and the changes of both sides.
  package func updated(
    _ file: StructureFile, of course: CourseCode, in semester: SemesterCode,
    over definitions: [ItemDefinition]
  ) async -> (file: StructureFile, changes: StructureComparison) {
    var updated = await self.file(definitions, of: course, in: semester)
    let changes =
      await comparison(file, updated)
      ?? StructureComparison(file.items, from: nil, over: updated)
    updated.items = changes.items
    // An item that others have removed stays in the file: a person removes it, or adds it again.
    updated = updated.merging(
      changes.conflicts.compactMap { $0.field == nil ? $0.wanted?.sent : nil })
    return (updated, changes)
  }

  /// Compares what a course is to have with what it has, and with what the file was made of; reads
  /// the students' values only where something would change.
  ///
  /// - Parameter known: the definitions that the file was made of, so that what others change in between is no part
  ///   of the plan; nil: those that the course has now.
  package func plan(
    for file: StructureFile, of course: CourseCode, in semester: SemesterCode,
    over known: [ItemDefinition]? = nil
  ) async throws -> StructurePlan {
    let definitions: [ItemDefinition]
    if let known {
      definitions = known
    } else {
      definitions = try await api.course(course, in: semester).definitions.structure()
    }
    let now = StructureFile(course, semester, definitions)
    let comparison = await comparison(file, now)
    await note(file, now)
    return try await plan(withValuesIf: \.needsValues) { rows in
      StructurePlan(
        course: course, semester: semester, file: file, definitions: definitions, rows: rows,
        comparison: comparison)
    }.plan
  }

  /// A plan, made again with the values of all students where they decide something of it.
  private func plan(
    withValuesIf needsValues: (StructurePlan) -> Bool,
    _ make: @escaping @Sendable ([GroupRow]) -> StructurePlan
  ) async throws -> (plan: StructurePlan, rows: [GroupRow]) {
    let plan = make([])
    guard needsValues(plan) else { return (plan, []) }
    let rows = try await api.course(plan.course, in: plan.semester).values.group(.all)
    // Formulas of many students take a while.
    return (await onOwnThread { make(rows) }, rows)
  }

  /// Applies a plan that a person has seen.
  ///
  /// Throws a ``StructureRefusal``, a ``StructureBackups/Problem``, a ``GradesError`` or
  /// `CancellationError`; unless cancelled, it has changed nothing then. Everything else is in the outcome.
  ///
  /// - Parameters:
  ///   - allowed: the items with values that may be removed.
  ///   - isOfFile: whether the plan is that of a file; what is changed in another way, files of the user keep.
  package func apply(
    _ plan: StructurePlan, removing allowed: Set<ItemIdentifier> = [], isOfFile: Bool = false,
    progress: @Sendable (PublishProgress) -> Void = { _ in }
  ) async throws -> StructureOutcome {
    let lock = try await lock { progress(.waiting) }
    defer { lock.release() }
    progress(.reading)
    let definitions = try await api.course(plan.course, in: plan.semester).definitions.structure()
    let foreign = plan.foreignChanges(in: definitions)
    guard foreign.isEmpty else { throw StructureRefusal.changed(foreign) }
    // What an earlier application has done is done.
    let (work, rows) = try await self.plan(withValuesIf: { !$0.lostValues.isEmpty }) { rows in
      StructurePlan(
        course: plan.course, semester: plan.semester, file: plan.file, definitions: definitions,
        rows: rows, estimating: false)
    }
    let refused = work.guardedRemovals.filter { !allowed.contains($0.item.identifier) }
    guard refused.isEmpty else { throw StructureRefusal.removals(refused) }
    let backup = StructureBackup(work, rows: rows, host: host, at: now())
    var run = StructureRun(
      course: api.course(plan.course, in: plan.semester), plan: plan, work: work,
      backup: backup, backups: backups)
    if let backup { run.outcome.backup = try await backups.write(backup) }
    do {
      let outcome = try await run.apply(progress: progress)
      if isOfFile, let definitions = outcome.remaining?.definitions {
        let now = StructureFile(plan.course, plan.semester, definitions)
        await bases(of: now)?.take(run.sent, of: now)
        await note(plan.file, now)
      }
      return outcome
    } catch let error where !error.isCancellation {
      // Nothing was sent, or a reading has shown that it was not carried out: nothing can be lost.
      if let backup = run.outcome.backup, !run.mayHaveLost { await backups.remove(backup) }
      throw error
    }
  }

  private func lock(whenHeld: () -> Void) async throws -> FileLock {
    do {
      try PrivateFolder(of: backups.lock).makeTrusted()
      return try await FileLock.acquire(backups.lock, whenHeld: whenHeld)
    } catch let error as SystemError {
      throw StructureBackups.Problem.unwritable(backups.lock, isFull: error.meansFull)
    }
  }
}
