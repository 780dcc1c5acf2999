import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("A lock across processes")
struct FileLockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var url: URL { FileLock.file(beside: folder.file("data.json")) }

  @Test("is held by one at a time, until it is released or goes")
  func exclusive() throws {
    #expect(url.lastPathComponent == "data.json.lock")
    var lock = try FileLock.take(url)
    #expect(lock != nil)
    #expect(try FileLock.take(url) == nil)
    lock?.release()
    lock = try FileLock.take(url)
    #expect(lock != nil)
    lock = nil
    #expect(try FileLock.take(url) != nil)
  }

  @Test("goes to the one that waits", .hangLimit)
  func handedOver() async throws {
    let first = try #require(try FileLock.take(url))
    let waits = Occurrences<Void>()
    let second = Task { [url] in
      try await FileLock.acquire(url) { waits.record(()) }
    }
    _ = try await waits.first(1)
    first.release()
    let lock = try await second.value
    #expect(try FileLock.take(url) == nil)
    lock.release()
    #expect(try FileLock.take(url) != nil)
  }

  @Test("is not waited for by a cancelled task, and then is not kept", .hangLimit)
  func cancelled() async throws {
    let first = try #require(try FileLock.take(url))
    let waits = Occurrences<Void>()
    let second = Task { [url] in
      try await FileLock.acquire(url, timeLimit: .seconds(60)) { waits.record(()) }
    }
    _ = try await waits.first(1)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    first.release()
    // The thread of the cancelled wait may get it first, and lets it go.
    try await FileLock.acquire(url).release()
  }

  @Test("is waited for only as long as the limit", .hangLimit)
  func timedOut() async throws {
    let first = try #require(try FileLock.take(url))
    await #expect(throws: FileLock.TimedOut.self) {
      try await FileLock.acquire(url, timeLimit: .milliseconds(10))
    }
    #expect(FileLock.acquireBlocking(url, timeLimit: .milliseconds(10)) == nil)
    first.release()
    try await FileLock.acquire(url, timeLimit: .seconds(60)).release()
    #expect(FileLock.acquireBlocking(url, timeLimit: .seconds(60)) != nil)
  }

  @Test("cannot be had through a link or in a folder that is missing")
  func impossible() async throws {
    try #require(symlink(folder.file("elsewhere").path, url.path) == 0)
    #expect(throws: SystemError(code: ELOOP)) { try FileLock.take(url) }
    let missing = folder.file("missing/lock")
    await #expect(throws: SystemError(code: ENOENT)) { try await FileLock.acquire(missing) }
    #expect(FileLock.acquireBlocking(missing, timeLimit: .seconds(60)) == nil)
  }
}
