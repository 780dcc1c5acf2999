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
  /// The question, and the semester that it is about; nil: about none.
  private let begin:
    @Sendable () async throws -> (question: Question<Value>, semester: Snapshot<SemesterCode>?)
  /// What is stored about the semester that was meant last, which is shown before the service says which one is meant.
  private let early: @Sendable () async throws -> (answer: Snapshot<Value>, semester: SemesterCode)?

  /// Makes the stream of a question that is about no semester.
  init(_ question: @escaping @Sendable () async throws -> Question<Value>) {
    begin = { (try await question(), nil) }
    early = { nil }
  }

  /// Makes the stream of a question about the semester that a choice means. Where the semester's code is stale, so is
  /// the answer: it may be about another semester than the one that is meant.
  init(
    in choice: SemesterChoice, of session: SessionRepository,
    _ question: @escaping @Sendable (SemesterCode) async throws -> Question<Value>
  ) {
    begin = {
      let semester = try await session.begin(choice).semester
      return (try await question(semester.value), semester)
    }
    early = {
      guard session.isOnline, let last = session.storedSemester(choice),
        let stored = try await question(last).stored()
      else { return nil }
      return (stored, last)
    }
  }

  /// The one answer that the stream ends with; what a command shows that prints once. Reads the cache
  /// only when the service does not answer.
  package func latest() async throws -> Snapshot<Value> {
    let (question, semester) = try await begin()
    let latest = try await question.latest()
    return semester?.isStale == true ? latest.stale : latest
  }

  /// The service's answer, which is stored; where there is none, the reason is thrown and nothing stands in
  /// for it.
  func newest() async throws -> Snapshot<Value> { try await begin().question.fetch() }

  private func send(_ send: @Sendable (Snapshot<Value>) -> Void) async throws {
    let early = try await early()
    if let early { send(early.answer) }
    let (question, semester) = try await begin()
    let known = early?.semester == semester?.value ? early?.answer : nil
    let latest = try await question.answer(known: known, sending: send)
    send(semester?.isStale == true ? latest.stale : latest)
  }

  package func makeAsyncIterator() -> Iterator {
    let stream = AsyncThrowingStream<Snapshot<Value>, any Error> { continuation in
      let task = Task {
        do {
          try await send { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
    return Iterator(base: stream.makeAsyncIterator())
  }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncThrowingStream<Snapshot<Value>, any Error>.Iterator

    package mutating func next() async throws -> Snapshot<Value>? {
      try await next(isolation: nil)
    }

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
