import Files
import Foundation
import GradesClient

/// Changes a course's structure as a plan says, the only way in which this program changes it (Product rules,
/// A course's structure).
///
/// What could be lost is backed up before the first request. A request without a response is never sent again
/// before the course was read, and what others changed since the plan was made is never overwritten. Applying
/// the same plan or file again goes on where an application ended.
public struct StructureApplier: Sendable {
  private let api: GradesAPI
  private let backups: StructureBackups
  private let host: String
  private let now: @Sendable () -> Date

  /// Makes an applier.
  ///
  /// - Parameters:
  ///   - host: the host's name, for the backups.
  ///   - now: the time, for the backups.
  public init(
    api: GradesAPI, backups: StructureBackups, host: String,
    language: ServiceLanguage = .english, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.api = api.with(language: language)
    self.backups = backups
    self.host = host
    self.now = now
  }

  /// Compares what a course is to have with what it has; reads the students' values only where something
  /// would change.
  ///
  /// - Parameter known: the definitions that the file was made of, so that what others change in between is no part
  ///   of the plan; nil: those that the course has now.
  public func plan(
    for file: StructureFile, of course: CourseCode, in semester: SemesterCode,
    over known: [ItemDefinition]? = nil
  ) async throws -> StructurePlan {
    let definitions: [ItemDefinition]
    if let known {
      definitions = known
    } else {
      definitions = try await api.course(course, in: semester).definitions.structure()
    }
    let plan = StructurePlan(
      course: course, semester: semester, file: file, definitions: definitions, rows: [])
    guard plan.needsValues else { return plan }
    let rows = try await rows(of: plan)
    // Formulas of many students take a while.
    return await onOwnThread {
      StructurePlan(
        course: course, semester: semester, file: file, definitions: definitions, rows: rows)
    }
  }

  /// Applies a plan that a person has seen.
  ///
  /// Throws a ``StructureRefusal``, a ``StructureBackups/Problem``, a ``GradesError`` or
  /// `CancellationError`; unless cancelled, it has changed nothing then. Everything else is in the outcome.
  ///
  /// - Parameter allowed: the items with values that may be removed.
  public func apply(
    _ plan: StructurePlan, removing allowed: Set<ItemIdentifier> = [],
    progress: @Sendable (StructureProgress) -> Void = { _ in }
  ) async throws -> StructureOutcome {
    let lock = try await lock { progress(.waiting) }
    defer { lock.release() }
    progress(.reading)
    let definitions = try await api.course(plan.course, in: plan.semester).definitions.structure()
    let foreign = plan.foreignChanges(in: definitions)
    guard foreign.isEmpty else { throw StructureRefusal.changed(foreign) }
    // What an earlier application has done is done.
    let rest = try await rest(of: plan, in: definitions)
    let refused = rest.work.guardedRemovals.filter { !allowed.contains($0.item.identifier) }
    guard refused.isEmpty else { throw StructureRefusal.removals(refused) }
    var run = StructureRun(api: api, plan: plan, work: rest.work)
    if let backup = StructureBackup(rest.work, rows: rest.rows, host: host, at: now()) {
      run.backedUp = backup.values
      run.outcome.backup = try await backups.write(backup)
    }
    do {
      return try await run.apply(progress: progress)
    } catch let error where !error.isCancellation {
      // Nothing was sent, or the service has refused it: nothing can be lost.
      if let backup = run.outcome.backup { await backups.remove(backup) }
      throw error
    }
  }

  /// What is left of a plan, with the values that it touches.
  private func rest(
    of plan: StructurePlan, in definitions: [ItemDefinition]
  ) async throws -> (work: StructurePlan, rows: [GroupRow]) {
    @Sendable func rest(_ rows: [GroupRow]) -> StructurePlan {
      StructurePlan(
        course: plan.course, semester: plan.semester, file: plan.file, definitions: definitions,
        rows: rows, estimating: false)
    }
    let work = rest([])
    guard !work.lostValues.isEmpty else { return (work, []) }
    let rows = try await rows(of: plan)
    return (await onOwnThread { rest(rows) }, rows)
  }

  private func rows(of plan: StructurePlan) async throws -> [GroupRow] {
    try await api.course(plan.course, in: plan.semester).values.group(.all)
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
