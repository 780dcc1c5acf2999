import GradesClient

/// How far the sending of one batch is.
struct BatchSending {
  let batch: Int64
  let total: Int
  /// Requests that the service refused.
  var refusals = 0
  /// Whether further requests would fail too, so that none is sent.
  var isStopped = false

  /// After so many rejections the rest is not tried.
  static let mostRefusals = 40
}

extension PublishRun {
  /// Sends rows of a review in requests of a moderate size until one fails. The service notifies a
  /// student once for each request, so all of a student's changes go in one; those of which students are not
  /// notified go in requests of their own.
  mutating func send(_ rows: [Review.Row], _ sending: inout BatchSending) async throws {
    let sorted = rows.map(\.draft).sorted { $0.cell < $1.cell }
    let drafts = sorted.filter { !isSilent($0) } + sorted.filter(isSilent)
    progress(.sending(0, of: sending.total))
    var rest = drafts[...]
    while !rest.isEmpty {
      guard !sending.isStopped else {
        return try await settler.putBack(Array(rest), DraftReason(.notTried))
      }
      let end = end(ofRequestOf: rest)
      try await request(Array(rest[..<end]), &sending)
      rest = rest[end...]
      progress(.sending(end, of: sending.total))
    }
  }

  private func isSilent(_ draft: Draft) -> Bool { isSilent(draft.edit) }

  /// Where a request ends that begins with these drafts: it has at most so many as a batch, or one student's,
  /// and students are notified of all of them or of none.
  private func end(ofRequestOf drafts: ArraySlice<Draft>) -> Int {
    guard let first = drafts.first else { return drafts.endIndex }
    let isSilent = isSilent(first)
    var end = drafts.startIndex
    while end < drafts.endIndex, self.isSilent(drafts[end]) == isSilent {
      let username = drafts[end].cell.username
      let next =
        drafts[end...].firstIndex {
          $0.cell.username != username || self.isSilent($0) != isSilent
        } ?? drafts.endIndex
      guard end == drafts.startIndex || next - drafts.startIndex <= batchSize else { break }
      end = next
    }
    return end
  }

  /// Sends one request, once. `isAgain`: it was rejected before because the token had expired.
  private mutating func request(
    _ drafts: [Draft], _ sending: inout BatchSending, isAgain: Bool = false
  ) async throws {
    try Task.checkCancellation()
    let sent = try await store.beginSending(
      drafts, batch: sending.batch, quietPeriod: quietPeriod)
    let begun = Set(sent.map(\.id))
    settler.report.rows += drafts.filter { !begun.contains($0.id) }
      .map { Review.Row($0, .waiting(DraftReason(.replaced))) }
    guard !sent.isEmpty else { return }
    let students = Set(sent.map(\.cell.username))
    let notify =
      notify && !isSilent(drafts[0]) && report.toldStudents.isDisjoint(with: students)
    do {
      try await api.course(gradebook).values.save(
        sent.map {
          ValueChange(
            username: $0.cell.username, identifier: $0.cell.identifier, value: $0.value,
            note: $0.note)
        }, notify: notify)
    } catch let error where !error.isCancellation {
      // A new token that is rejected at once has not expired: the user is not permitted.
      let isEndless = isAgain && error as? GradesError == .tokenReplaced
      return try await handle(
        isEndless ? GradesError.notPermitted : error, after: sent, &sending)
    }
    unverified += sent
    if notify { settler.report.toldStudents.formUnion(students) }
  }

  /// Finds out what a failed request did.
  private mutating func handle(
    _ error: any Error, after sent: [Draft], _ sending: inout BatchSending
  ) async throws {
    let sent = withQuietPeriod(sent)
    let failure = error as? GradesError
    if failure?.effect == .nothing {
      sending.isStopped = true
      return try await settler.putBack(sent, DraftReason(error))
    }
    let isTokenReplaced = failure == .tokenReplaced
    let hasEnded = failure?.effect == .ended
    // Only a 401 means that the request was not applied: values that are there are a colleague's.
    let tells = notify && !isTokenReplaced && !isSilent(sent[0])
    let reading: CellReading
    do { reading = try await reader.read(sent.map(\.cell)) } catch let failure
      where !failure.isCancellation
    {
      // The service may have it and may have notified the students: it must not be sent again.
      sending.isStopped = true
      if tells { settler.report.toldStudents.formUnion(sent.map(\.cell.username)) }
      if isTokenReplaced { return try await settler.putBack(sent, DraftReason(failure)) }
      return try await settler.leaveUnconfirmed(sent, DraftReason(error))
    }
    let reason = DraftReason(error)
    let refusesContent = failure?.refusesContent ?? false
    let missing = try await settle(
      sent, by: reading, after: hasEnded ? .failed : .unknown,
      keeping: isTokenReplaced || refusesContent, reason)
    // Students with a part of it were notified. Until it has ended, the others still may be.
    if tells {
      let arrived = Set(sent.map(\.cell)).subtracting(hasEnded ? missing.map(\.cell) : [])
      settler.report.toldStudents.formUnion(arrived.map(\.username))
    }
    guard hasEnded, isTokenReplaced || refusesContent else {
      // A request that timed out may still be carried out, and others would fail in the same way.
      if !missing.isEmpty { sending.isStopped = true }
      return
    }
    guard !missing.isEmpty else { return }
    if isTokenReplaced {
      // The request was not applied, and the reading has proved it: it is sent with the new token.
      try await store.settle(missing.map { Review.Row($0, .waiting(reason)) })
      return try await request(missing.map(\.waiting), &sending, isAgain: true)
    }
    sending.refusals += 1
    guard sent.count > 1, sending.refusals <= BatchSending.mostRefusals else {
      sending.isStopped = sending.refusals > BatchSending.mostRefusals
      return try await settler.putBack(missing, reason)
    }
    // A rejection is final, and the reading has proved that these are not there: halves of them may be
    // sent to find the one that the service rejects.
    try await store.settle(missing.map { Review.Row($0, .waiting(reason)) })
    for part in missing.parts(notified: report.toldStudents) where !part.isEmpty {
      guard !sending.isStopped else {
        try await settler.putBack(part.map(\.waiting), DraftReason(.notTried))
        continue
      }
      try await request(part.map(\.waiting), &sending)
    }
  }
}

extension [Draft] {
  /// Two parts, of which each may be sent: students who were notified are apart from others, and no
  /// student is in both parts as long as there are several.
  fileprivate func parts(notified: Set<Username>) -> [[Draft]] {
    let isNotified = { (draft: Draft) in notified.contains(draft.cell.username) }
    guard allSatisfy(isNotified) || !contains(where: isNotified) else {
      return [filter { !isNotified($0) }, filter(isNotified)]
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
    draft.sentAt = nil
    draft.confirmAfter = nil
    return draft
  }
}

extension Error {
  var isCancellation: Bool {
    self is CancellationError || self as? GradesError == .cancelled
  }
}
