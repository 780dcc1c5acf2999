import Foundation
import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import Synchronization
import TestSupport
import Testing

@Suite("A service that is slow or silent", .hangLimit, .inTurn)
struct SilenceLimitTests {
  /// A clock that a test moves on.
  private final class Clock: Sendable {
    private struct State {
      var uptime: Duration = .zero
      var pauses: [(end: Duration, continuation: AsyncStream<Never>.Continuation)] = []
    }

    private let state = Mutex(State())

    func advance(by duration: Duration) {
      let over = state.withLock { state in
        state.uptime += duration
        let now = state.uptime
        defer { state.pauses.removeAll { $0.end <= now } }
        return state.pauses.filter { $0.end <= now }
      }
      for pause in over { pause.continuation.finish() }
    }

    var requestClock: RequestClock {
      RequestClock(
        now: { Date() }, uptime: { self.state.withLock { $0.uptime } },
        pause: { duration in
          let (pause, continuation) = AsyncStream.makeStream(of: Never.self)
          self.state.withLock { $0.pauses.append(($0.uptime + duration, continuation)) }
          for await _ in pause {}
          try Task.checkCancellation()
        }, spread: { 1 })
    }
  }

  /// A course's groups, asked for through a proxy whose answer comes in two pieces: the first four seconds
  /// after the question.
  private struct Desk {
    let faculty: Faculty
    let slow: FaultProxy
    let clock = Clock()
    private let progress = Occurrences<Void>()
    private let beginnings = Occurrences<Int>()

    init(_ faculty: Faculty) throws {
      self.faculty = faculty
      slow = try FaultProxy(to: UInt16(faculty.service.port))
      slow.set(
        .inTwoPieces("/student-groups") { [clock, progress, beginnings] in
          clock.advance(by: .seconds(4))
          beginnings.record(progress.all.count)
        })
    }

    func groups(through proxy: FaultProxy?, whole: Duration? = nil) async throws -> Snapshot<
      CourseGroups
    > {
      let silence = SilenceLimit(.seconds(5), whole: whole, clock: clock.requestClock)
      let transport = CurlTransport { [progress] in
        silence.noteProgress()
        progress.record(())
      }
      let token = try await faculty.control.issueTokens(username: DemoAccounts.teacher.username)
      let source = faculty.source(
        faculty.authenticator(givenToken: token.access), through: proxy, silence: silence,
        client: HTTPClient(transport: transport, retry: .never))
      let session = SessionRepository(source: source, credentials: CredentialsAccess(user: { nil }))
      return try await Repository(source: source, session: session)
        .groups(of: CourseCode("XI-ZPT.23"), in: .code(World.semester), onlyMine: false).latest()
    }

    /// Waits until the first piece has come.
    func waitUntilBegun() async throws {
      let before = try await beginnings.first(1)[0]
      _ = try await progress.first(before + 1)
    }
  }

  /// Runs a test with groups that are stored.
  private func withDesk(_ test: (Desk) async throws -> Void) async throws {
    let faculty = try await Faculty.open()
    let desk = try Desk(faculty)
    #expect(try await !desk.groups(through: nil).isStale)
    try await test(desk)
  }

  @Test("An answer that is on its way is waited for, however long it takes")
  func slow() async throws {
    try await withDesk { desk in
      let loading = Task { try await desk.groups(through: desk.slow) }
      try await desk.waitUntilBegun()
      desk.clock.advance(by: .seconds(4))
      desk.slow.release()
      #expect(try await !loading.value.isStale)
    }
  }

  @Test("An answer that does not go on gives way to what is stored")
  func silent() async throws {
    try await withDesk { desk in
      let loading = Task { try await desk.groups(through: desk.slow) }
      try await desk.waitUntilBegun()
      desk.clock.advance(by: .seconds(5))
      #expect(try await loading.value.isStale)
    }
  }

  @Test("The limit of the whole counts for a slow answer as well")
  func whole() async throws {
    try await withDesk { desk in
      let loading = Task { try await desk.groups(through: desk.slow, whole: .seconds(7)) }
      try await desk.waitUntilBegun()
      desk.clock.advance(by: .seconds(4))
      #expect(try await loading.value.isStale)
    }
  }
}
