import GradesClient

/// The answers to a question: the stored one, then the service's, which is the last.
///
/// When the service is unavailable and something is stored, that comes again as stale and the stream
/// ends normally. All other failures are thrown, also after a stored answer: being logged out, not
/// permitted or not found must not hide behind old data. Offline, the stored answer comes alone, as
/// stale. Nothing is asked before the stream is read.
///
/// Cancelling the task that reads cancels the requests, and the stream throws `CancellationError`: it
/// never ends like a complete one.
package struct SnapshotStream<Value: Sendable>: AsyncSequence, Sendable {
  private let answers:
    @Sendable (@escaping @Sendable (Snapshot<Value>) -> Void) async throws -> Void
  private let answer: @Sendable () async throws -> Snapshot<Value>
  private let newestAnswer: @Sendable () async throws -> Snapshot<Value>

  /// Makes the stream of a question that is about no semester.
  init(_ question: @escaping @Sendable () async throws -> Question<Value>) {
    answers = { send in send(try await question().answer(sending: send)) }
    answer = { try await question().latest() }
    newestAnswer = { try await question().fetch() }
  }

  /// Makes the stream of a question about the semester that a choice means. Where the semester's code is stale, so is
  /// the answer: it may be about another semester than the one that is meant.
  init(
    in choice: SemesterChoice, of session: SessionRepository,
    _ question: @escaping @Sendable (SemesterCode) async throws -> Question<Value>
  ) {
    answers = { send in
      // What is stored is shown before the service says which semester is meant.
      let last = session.storedSemester(choice)
      var known: Snapshot<Value>?
      if let last, session.isOnline { known = try await question(last).stored() }
      if let known { send(known) }
      let semester = try await session.begin(choice).semester
      if semester.value != last { known = nil }
      let latest = try await question(semester.value).answer(known: known, sending: send)
      send(semester.isStale ? latest.stale : latest)
    }
    answer = {
      let semester = try await session.begin(choice).semester
      let latest = try await question(semester.value).latest()
      return semester.isStale ? latest.stale : latest
    }
    newestAnswer = { try await question(session.semester(choice).value).fetch() }
  }

  /// The one answer that the stream ends with; what a command shows that prints once. Reads the cache
  /// only when the service does not answer.
  package func latest() async throws -> Snapshot<Value> { try await answer() }

  /// The service's answer, which is stored; where there is none, the reason is thrown and nothing stands in
  /// for it.
  func newest() async throws -> Snapshot<Value> { try await newestAnswer() }

  /// Begins to ask.
  package func makeAsyncIterator() -> Iterator {
    let answers = answers
    let stream = AsyncThrowingStream<Snapshot<Value>, any Error> { continuation in
      let task = Task {
        do {
          try await answers { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
    return Iterator(base: stream.makeAsyncIterator())
  }

  /// Gives the answers as they come.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncThrowingStream<Snapshot<Value>, any Error>.Iterator

    /// The next answer; nil after the last one.
    package mutating func next() async throws -> Snapshot<Value>? {
      try await next(isolation: nil)
    }

    /// The next answer; nil after the last one.
    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> Snapshot<Value>? {
      do {
        let next = try await base.next(isolation: actor)
        // The underlying stream ends when its reader is cancelled, as if it were complete.
        try Task.checkCancellation()
        return next
      } catch {
        // The cancelled request may be faster, with its own error.
        try Task.checkCancellation()
        throw error
      }
    }
  }
}
