import Dispatch
import TestSupport
import Testing

@testable import GradesApp

@Suite("Work of which only the last counts", .hangLimit)
@MainActor struct LatestWorkTests {
  @Test("What was begun last wins, also over an answer that comes after it")
  func order() async throws {
    let work = LatestWork()
    let gate = DispatchSemaphore(value: 0)
    let late = Occurrences<Void>()
    var taken: [String] = []
    work.start {
      gate.wait()
      late.record(())
      return "first"
    } take: {
      taken.append($0)
    }
    work.start {
      "second"
    } take: {
      taken.append($0)
    }
    await work.finish()
    #expect(taken == ["second"])
    gate.signal()
    _ = try await late.first(1)
    // What the first work could do next on this actor comes before what follows here.
    await Task { @MainActor in }.value
    #expect(taken == ["second"])
  }

  @Test("Nothing is taken before the caller waits, and nothing after it was forgotten")
  func cancelled() async {
    let work = LatestWork()
    var taken: [Int] = []
    work.start {
      1
    } take: {
      taken.append($0)
    }
    #expect(taken == [])
    let response = work.response
    work.cancel()
    if case .run(let wait) = response { _ = try? await wait() }
    #expect(taken == [])
    if case .done = work.response {} else { Issue.record("Something is still under way") }
  }
}
