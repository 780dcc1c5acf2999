import AppTestSupport
import GradesTesting
import TestSupport
import Testing

/// How often a command has to wait for the service (Figures, Fast), seen from the service.
///
/// The requests of each round are held back until all of them have come. If one of them waited for
/// another, the round would never be complete.
@Suite("Round trips", .inTurn)
struct RoundTripTests {
  private static let session = ["/user-info", "/semester-code"]
  private static let list = ["/user-roles", "/classification-overview", "/notifications/"]

  @Test("Courses with nothing but the token: three, and no question twice")
  func tokenOnly() async throws {
    let (program, service) = try await Program.atService()
    let run = await run("courses", of: program, at: service, [Self.session, Self.list], names: 6)
    #expect(run.status == 0)
    let requests = service.control.requestLog.map { "\($0.path) \($0.query["lang"] ?? "")" }
    // One of nine courses has no name in this language.
    #expect(requests.count == 5 + 9 + 1)
    #expect(Set(requests).count == requests.count)
  }

  @Test(
    "Items and groups in a usual year: one",
    arguments: [
      ("items XI-ZPT.23", "/definitions"), ("groups XI-ZPT.23", "/student-groups"),
      ("groups XI-ZPT.23 --mine", "/student-groups"),
    ])
  func itemsAndGroups(command: String, path: String) async throws {
    let (program, service) = try await Program.atService(as: "ucitezk1")
    #expect(await program("items XI-ZPT.23 --semester B261").status == 0)
    let run = await run(command, of: program, at: service, [["/semester-code", path]])
    #expect(run.status == 0)
  }

  @Test("A group in a usual year, with its names known: one")
  func group() async throws {
    let (program, service) = try await Program.atService(as: "ucitezk1")
    let first = await program("group XI-ZPT.23 ALL")
    #expect(first.status == 0)
    service.control.resetRequestLog()
    let run = await run(
      "group XI-ZPT.23 ALL", of: program, at: service,
      [["/definitions", "/student-classifications"]])
    #expect(run.out == first.out)
    // What is current is requested once a day.
    #expect(service.control.requestCount == 2)
  }

  private func run(
    _ command: String, of program: Program, at service: TestService, _ rounds: [[String]],
    names: Int = 0
  ) async -> Program.Run {
    let steps = rounds.map { paths in
      paths.map { service.control.add(Fault("GET", $0, .hangBeforeHandling)) }
    }
    let together = service.control.add(
      Fault("GET", "/information", times: names, .hangBeforeHandling))
    let running = Task { await program(command) }
    for step in steps {
      for request in step { await request.waitUntilHit() }
      for request in step { request.release() }
    }
    await together.waitUntilHit(names)
    together.release()
    return await running.value
  }
}
