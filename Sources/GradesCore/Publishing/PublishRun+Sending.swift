import GradesClient

extension PublishRun {
  /// After so many rejections the rest is not tried.
  private static let mostRefusals = 40

  /// Sends rows of a review in requests of a moderate size until one fails. The service notifies a
  /// student once for each request, so all of a student's changes go in one; those of which students are not
  /// notified go in requests of their own.
  mutating func send(_ rows: [Review.Row]) async throws {
    let drafts = rows.map(\.draft).sorted { $0.cell < $1.cell }
    let requests =
      requests(of: drafts.filter { !isSilent($0) }) + requests(of: drafts.filter(isSilent))
    var sent = 0
    progress(.sending(0, of: drafts.count))
    for (index, request) in requests.enumerated() {
      guard !isStopped else {
        let rest = requests[index...].joined()
        return try await settler.putBack(Array(rest), DraftReason(.notTried))
      }
      try await self.request(request)
      sent += request.count
      progress(.sending(sent, of: drafts.count))
    }
  }

  /// The drafts of each request: at most so many as a batch, or one student's.
  private func requests(of drafts: [Draft]) -> [[Draft]] {
    var requests: [[Draft]] = []
    let students = Dictionary(grouping: drafts, by: \.cell.username)
    for (_, own) in students.sorted(by: { $0.key < $1.key }) {
      if let last = requests.last, last.count + own.count <= batchSize {
        requests[requests.count - 1] += own
      } else {
        requests.append(own)
      }
    }
    return requests
  }

  /// Sends one request, once. `isAgain`: it was rejected before because the token had expired.
  private mutating func request(_ drafts: [Draft], isAgain: Bool = false) async throws {
    try Task.checkCancellation()
    let sent = try await store.beginSending(drafts, batch: batch, quietPeriod: quietPeriod)
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
      return try await handle(isEndless ? GradesError.notPermitted : error, after: sent)
    }
    unverified += sent
    if notify { settler.report.toldStudents.formUnion(students) }
  }

  /// Finds out what a failed request did.
  private mutating func handle(_ error: any Error, after sent: [Draft]) async throws {
    let sent = withQuietPeriod(sent)
    let failure = error as? GradesError
    if failure?.effect == .nothing {
      isStopped = true
      return try await settler.putBack(sent, DraftReason(error))
    }
    let isTokenReplaced = failure == .tokenReplaced
    let hasEnded = failure?.effect == .ended
    // Only a 401 means that the request was not applied: values that are there are a colleague's.
    let tells = notify && !isTokenReplaced && !isSilent(sent[0])
    let reading: CellGrid
    do { reading = try await reader.read(sent.map(\.cell)) } catch let failure
      where !failure.isCancellation
    {
      // The service may have it and may have notified the students: it must not be sent again.
      isStopped = true
      if tells { settler.report.toldStudents.formUnion(sent.map(\.cell.username)) }
      if isTokenReplaced { return try await settler.putBack(sent, DraftReason(failure)) }
      return try await settler.leaveUnconfirmed(sent, DraftReason(error))
    }
    let reason = DraftReason(error)
    let refusesContent = failure?.refusesContent ?? false
    let missing = try await settler.settle(
      sent, by: reading, after: hasEnded ? .failed : .unknown,
      keeping: isTokenReplaced || refusesContent, reason)
    // Students with a part of it were notified. Until it has ended, the others still may be.
    if tells {
      let arrived = Set(sent.map(\.cell)).subtracting(hasEnded ? missing.map(\.cell) : [])
      settler.report.toldStudents.formUnion(arrived.map(\.username))
    }
    guard hasEnded, isTokenReplaced || refusesContent else {
      // A request that timed out may still be carried out, and others would fail in the same way.
      if !missing.isEmpty { isStopped = true }
      return
    }
    guard !missing.isEmpty else { return }
    if !isTokenReplaced {
      refusals += 1
      guard sent.count > 1, refusals <= Self.mostRefusals else {
        isStopped = refusals > Self.mostRefusals
        return try await settler.putBack(missing, reason)
      }
    }
    // The reading has proved that these are not there, so they may be sent again: with a new token, as the request
    // was not applied, or in halves, to find the one that the service rejects for good.
    try await store.settle(missing.map { Review.Row($0, .waiting(reason)) })
    let waiting = missing.map(\.waiting)
    if isTokenReplaced { return try await request(waiting, isAgain: true) }
    for part in waiting.parts(notified: report.toldStudents) where !part.isEmpty {
      if isStopped {
        try await settler.putBack(part, DraftReason(.notTried))
      } else {
        try await request(part)
      }
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
  package var isCancellation: Bool {
    self is CancellationError || self as? GradesError == .cancelled
  }
}
