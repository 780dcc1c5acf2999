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

  @Test(
    "one that is stopped while it renews the login delays others for 20 seconds at most",
    .enabled(if: ProcessInfo.processInfo.environment["GRADES_LONG_TESTS"] != nil))
  func stoppedRefresh() async throws {
    let service = try await TestService.opened()
    let user = try await Program.signedIn(to: service, now: { Date(timeIntervalSinceNow: -7200) })
    try await service.control.expireTokens()
    let refresh = service.control.add(Fault("POST", "/oauth/token", .hangBeforeHandling))
    try await user.process("courses") { stopped in
      await refresh.waitUntilHit()
      stopped.send(SIGSTOP)
      refresh.release()
      let run = try await user.execute("courses")
      #expect(run.status == 75)
      #expect(run.out == "")
      #expect(run.err.contains("credentials.json"), "\(run.err)")
      // It goes on where it was, with the tokens that it has got.
      stopped.send(SIGCONT)
      let first = try await stopped.end()
      #expect(first.status == 0, "\(first.err)")
    }
  }

  @Test("two share a cache that is deleted while they run")
  func deletedCache() async throws {
    let service = try await TestService.opened()
    let user = try await Program.signedIn(to: service, now: { Date() })
    let cache = user.paths.cacheFolder
    #expect(try await user.execute("courses").status == 0)
    #expect(FileManager.default.fileExists(atPath: try user.paths.cacheFile.path))
    for round in 1...3 {
      // Both wait for the service, with the cache open, when it goes away.
      let answers = service.control.add(
        Fault("GET", "/classification-overview/", times: 2, .hangBeforeHandling))
      let runs = Task {
        defer { answers.remove() }
        return try await user.execute("courses", times: 2)
      }
      await answers.waitUntilHit(2)
      try FileManager.default.removeItem(at: try user.paths.cacheFile)
      // What else lies there may be in use.
      try? FileManager.default.removeItem(at: cache)
      answers.release()
      for run in try await runs.value {
        #expect(run.status == 0, "round \(round): \(run.err)")
        #expect(run.out == demoCourses)
      }
    }
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
