import AppTestSupport
import ClientTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// How many notifications are unread, beside the courses.
@Suite("Unread notifications beside courses", .inTurn)
struct CoursesUnreadTests {
  /// A program at a service of its own.
  private func desk(as username: String = "zkusade1") async throws -> (Program, TestService) {
    let service = try await TestService.started()
    return (try await Program.signedIn(to: service, as: username), service)
  }

  @Test("CSV has no unread notifications, and asks for none")
  func notNeeded() async throws {
    let (program, service) = try await desk()
    let run = await program("courses --csv")
    #expect(run.status == 0)
    #expect(!service.control.requestLog.contains { $0.path.contains("/notifications/") })
  }

  @Test("A teacher's table has no column for them")
  func teacher() async throws {
    let (program, _) = try await desk(as: DemoAccounts.teacher.username)
    let run = await program("courses")
    #expect(!run.out.contains("New"))
    #expect(!run.out.contains("●"))
  }

  @Test("When they do not come, those that are stored stand in after a moment")
  func silent() async throws {
    let (original, service) = try await desk()
    var program = original
    #expect(await program("courses").out.contains("● 1"))
    let clock = HeldClock(holding: .seconds(2))
    program.requestClock = clock.requestClock
    let silence = service.control.add(Fault("GET", "/notifications/", .hangBeforeHandling))
    let student = program
    let running = Task { await student("courses") }
    await silence.waitUntilHit()
    let pauses = try await clock.pauses.first(1)
    #expect(pauses == [.seconds(2)])
    clock.release()
    let run = await running.value
    silence.release()
    #expect(run.status == 0)
    #expect(run.err == "")
    #expect(run.out.contains("80.25       B  ● 1\n"))
  }

  @Test("Back at the courses after a minute, they are asked for again without a word")
  func quietly() async throws {
    let (original, service) = try await desk()
    var program = original
    let clock = SteppedClock()
    program.now = { clock.now }
    let app = program.open(columns: 80, rows: 16)
    #expect(await app.text.contains("80.25  B       ● 1"))
    await app.type("<down><enter>")
    try await service.control.changeAsColleague(
      course: "XI-LOG.23", username: "zkusade1", item: "test", value: .number(40))
    clock.advance(by: .seconds(61))
    service.control.resetRequestLog()
    await app.type("<esc>")
    let asked = service.control.requestLog.map(\.path)
    for part in ["/notifications/", "/classification-overview/"] {
      #expect(asked.contains { $0.contains(part) }, "\(part)")
    }
  }

  @Test(
    "A refusal is taken for the rest of the run; what may pass is not",
    arguments: [(403, 1), (404, 1), (500, 3)])
  func refusedForGood(status: Int, requests: Int) async throws {
    let (original, service) = try await desk()
    var program = original
    let clock = SteppedClock()
    program.now = { clock.now }
    program.requestClock = clock.requestClock
    let fault = service.control.add(
      Fault("GET", "/notifications/", times: nil, .answer(status: status)))
    let app = program.open(columns: 80, rows: 16)
    #expect(await app.text.contains("80.25  B"))
    var hits = [fault.hits]
    for _ in 0..<2 {
      await app.type("<enter>")
      clock.advance(by: .seconds(61))
      await app.type("<esc>")
      hits.append(fault.hits)
    }
    // What may pass is tried several times each time.
    #expect(Set(hits).count == requests)
    // A user who asks for them gets the reason.
    await app.type("n")
    #expect(fault.hits > hits[2])
  }
}
