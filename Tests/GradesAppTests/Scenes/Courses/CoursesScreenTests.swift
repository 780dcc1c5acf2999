import AppTestSupport
import ClientTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// The Courses scene in a window: both sections, in both languages.
@Suite("Courses on a screen", .inTurn)
struct CoursesScreenTests {
  private func app(_ arguments: String = "", columns: Int, rows: Int = 14) async throws
    -> RunningApp
  {
    let program = try await Program.signedIn(to: .shared(), as: "obojial1")
    return program.open(arguments, columns: columns, rows: rows)
  }

  @Test("At 40 columns") func at40() async throws {
    let app = try await app(columns: 40)
    let frame = await app.frame
    expectFrame("CoursesScreen/at40", frame)
    _ = await app.hangUp()
  }

  @Test("At 80 columns") func at80() async throws {
    let app = try await app(columns: 80)
    let frame = await app.frame
    expectFrame("CoursesScreen/at80", frame)
    #expect(await app.cursor?.row == 3)
    _ = await app.hangUp()
  }

  @Test("At 120 columns") func at120() async throws {
    let app = try await app(columns: 120)
    let frame = await app.frame
    expectFrame("CoursesScreen/at120", frame)
    _ = await app.hangUp()
  }

  @Test("At 40 columns in Czech") func czechAt40() async throws {
    let app = try await app("--lang cs", columns: 40)
    let frame = await app.frame
    expectFrame("CoursesScreen/czechAt40", frame)
    _ = await app.hangUp()
  }

  @Test("At 80 columns in Czech") func czechAt80() async throws {
    let app = try await app("--lang cs", columns: 80)
    let frame = await app.frame
    expectFrame("CoursesScreen/czechAt80", frame)
    _ = await app.hangUp()
  }

  @Test("At 120 columns in Czech") func czechAt120() async throws {
    let app = try await app("--lang cs", columns: 120)
    let frame = await app.frame
    expectFrame("CoursesScreen/czechAt120", frame)
    _ = await app.hangUp()
  }

  @Test("A window that is too small says so, and shows the courses again when it grows")
  func small() async throws {
    let app = try await app(columns: 80)
    let before = await app.frame
    #expect(
      await app.resize(columns: 29, rows: 8).contains("too small"))
    #expect(await app.resize(columns: 80, rows: 14).replacing("\u{A0}", with: " ") == before)
    _ = await app.hangUp()
  }

  @Test("In a wide window the focused course is beside the list", arguments: ["en", "cs"])
  func beside(language: String) async throws {
    let program = try await Program.signedIn(to: .shared(), as: "obojial1")
    let app = program.open("--lang \(language)", columns: 200, rows: 20)
    await expectFrame("CoursesScreen/at200-\(language)", app.frame)
    // What is beside the list follows the focus; a course that is taught has no results.
    #expect(await app.pressing("<down>").contains("71 of 100") == (language == "en"))
    let taught = await app.pressing("<end>")
    #expect(!taught.contains("71 " + (language == "en" ? "of" : "z") + " 100"))
    // A narrower window has the list alone, and a wider one asks for the course that is focused then.
    #expect(await !app.resize(columns: 139, rows: 20).contains("│"))
    _ = await app.pressing("<home>")
    #expect(await app.resize(columns: 140, rows: 20).contains("│"))
    #expect(await app.pressing("<enter><esc>").contains("│"))
    _ = await app.hangUp()
  }

  @Test("A list that is moved over asks for no results on the way")
  func politely() async throws {
    let service = try await TestService.started()
    let program = try await Program.signedIn(to: service)
    let app = program.open(columns: 160, rows: 20)
    #expect(await app.text.contains("20 of 20 points"))
    service.control.resetRequestLog()
    app.press("<down><down><down><down><down>")
    await app.text(with: "79 of 100")
    let courses = service.control.requestLog.filter {
      $0.path.contains("/student-classifications/")
    }
    #expect(courses.count <= 1)
    _ = await app.hangUp()
    await service.stop()
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
    _ = await app.hangUp()
    await service.stop()
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
    _ = await app.hangUp()
    await service.stop()
  }
}
