import GradesClient

/// How far the sending of one batch is.
struct PublishSending {
  let batch: Int64
  let total: Int
  var done = 0
  /// Requests that the service refused.
  var refusals = 0
  /// Whether trying on is useless.
  var isStopped = false

  /// After so many refusals the rest is left alone: the service wants none of it.
  static let mostRefusals = 40
}

extension PublishRun {
  /// Sends drafts in requests of a moderate size until one fails.
  mutating func send(_ drafts: [Draft], _ sending: inout PublishSending) async throws {
    let drafts = drafts.sorted { $0.cell < $1.cell }
    progress(.sending(0, of: sending.total))
    for start in stride(from: 0, to: drafts.count, by: batchSize) {
      let end = min(start + batchSize, drafts.count)
      guard !sending.isStopped else {
        return try await putBack(Array(drafts[start...]), DraftReason(.notTried))
      }
      try await request(Array(drafts[start..<end]), &sending)
      sending.done = end
      progress(.sending(end, of: sending.total))
    }
  }

  /// Sends one request, once.
  private mutating func request(_ drafts: [Draft], _ sending: inout PublishSending) async throws {
    try Task.checkCancellation()
    let sent = try await store.beginSending(drafts, batch: sending.batch)
    guard !sent.isEmpty else { return }
    do {
      try await api.save(
        sent.map {
          ValueChange(
            username: $0.cell.username, identifier: $0.cell.identifier, value: $0.value,
            note: $0.note)
        }, in: gradebook.course, semester: gradebook.semester, notify: notify)
    } catch let error where !error.isCancellation {
      return try await handle(error, after: sent, &sending)
    }
    unverified += sent
  }

  /// Finds out what a failed request did.
  private mutating func handle(
    _ error: any Error, after sent: [Draft], _ sending: inout PublishSending
  ) async throws {
    if (error as? GradesError)?.provesNothingHappened ?? false {
      sending.isStopped = true
      return try await putBack(sent, DraftReason(error))
    }
    let reading: CellReading
    do { reading = try await reader.read(sent.map(\.cell)) } catch let failure
      where !failure.isCancellation
    {
      // Perhaps it is there and the students have been told: it must not be sent again.
      sending.isStopped = true
      return leaveUnknown(sent)
    }
    let missing = try await settleFound(sent, by: reading)
    guard !missing.isEmpty else { return }
    guard (error as? GradesError)?.refusesContent ?? false else {
      // A request that timed out may still be carried out, so not even these are sent again now.
      sending.isStopped = true
      return try await putBack(missing, DraftReason(error))
    }
    sending.refusals += 1
    guard sent.count > 1, sending.refusals <= PublishSending.mostRefusals else {
      sending.isStopped = sending.refusals > PublishSending.mostRefusals
      return try await putBack(missing, DraftReason(error))
    }
    // A refusal is a finished answer, and a look has proved that these are not there: halves of
    // them may be sent to find the one that the service does not like.
    try await store.settle(missing.map { .waiting($0, DraftReason(error)) })
    let middle = (missing.count + 1) / 2
    for half in [missing[..<middle], missing[middle...]] where !half.isEmpty {
      guard !sending.isStopped else {
        try await putBack(half.map(\.waiting), DraftReason(.notTried))
        continue
      }
      try await request(half.map(\.waiting), &sending)
    }
  }
}

extension Draft {
  /// The draft as it is after it was put back.
  fileprivate var waiting: Draft {
    var draft = self
    draft.state = .draft
    return draft
  }
}

extension Error {
  /// Whether the caller gave up.
  fileprivate var isCancellation: Bool {
    self is CancellationError || self as? GradesError == .cancelled
  }
}
