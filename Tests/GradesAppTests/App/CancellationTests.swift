import AppTestSupport
import Foundation
import GradesApp
import GradesTesting
import TestSupport
import Testing

/// Ctrl-C cancels the task of a run.
@Suite("Cancelling", .inTurn)
struct CancellationTests {
  @Test("A request under way ends, with status 130", arguments: ["courses", "course XI-EKO.21"])
  func request(command: String) async throws {
    let (program, service) = try await Program.atService()
    let fault = service.control.add(Fault(nil, "/api/", times: nil, .hangBeforeHandling))
    let run = Task { await program(command) }
    await fault.waitUntilHit()
    run.cancel()
    let end = await run.value
    #expect(end.status == 130)
    #expect(end.out == "")
    #expect(end.err == "Cancelled.\n")
  }

  @Test("Stored data do not stand in for a cancelled request")
  func storedData() async throws {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    _ = await program("courses")
    program.environment["LANG"] = "cs_CZ.UTF-8"
    _ = await program("courses")
    let fault = service.control.add(
      Fault(nil, "/classification-overview/", times: nil, .hangBeforeHandling))
    let run = Task { [program] in await program("courses") }
    await fault.waitUntilHit()
    run.cancel()
    let end = await run.value
    #expect(end.status == 130)
    #expect(end.out == "")
    #expect(end.err == "Zrušeno.\n")
  }

  @Test("A file on standard input that never ends does not hold a cancelled run")
  func standardInput() async throws {
    let folder = try TemporaryFolder()
    let (reading, begins) = AsyncStream.makeStream(of: Never.self)
    let (end, ends) = AsyncStream.makeStream(of: Never.self)
    var streams = Streams(out: { _ in }, err: { _ in })
    streams.readAll = { _ in
      begins.finish()
      for await _ in end {}
      return Data()
    }
    let app = App(
      streams: streams, environment: ["HOME": folder.url.path, "LANG": "en_GB.UTF-8"])
    let run = Task { await app.run(["import", "XI-AAA.23", "-", "--yes"]) }
    for await _ in reading {}
    run.cancel()
    #expect(await run.value == 130)
    ends.finish()
  }

  @Test("Every question can be cancelled, also the one for a pasted address")
  func question() async throws {
    let desk = try await LoginDesk()
    let program = desk.program
    let (reading, begins) = AsyncStream.makeStream(of: Never.self)
    let (end, ends) = AsyncStream.makeStream(of: Never.self)
    var streams = Streams(out: { _ in }, err: { _ in })
    streams.readLine = {
      begins.finish()
      for await _ in end {}
      return nil
    }
    let app = App(streams: streams, environment: program.environment)
    let run = Task { await app.run(["login", "--no-browser"]) }
    for await _ in reading {}
    run.cancel()
    #expect(await run.value == 130)
    ends.finish()
  }
}
