import Foundation
import GradesClient
import JSON

extension DoctorTrial {
  /// How the restoring of a cell ended.
  public enum Restoring: Hashable, Sendable {
    /// The cell has its value and its note.
    case restored
    /// The cell had no value, and the service does not clear the one that the trial wrote.
    case notCleared(TrialContent)
    /// The cell has something that is not the trial's own, and that stays; so does the file.
    case changedSince(TrialContent)
    /// The cell could not be restored; the file stays.
    case failed(GradesError?)
  }

  /// Restores the cell of an interrupted trial; nil without one.
  ///
  /// A request of that trial may still be carried out after the restoring, so this waits until it cannot be
  /// any more. Throws a ``TrialProblem`` or `CancellationError`.
  ///
  /// - Parameter waits: called before a wait, with its end.
  public func restoreInterrupted(
    waits: @Sendable (Date) async -> Void = { _ in }
  ) async throws -> Restoring? {
    let lock = try backup.lock()
    defer { lock.release() }
    guard let record = try await backup.read() else { return nil }
    guard record.cell.owner == owner else { throw TrialProblem.otherOwner(record.cell) }
    var writer = TrialWriter(self, record)
    return try await restore(with: &writer, waits: waits)
  }

  /// Writes into the cell, answers what that shows, and restores the cell.
  ///
  /// Throws a ``TrialProblem``, or `CancellationError`, after which the next trial restores the cell.
  ///
  /// - Parameter waits: called before a wait for a request without a response, with its end.
  public func run(
    _ cell: TrialCell, waits: @Sendable (Date) async -> Void = { _ in }
  ) async throws -> [DoctorFinding] {
    let lock = try backup.lock()
    defer { lock.release() }
    guard try await backup.read() == nil else { throw TrialProblem.busy }
    var answers = TrialAnswers(TrialWriter(self, TrialRecord(cell)))
    var ending: [DoctorFinding] = []
    do {
      try await answers.find()
    } catch let change as TrialWriter.CellChanged {
      guard answers.writer.record.last != nil else {
        return [DoctorFinding(.trial, .failed, problem: .changedBefore(cell, now: change.content))]
      }
    } catch is TrialAnswers.ServiceFails {
    } catch let error as GradesError where error != .cancelled {
      ending = [DoctorFinding(.question(.saving), .failed, problem: .failure(error))]
    } catch TrialProblem.backupUnwritable(let file, let isFull) {
      ending = [
        DoctorFinding(.files, .failed, problem: .unwritableFile(path: file.path, isFull: isFull))
      ]
    }
    guard answers.writer.record.last != nil else { return answers.findings + ending }
    var writer = answers.writer
    let restoring = try await restore(with: &writer, waits: waits)
    return answers.findings + ending + [finding(for: restoring, of: cell)]
  }

  /// What the restoring of a cell shows.
  public func finding(for restoring: Restoring, of cell: TrialCell) -> DoctorFinding {
    switch restoring {
    case .restored: DoctorFinding(.trial, .ok)
    case .notCleared(let now):
      DoctorFinding(.trial, .warning, problem: .notCleared(cell, now: now))
    case .changedSince(let now):
      DoctorFinding(
        .trial, .failed, problem: .changedSince(cell, now: now, path: backup.file.path))
    case .failed(let error):
      DoctorFinding(
        .trial, .failed, problem: .notRestored(cell, path: backup.file.path, error: error))
    }
  }

  /// Writes the original content where the cell has content of the trial, and reads it again.
  private func restore(
    with writer: inout TrialWriter, waits: @Sendable (Date) async -> Void
  ) async throws -> Restoring {
    writer.restores = true
    let cell = writer.record.cell
    let rest = writer.record.wait(quietPeriod, at: clock.now())
    if rest > 0 {
      await waits(clock.now().addingTimeInterval(rest))
      try await clock.pause(.seconds(rest))
    }
    do {
      if try await content(of: cell).isSame(as: cell.original) { return await finished(.restored) }
      var outcome = try await writer.save(cell.original.value, note: cell.original.note)
      if !writer.sendsTimes, TrialAnswers.refusals.contains(outcome.response.status) {
        writer.sendsTimes = true
        outcome = try await writer.save(cell.original.value, note: cell.original.note)
      }
      if outcome.response.isSuccess, cell.original.note == nil, outcome.after.note != nil {
        // A service that cannot tell null from nothing keeps the note.
        outcome = try await writer.save(cell.original.value, note: "")
      }
      if outcome.after.isSame(as: cell.original) { return await finished(.restored) }
      let isAnswer =
        outcome.response.isSuccess || TrialAnswers.refusals.contains(outcome.response.status)
      if isAnswer, !cell.original.hasValue, outcome.after.hasValue {
        return await finished(.notCleared(outcome.after))
      }
      return .failed(outcome.response.failure)
    } catch let change as TrialWriter.CellChanged {
      return .changedSince(change.content)
    } catch let error as GradesError where error != .cancelled {
      return .failed(error)
    }
  }

  private func finished(_ restoring: Restoring) async -> Restoring {
    await backup.remove()
    return restoring
  }
}
