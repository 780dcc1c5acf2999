import GradesClient
import JSON

/// The requests of a trial and what they show.
struct TrialAnswers {
  private(set) var writer: TrialWriter
  private(set) var findings: [DoctorFinding] = []
  private var cell: TrialCell { writer.record.cell }

  init(_ writer: TrialWriter) { self.writer = writer }

  mutating func find() async throws {
    guard try await save() else { return }
    try await omitNote()
    try await clear()
    try await exceed()
    try await failInPart()
  }

  /// The service fails, or accepts no more requests.
  struct ServiceFails: Error {}

  /// Saves a value; false where that is refused in any way.
  private mutating func save() async throws -> Bool {
    let value = cell.written[0]
    // Twice: a cell without a value has no time that the service could want.
    var outcome = try await writer.save(value, note: TrialCell.note)
    if outcome.response.isSuccess {
      outcome = try await writer.save(value, note: TrialCell.note)
    }
    let first = outcome.response.status
    if Self.refusals.contains(first) {
      writer.sendsTimes = true
      outcome = try await writer.save(value, note: TrialCell.note)
    }
    let response = outcome.response
    guard response.isSuccess else {
      let isForbidden = response.failure == .notPermitted
      if isForbidden { add(.oneToken, .warning, ["\(response.status)"], .writingRefused) }
      add(
        .saving, .failed, ["\(response.status)"],
        isForbidden ? .writingRefused : response.failure.map(DoctorProblem.failure))
      return false
    }
    // The cell was read with the same token.
    add(.oneToken, .ok, ["\(response.status)"], nil)
    let isThere = outcome.after.value.isSame(as: value) && outcome.after.note == TrialCell.note
    add(
      .saving, isThere ? .ok : .failed, ["\(response.status)"],
      isThere ? nil : .otherThanAssumed)
    add(
      .timestamp, writer.sendsTimes ? .warning : .ok, ["null: \(first)"],
      writer.sendsTimes ? .wantsReadTimes : nil)
    return isThere
  }

  /// What a service may answer that wants the times which were read.
  static let refusals: Set<Int> = [400, 409, 412, 422]

  private mutating func omitNote() async throws {
    let outcome = try await writer.save(cell.written[0], note: nil) { entry in
      var entry = entry
      entry["note"] = nil
      return [entry]
    }
    let isErased = outcome.after.note == nil
    try add(.omittedNote, outcome, isErased ? "erased" : "kept", isAssumed: isErased)
  }

  private mutating func clear() async throws {
    let outcome = try await writer.save(.null, note: TrialCell.note)
    let isCleared = outcome.after.value == .null
    try add(.nullValue, outcome, isCleared ? "cleared" : "kept", isAssumed: isCleared)
  }

  private mutating func exceed() async throws {
    guard let value = cell.tooLarge else {
      return add(.bounds, .notTried, [], .notEnoughData)
    }
    let outcome = try await writer.save(value, note: TrialCell.note)
    let isStored = outcome.after.value.isSame(as: value)
    try add(.bounds, outcome, isStored ? "stored" : "not stored", isAssumed: isStored)
  }

  /// A student who does not exist makes a part of the request invalid.
  private mutating func failInPart() async throws {
    let outcome = try await writer.save(cell.written.last ?? .null, note: nil) { entry in
      var invalid = entry
      invalid["studentUsername"] = .string("grades-doctor-0")
      return [entry, invalid]
    }
    let isStored = !outcome.after.isSame(as: outcome.before)
    try add(
      .partialFailure, outcome, isStored ? "a part stored" : "nothing stored",
      isAssumed: !isStored, succeeds: false)
  }

  /// Adds what a request shows. Throws ``ServiceFails`` when the service should get no further one.
  private mutating func add(
    _ question: DoctorQuestion, _ outcome: TrialWriter.Outcome, _ observed: String,
    isAssumed: Bool, succeeds: Bool = true
  ) throws {
    let status = outcome.response.status
    let isAssumed = isAssumed && outcome.response.isSuccess == succeeds
    add(
      question, isAssumed ? .ok : .warning, ["\(status) \(observed)"],
      isAssumed ? nil : .otherThanAssumed)
    if status == 429 || status >= 500 { throw ServiceFails() }
  }

  private mutating func add(
    _ question: DoctorQuestion, _ outcome: DoctorFinding.Outcome, _ observed: [String],
    _ problem: DoctorProblem?
  ) {
    findings.append(DoctorFinding(.question(question), outcome, observed, problem: problem))
  }
}
