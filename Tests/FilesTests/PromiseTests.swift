import Files
import TestSupport
import Testing

@Suite("A promise that several wait for", .hangLimit)
struct PromiseTests {
  @Test("is the first result, for those who wait and those who come later")
  func first() async throws {
    let promise = Promise<Int>()
    let waiters = (0..<3).map { _ in Task { try await promise.value() } }
    #expect(!promise.isFinished)
    #expect(promise.finish(.success(1)))
    #expect(!promise.finish(.success(2)))
    #expect(promise.isFinished)
    for waiter in waiters { #expect(try await waiter.value == 1) }
    #expect(try await promise.value() == 1)
  }

  @Test("is not waited for by a cancelled task, while others still get it")
  func cancelled() async throws {
    struct GivenUp: Error {}
    let promise = Promise<Int>(cancellation: GivenUp())
    let patient = Task { try await promise.value() }
    let impatient = Task { try await promise.value() }
    impatient.cancel()
    await #expect(throws: GivenUp.self) { try await impatient.value }
    promise.finish(.success(1))
    #expect(try await patient.value == 1)
  }

  @Test("of abandoned work is left alone")
  func abandoned() async throws {
    let (reading, begins) = AsyncStream.makeStream(of: Never.self)
    let (end, ends) = AsyncStream.makeStream(of: Never.self)
    let finished = Occurrences<Void>()
    let waiter = Task {
      try await abandonOnCancel {
        begins.finish()
        for await _ in end {}
        finished.record(())
        return 1
      }
    }
    for await _ in reading {}
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    ends.finish()
    _ = try await finished.first(1)
    #expect(try await abandonOnCancel { 2 } == 2)
  }

  @Test("of blocking work comes back from its thread, also as an error")
  func blocking() async throws {
    struct Failure: Error {}
    #expect(await onOwnThread { 1 } == 1)
    await #expect(throws: Failure.self) { try await onOwnThread { throw Failure() } }
  }
}
