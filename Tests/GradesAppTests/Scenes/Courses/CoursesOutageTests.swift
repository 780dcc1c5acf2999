import AppTestSupport
import ClientTestSupport
import Foundation
import GradesTesting
import Terminal
import TestSupport
import Testing

/// The Courses scene when the service is slow, silent, away or of no help.
@Suite("Courses without a service", .inTurn)
struct CoursesOutageTests {
  /// A program that has loaded the courses once, and its service.
  private func loaded() async throws -> (Program, TestService) {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service, as: "obojial1")
    program.requestClock = SteppedClock().requestClock
    #expect(await program("courses").status == 0)
    return (program, service)
  }

  @Test("What is stored is shown before the service has answered anything at all")
  func warm() async throws {
    let (original, service) = try await loaded()
    var program = original
    service.control.resetRequestLog()
    let silence = service.control.add(Fault(nil, "/", times: nil, .hangBeforeHandling))
    program.now = { Date.usual.addingTimeInterval(3 * 3600) }
    let app = program.open(columns: 80, rows: 14)
    await silence.waitUntilHit()
    let frame = await app.text(with: "XI-LOG.23")
    let title = frame.replacing("\u{A0}", with: " ").split(separator: "\n")[0]
    #expect(title.hasPrefix("⟳ grades · Courses "))
    #expect(title.hasSuffix(" as of 13:00 · Winter 2026/27"))
    // Keys are not waited for either.
    app.screen.send([.key(.down)])
    #expect(await app.text(with: "▌ XI-LOG.23").contains("⟳"))
    // The answer comes at last, and is as old as it is.
    silence.release()
    await expectFrame("CoursesOutage/warm", app.frame)
  }

  @Test("The answer to a question that is no longer asked is not shown")
  func otherSemesterMeanwhile() async throws {
    let (program, service) = try await loaded()
    let silence = service.control.add(Fault(nil, "/api/", times: 2, .hangBeforeHandling))
    let app = program.open("--semester B261", columns: 80, rows: 20)
    await silence.waitUntilHit(2)
    _ = await app.text(with: "XI-LOG.23")
    for (key, seen) in [
      (Key.character("e"), "Current semester"), (.end, "another one…"), (.up, "▌  Summer 2020/21"),
      (.enter, "in Summer 2020/21"),
    ] {
      app.screen.send([.key(key)])
      _ = await app.text(with: seen)
    }
    silence.release()
    #expect(await app.frame.contains("in Summer 2020/21"))
  }

  @Test("A service that is away: the stored courses, their age, and a word; later the new ones")
  func away() async throws {
    let (original, service) = try await loaded()
    var program = original
    let outage = service.control.add(Fault(nil, "/api/", times: nil, .answer(status: 503)))
    program.now = { Date.usual.addingTimeInterval(26 * 3600) }
    let app = program.open(columns: 80, rows: 14)
    await expectFrame("CoursesOutage/away", app.frame)
    outage.remove()
    let fresh = await app.pressing("r")
    #expect(fresh.contains("as of 15:00 · Winter 2026/27\n"))
  }

  @Test("At 40 columns in Czech the word stays when the rest has no room")
  func awayInCzech() async throws {
    let (program, _) = try await loaded()
    #expect(await program("courses --lang cs").status == 0)
    let app = program.open("--offline --lang cs", columns: 40, rows: 14)
    await expectFrame("CoursesOutage/awayInCzech", app.frame)
  }

  @Test("Nothing stored and no service: why, and refreshing helps")
  func nothing() async throws {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    program.requestClock = SteppedClock().requestClock
    let outage = service.control.add(Fault(nil, "/api/", times: nil, .answer(status: 500)))
    let app = program.open(columns: 60, rows: 10)
    await expectFrame("CoursesOutage/nothing", app.frame)
    outage.remove()
    #expect(await app.pressing("r").contains("▌ XI-BEZ.22"))
  }
}
