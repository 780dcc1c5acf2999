import GradesClient

/// A question about the semester that a choice means, which only the service can say.
///
/// Where the semester's code is stale, so is the answer: it may be about another semester than the
/// one that is meant.
struct SemesterQuestion<Value: Sendable>: Sendable {
  let session: SessionRepository
  let choice: SemesterChoice
  /// The question about one semester.
  let question: @Sendable (SemesterCode) async throws -> SnapshotQuestion<Value>

  /// The last of the answers. Asks about the likely semester at the same time as which one is meant,
  /// and drops that answer where it is another one.
  func latest() async throws -> Snapshot<Value> {
    guard let likely = await session.likelySemester(choice) else {
      return try await latest(in: try await session.begin(choice).semester)
    }
    async let answer = question(likely).latest()
    let semester = try await session.semester(choice)
    guard semester.value == likely else { return try await latest(in: semester) }
    let latest = try await answer
    return semester.isStale ? latest.stale : latest
  }

  /// The service's answer alone.
  func newest() async throws -> Snapshot<Value> {
    try await question(session.semester(choice).value).fetch()
  }

  /// Sends the stored answer, then the service's. What is stored needs no answer of the service, not
  /// even which semester is meant.
  func answers(_ send: @Sendable (Snapshot<Value>) -> Void) async throws {
    guard let last = await session.lastSemester(choice) else { return send(try await latest()) }
    async let answer = session.semester(choice)
    let latest: Snapshot<Value>
    do {
      latest = try await question(last).answers(send)
    } catch {
      // A failure about another semester than the one that is meant says nothing.
      guard let semester = try? await answer, semester.value != last else { throw error }
      return try await answers(in: semester, send)
    }
    let semester = try await answer
    if semester.value != last {
      try await answers(in: semester, send)
    } else if semester.isStale, !latest.isStale {
      send(latest.stale)
    }
  }

  private func latest(in semester: Snapshot<SemesterCode>) async throws -> Snapshot<Value> {
    let latest = try await question(semester.value).latest()
    return semester.isStale ? latest.stale : latest
  }

  private func answers(
    in semester: Snapshot<SemesterCode>, _ send: @Sendable (Snapshot<Value>) -> Void
  ) async throws {
    try await question(semester.value).answers { send(semester.isStale ? $0.stale : $0) }
  }
}
