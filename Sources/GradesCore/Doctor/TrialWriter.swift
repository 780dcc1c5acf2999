import GradesClient
import JSON

/// Writes into the cell of a trial: reads it before and after each request, and keeps the record on the disk.
struct TrialWriter {
  let trial: DoctorTrial
  private(set) var record: TrialRecord
  /// Whether the service wants the times that were read.
  var sendsTimes = false
  /// Whether it writes what the cell had before. The file on the disk is enough for that, should it be full now.
  var restores = false

  init(_ trial: DoctorTrial, _ record: TrialRecord) {
    self.trial = trial
    self.record = record
  }

  /// The cell has content that is not the trial's own.
  struct CellChanged: Error {
    let content: TrialContent
  }

  /// What a request has led to.
  struct Outcome {
    let response: ServiceResponse
    let before: TrialContent
    let after: TrialContent
  }

  /// Saves a value and a note, unless the cell has what others have written. Throws ``CellChanged``, a
  /// ``TrialProblem``, or a ``GradesError`` after which nothing is known of the request.
  ///
  /// - Parameter entries: makes what is sent of the entry of the cell.
  mutating func save(
    _ value: JSONValue, note: String?, as entries: (JSONValue) -> [JSONValue] = { [$0] }
  ) async throws -> Outcome {
    do { return try await saveOnce(value, note: note, as: entries) } catch GradesError.tokenReplaced
    {}
    // Others may have written since the cell was read.
    do {
      return try await saveOnce(value, note: note, as: entries)
    } catch GradesError.tokenReplaced { throw GradesError.notPermitted }
  }

  private mutating func saveOnce(
    _ value: JSONValue, note: String?, as entries: (JSONValue) -> [JSONValue]
  ) async throws -> Outcome {
    let cell = record.cell
    let before = try await trial.content(of: cell)
    guard record.owns(before, within: trial.quietPeriod) else { throw CellChanged(content: before) }
    let previous = record.last
    record.last = .init(before: before, value: value, note: note, time: trial.clock.now())
    do { try await store() } catch {
      // It is not sent.
      record.last = previous
      throw error
    }
    let response: ServiceResponse
    do {
      response = try await trial.save(
        entries(cell.entry(value, note, time: sendsTimes ? before.time : .null)), in: cell)
    } catch let error as GradesError where error.endsRequest || error.provesNothingHappened {
      record.last?.isEnded = true
      if error == .tokenReplaced || error.provesNothingHappened { record.last?.after = before }
      throw error
    }
    record.last?.isEnded = true
    let after = try await trial.content(of: cell)
    guard
      record.note(after, isSuccess: response.isSuccess, within: trial.quietPeriod)
    else { throw CellChanged(content: after) }
    try await store()
    return Outcome(response: response, before: before, after: after)
  }

  private func store() async throws {
    do { try await trial.backup.write(record) } catch  where restores {}
  }
}
