import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

@Suite("Many processes of one user", .inTurn)
struct ManyProcessesTests {
  @Test("twenty with an expired token make one refresh")
  func oneRefresh() async throws {
    var options = EmbeddedService.Options()
    options.rotatesRefreshTokens = true
    let service = try await TestService.opened(options)
    // Who signed in two hours ago has a token that ended an hour ago.
    let user = try await Program.signedIn(to: service, now: { Date(timeIntervalSinceNow: -7200) })
    try await service.control.expireTokens()
    service.control.resetRequestLog()
    let refresh = service.control.add(Fault("POST", "/oauth/token", .hangBeforeHandling))
    let runs = Task {
      defer { refresh.remove() }
      return try await user.execute("courses", times: 20)
    }
    await refresh.waitUntilHit()
    refresh.release()
    for run in try await runs.value {
      #expect(run.status == 0, "\(run.err)")
      #expect(run.out == demoCourses)
    }
    let refreshes = service.control.requestLog.filter { $0.path == "/oauth/token" }
    #expect(refreshes.map(\.method) == ["POST"])
  }

  @Test("two share a cache that is deleted with every request")
  func deletedAllTheTime() async throws {
    let service = try await TestService.opened()
    let user = try await Program.signedIn(to: service, now: { Date() })
    let cache = user.paths.cacheFolder
    let deletions = service.control.add(
      Fault("GET", "/api/", times: nil, .run { try? FileManager.default.removeItem(at: cache) }))
    for round in 1...3 {
      for run in try await user.execute("courses", times: 2) {
        #expect(run.status == 0, "round \(round): \(run.err)")
        #expect(run.out == demoCourses)
      }
    }
    #expect(deletions.hits >= 6)
  }
}
