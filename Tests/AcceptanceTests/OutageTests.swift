import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

@Suite("Without the service", .inTurn)
struct OutageTests {
  @Test("a proxy of the environment that refuses connections is named")
  func proxy() async throws {
    let port = try ClosedPort()
    let user = try Program(environment: [
      "HTTPS_PROXY": "http://127.0.0.1:\(port.number)", "GRADES_TOKEN": "given",
      "GRADES_API_URL": "https://grades.example.org/api/v1",
    ])
    let run = try await user.execute("courses")
    #expect(run.status == 69)
    #expect(run.err.contains("the proxy (127.0.0.1) that HTTPS_PROXY names"), "\(run.err)")
  }

  @Test("without a home everything works that stores nothing, and says so once")
  func noHome() async throws {
    let (service, stranger) = try await serviceAndUser()
    var user = stranger
    user.environment["HOME"] = nil
    user.environment["GRADES_TOKEN"] =
      try await service.control.issueTokens(username: "zkusade1").access
    let notice =
      "HOME is not set, so nothing can be stored. Set it, or XDG_CONFIG_HOME, XDG_CACHE_HOME and "
      + "XDG_STATE_HOME.\n"
    let read = try await user.execute("courses")
    #expect(read.status == 0)
    #expect(read.out == demoCourses)
    #expect(read.err == notice)
    let stored = try await user.execute("settings set language cs")
    #expect(stored.status == 78)
    #expect(stored.err == notice + "Error: " + notice)
    await service.stop()
  }

  /// A service at a port that no other program gets when it has stopped, and a student signed in there.
  private func serviceAndUser() async throws -> (TestService, Program) {
    var options = EmbeddedService.Options()
    options.port = try freeFixedPort()
    let service = try await TestService.start(options)
    return (service, try await Program.signedIn(to: service, now: { Date() }))
  }
}
