import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// The files with which users configure the program curl, which are not for this program.
@Suite("Files of curl in the home folder", .inTurn)
struct CurlFilesTests {
  @Test("A password in .netrc is not sent where the program sends none itself")
  func passwords() async throws {
    let service = try await TestService.opened()
    let user = try Program(at: service)
    let file = user.home.url.appending(path: ".netrc")
    try Data("machine 127.0.0.1 login zkusade1 password secret\n".utf8).write(to: file)
    _ = try await user.execute("doctor")
    let log = service.control.requestLog
    #expect(!log.isEmpty)
    #expect(log.allSatisfy { !$0.headerNames.contains("authorization") })
  }
}
