import AppTestSupport
import ClientTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// The Courses scene in a window: how it follows the window's size, and the course beside the list.
@Suite("Courses on a screen", .inTurn)
struct CoursesScreenTests {
  private func app(columns: Int, rows: Int) async throws -> RunningApp {
    try await Program.signedIn(to: .shared(), as: "obojial1").open(columns: columns, rows: rows)
  }

  @Test("In a wide window the focused course is beside the list")
  func beside() async throws {
    let app = try await app(columns: 200, rows: 20)
    await expectFrame("CoursesScreen/at200", app.frame)
    // What is beside the list follows the focus; a course that is taught has no results.
    #expect(await app.pressing("<down>").contains("71 of 100"))
    #expect(await !app.pressing("<end>").contains("71 of 100"))
    // A narrower window has the list alone, and a wider one asks for the course that is focused then.
    #expect(await !app.resize(columns: 139, rows: 20).contains("│"))
    _ = await app.pressing("<home>")
    #expect(await app.resize(columns: 140, rows: 20).contains("│"))
    #expect(await app.pressing("<enter><esc>").contains("│"))
  }

  @Test("A list that is moved over asks for no results on the way")
  func politely() async throws {
    let (program, service) = try await Program.atService()
    let app = program.open(columns: 160, rows: 20)
    #expect(await app.text.contains("20 of 20 points"))
    service.control.resetRequestLog()
    app.press("<down><down><down><down><down>")
    await app.text(with: "79 of 100")
    let courses = service.control.requestLog.filter {
      $0.path.contains("/student-classifications/")
    }
    #expect(courses.count <= 1)
  }

  @Test("Results that cannot be loaded beside the list say so, and are asked for again")
  func failedBeside() async throws {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    program.requestClock = SteppedClock().requestClock
    let fault = service.control.add(
      Fault("GET", "/XI-BEZ.22/student-classifications", times: nil, .answer(status: 500)))
    let app = program.open(columns: 160, rows: 20)
    #expect(await app.text.contains("The results could not be loaded."))
    fault.remove()
    let shown = await app.pressing("<down><up>")
    #expect(!shown.contains("could not be loaded") && shown.contains("20 of 20 points"))
  }

  @Test("A course that is focused again while it is loaded beside the list is not asked for twice")
  func loadedOnce() async throws {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    program.requestClock = SteppedClock().requestClock
    let path = "/XI-BEZ.22/student-classifications"
    let slow = service.control.add(Fault("GET", path, .hangBeforeHandling))
    let app = program.open(columns: 160, rows: 20)
    await slow.waitUntilHit()
    app.press("<down>")
    await app.text(with: "▌ XI-DAT.23")
    app.press("<up>")
    await app.text(with: "▌ XI-BEZ.22")
    slow.release()
    #expect(await app.text.contains("20 of 20 points"))
    #expect(service.control.requestLog.count { $0.path.contains(path) } == 1)
  }
}
