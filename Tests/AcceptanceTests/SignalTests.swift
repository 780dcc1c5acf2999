import Foundation
import GradesServer
import TestSupport
import Testing

/// Signals end what waits, and leave nothing behind.
@Suite("Signals")
struct SignalTests {
  @Test("During a login: status 130, and the port is free again", arguments: [SIGINT, SIGTERM])
  func login(signal: Int32) async throws {
    let port = try freeFixedPort()
    let service = try await EmbeddedService.start()
    let program = try Program(at: service)
    let redirect = "http://127.0.0.1:\(port)/callback"
    try program.write(
      Data("{\"hosts\": {\"demo\": {\"redirect-uri\": \"\(redirect)\"}}}".utf8),
      to: program.paths.configurationFile)
    let process = try Executable(like: program).start("login")
    _ = await process.complains("Waiting for the login…")
    process.send(signal)
    let end = await process.end()
    #expect(end.status == 130)
    #expect(!end.wasSignalled)
    #expect(end.out == "")
    #expect(end.err.hasPrefix("No browser could be opened. Open the address yourself, or log in"))
    #expect(end.err.hasSuffix("Cancelled.\n"))

    var options = EmbeddedService.Options()
    options.port = port
    let next = try await EmbeddedService.start(options)
    await next.stop()
    await service.stop()
  }

  @Test("During a request: status 130", arguments: [SIGINT, SIGHUP])
  func request(signal: Int32) async throws {
    let service = try await EmbeddedService.start()
    let program = try await Program.signedIn(to: service, now: { Date() })
    let fault = service.control.add(Fault(nil, "/api/", times: nil, .hangBeforeHandling))
    let process = try Executable(like: program).start("courses")
    await fault.waitUntilHit()
    process.send(signal)
    let end = await process.end()
    #expect(end.status == 130)
    #expect(end.out == "")
    #expect(end.err == "Cancelled.\n")
    await service.stop()
  }

  @Test("The service alone answers until it is told to end", arguments: [SIGINT, SIGTERM])
  func serve(signal: Int32) async throws {
    let process = try Executable(like: try Program()).start("serve")
    let said = await process.says("  grades login\n")
    let address = try #require(said.firstMatch(of: #/GRADES_API_URL=(\S+)/#)?.1)
    let visitor = PageVisitor(username: "zkusade1", password: "student-demo")
    let url = try #require(URL(string: "\(address)".replacing("/api/v1", with: "/login")))
    _ = try await visitor.open(url)
    process.send(signal)
    let end = await process.end()
    #expect(end.status == 0)
    #expect(end.err == "The service has ended.\n")
  }
}
