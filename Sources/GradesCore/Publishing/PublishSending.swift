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
  /// Students whom a request of this batch has notified.
  var told: Set<Username> = []

  /// After so many refusals the rest is left alone: the service wants none of it.
  static let mostRefusals = 40
}

extension PublishRun {
  /// Sends drafts in requests of a moderate size until one fails. The service notifies a student
  /// once for each request, so all of a student's drafts go in one.
  mutating func send(_ drafts: [Draft], _ sending: inout PublishSending) async throws {
    let drafts = drafts.sorted { $0.cell < $1.cell }
    progress(.sending(0, of: sending.total))
    var rest = drafts[...]
    while !rest.isEmpty {
      guard !sending.isStopped else {
        return try await putBack(Array(rest), DraftReason(.notTried))
      }
      let end = rest.end(ofRequestOf: batchSize)
      try await request(Array(rest[..<end]), &sending)
      rest = rest[end...]
      sending.done = end
      progress(.sending(end, of: sending.total))
    }
  }

  /// Sends one request, once. `isAgain` says that it has been refused for a token that had ended.
  private mutating func request(
    _ drafts: [Draft], _ sending: inout PublishSending, isAgain: Bool = false
  ) async throws {
    try Task.checkCancellation()
    let sent = try await store.beginSending(drafts, batch: sending.batch)
    let begun = Set(sent.map(\.id))
    for draft in drafts where !begun.contains(draft.id) { leaveToOthers(draft) }
    guard !sent.isEmpty else { return }
    let students = Set(sent.map(\.cell.username))
    let notify = notify && sending.told.isDisjoint(with: students)
    do {
      try await api.save(
        sent.map {
          ValueChange(
            username: $0.cell.username, identifier: $0.cell.identifier, value: $0.value,
            note: $0.note)
        }, in: gradebook.course, semester: gradebook.semester, notify: notify)
    } catch let error where !error.isCancellation {
      // A new token that is rejected at once has not expired: the user is not permitted.
      let isEndless = isAgain && error as? GradesError == .tokenReplaced
      return try await handle(
        isEndless ? GradesError.notPermitted : error, after: sent, &sending)
    }
    unverified += sent
    if notify { sending.told.formUnion(students) }
  }

  /// Finds out what a failed request did.
  private mutating func handle(
    _ error: any Error, after sent: [Draft], _ sending: inout PublishSending
  ) async throws {
    if (error as? GradesError)?.provesNothingHappened ?? false {
      sending.isStopped = true
      return try await putBack(sent, DraftReason(error))
    }
    let isTokenReplaced = error as? GradesError == .tokenReplaced
    let reading: CellReading
    do { reading = try await reader.read(sent.map(\.cell)) } catch let failure
      where !failure.isCancellation
    {
      // Perhaps it is there and the students have been told: it must not be sent again. A refused
      // token alone proves that it is not.
      sending.isStopped = true
      if isTokenReplaced { return try await putBack(sent, DraftReason(failure)) }
      return leaveUnknown(sent)
    }
    let missing = try await settleFound(sent, by: reading)
    // Whoever got a part of it has been told. A refused token has brought nothing to anybody: what is
    // there is a colleague's.
    if notify, !isTokenReplaced {
      sending.told.formUnion(Set(sent.map(\.cell)).subtracting(missing.map(\.cell)).map(\.username))
    }
    guard !missing.isEmpty else { return }
    if isTokenReplaced {
      // The service did not even look at it, and a look has proved it: the new token may do.
      try await store.settle(missing.map { .waiting($0, DraftReason(error)) })
      return try await request(missing.map(\.waiting), &sending, isAgain: true)
    }
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
    for part in missing.parts(told: sending.told) where !part.isEmpty {
      guard !sending.isStopped else {
        try await putBack(part.map(\.waiting), DraftReason(.notTried))
        continue
      }
      try await request(part.map(\.waiting), &sending)
    }
  }
}

extension ArraySlice<Draft> {
  /// Where a request ends that begins here: it has at most so many drafts, or one student's.
  fileprivate func end(ofRequestOf size: Int) -> Int {
    var end = startIndex
    while end < endIndex {
      let username = self[end].cell.username
      let next = self[end...].firstIndex { $0.cell.username != username } ?? endIndex
      guard end == startIndex || next - startIndex <= size else { break }
      end = next
    }
    return end
  }
}

extension [Draft] {
  /// Two parts, of which each may be sent: students who have been told, and others, are apart; and
  /// nobody is in both parts as long as there are several students.
  fileprivate func parts(told: Set<Username>) -> [[Draft]] {
    let isTold = { (draft: Draft) in told.contains(draft.cell.username) }
    guard allSatisfy(isTold) || !contains(where: isTold) else {
      return [filter { !isTold($0) }, filter(isTold)]
    }
    let middle = (count + 1) / 2
    let cuts = indices.dropFirst().filter { self[$0].cell.username != self[$0 - 1].cell.username }
    let cut = cuts.min { abs($0 - middle) < abs($1 - middle) } ?? middle
    return [Array(self[..<cut]), Array(self[cut...])]
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
  /// Whether the task was cancelled.
  fileprivate var isCancellation: Bool {
    self is CancellationError || self as? GradesError == .cancelled
  }
}
