import AppTestSupport
import ClientTestSupport
import Foundation
import GradesApp
import TestSupport
import Testing

/// The Login scene in a window: ways in and what comes of them.
@Suite("Logging in in the app", .inTurn)
struct LoginFlowTests {
  private static let welcome = "You are Adéla Zkušební (student)."

  @Test("The browser goes through the real pages and comes back")
  func browser() async throws {
    let desk = try await LoginDesk()
    let app = desk.program.open(rows: 20, browser: desk.browser())
    _ = await app.text
    app.press("<enter>")
    let courses = await app.text(with: Self.welcome)
    #expect(courses.contains(" grades · Courses"))
    #expect(await app.text.contains("XI-ZPT.23"))
    #expect(try await desk.pages.first(1)[0].contains("<h1>You are logged in</h1>"))
    // The next key takes away what was said in passing; there is nowhere else to go back to.
    #expect(!(await app.type("<down>").contains("You are")))
    await app.type("q")
    let run = await app.end()
    #expect(run.status == 0)
    #expect(run.out == "")
    #expect(run.err == "")
    #expect(await desk.program("courses").status == 0)
  }

  @Test("Escape frees the port, and the way in is open again")
  func cancelled() async throws {
    let desk = try await LoginDesk()
    let app = desk.program.open(browser: desk.idleBrowser)
    _ = await app.text
    app.press("<enter>")
    await app.text(with: "Esc cancel")
    _ = try await desk.opened.first(1)
    app.press("<esc>")
    #expect(await app.text.contains("Where do you want to log in?"))
    let (socket, _) = try bindToLoopback(port: desk.port)
    close(socket)
    app.press("<enter>")
    await desk.visit(try await desk.opened.first(2)[1])
    await app.text(with: Self.welcome)
  }

  @Test("Another program has the port: the address is pasted")
  func busyPort() async throws {
    let other = try PlainGreeter()
    let desk = try await LoginDesk(returningTo: other.port)
    let app = desk.program.open(browser: desk.idleBrowser)
    _ = await app.text
    app.press("<enter>")
    await app.text(with: "The browser cannot return to this program")
    let back = try await LoginDesk.student.wayBack(from: try await desk.opened.first(1)[0])
    app.screen.send([.paste(back.absoluteString)])
    await app.text(with: Self.welcome)
  }

  @Test("Nobody comes back in time")
  func timeout() async throws {
    var desk = try await LoginDesk()
    desk.program.requestClock = SteppedClock().requestClock
    let app = desk.program.open()
    _ = await app.text
    app.press("<enter>")
    #expect(
      await app.text.contains(
        " Login timed out: it was not completed in the browser. Log in again.\n"))
    #expect(await app.type("<esc>").contains("Where do you want to log in?"))
  }

  @Test("The demo as a teacher from another host: everything goes on there")
  func demo() async throws {
    let desk = try await LoginDesk()
    let app = desk.program.open()
    await app.pressing("<end><up>")
    app.press("<enter>")
    await app.text(with: "You are Zdeněk Učitel (teacher).")
    #expect(await app.text.contains("Teaching"))
    #expect(desk.service.control.requestLog.isEmpty)
    await app.type("q")
    #expect(await app.end().status == 0)
    var later = desk.program
    later.environment["GRADES_HOST"] = nil
    later.environment["GRADES_API_URL"] = nil
    #expect(await later("status").lines.first == "Host         demo")
  }

  @Test("grades demo opens the app, and where the command line points")
  func demoCommand() async throws {
    let program = try Program(now: { .usual })
    let app = program.open("demo --as both --lang cs", rows: 20)
    await app.text(with: "Jste Alena Obojí")
    _ = await app.hangUp()
    // As the same user, and as another one.
    let again = program.open("demo --as both --open settings", rows: 20)
    #expect(await again.text.hasPrefix("  Demo · grades · Settings"))
    _ = await again.hangUp()
    let unknown = program.open("demo --open course XI-NIC")
    #expect(await unknown.text.contains(" No course XI-NIC in B261. "))
    #expect(await unknown.type("q").hasPrefix("  Demo · grades · Courses"))
    _ = await unknown.hangUp()
    let taught = program.open("demo --as teacher --open course XI-ZPT.23", columns: 100)
    await taught.text(with: "XI-ZPT.23 · ")
    _ = await taught.hangUp()
    let mistake = await program.open("demo --open nothing").end()
    #expect(mistake.status == 64)
    #expect(await program("demo --open courses").status == 64)
  }

  @Test("When the demo cannot start, the app says why, and tries again")
  func demoFault() async throws {
    let program = try Program(now: { .usual })
    let file = program.paths.demoDataFile
    try program.write(Data("This is no database, and it is not short either.".utf8), to: file)
    let app = program.open("demo", columns: 120, rows: 12)
    let text = await app.text
    #expect(text.contains("try again"))
    #expect(text.contains(file.lastPathComponent))
    try FileManager.default.removeItem(at: file)
    app.press("<enter>")
    await app.text(with: Self.welcome)
  }

  @Test("A login that has ended for good is renewed where it was missed")
  func ended() async throws {
    let desk = try await LoginDesk()
    try await desk.program.signIn(to: desk.service)
    let app = desk.program.open(rows: 20, browser: desk.browser())
    #expect(await app.text.contains("XI-ZPT.23"))
    try await desk.service.control.deleteTokens()
    #expect(await app.type("r").contains(" Your session has expired. Press L to log in again.\n"))
    #expect(await app.text.contains("L log in"))
    #expect(await app.type("?").contains("L             log in"))
    await app.type("<esc>")
    #expect(await app.type("L").hasPrefix("  grades · Log in"))
    // Not yet: what is stored can still be looked at.
    #expect(await app.type("<esc>").contains("XI-ZPT.23"))
    await app.type("r")
    await app.type("L")
    app.press("<enter>")
    await app.text(with: Self.welcome)
    #expect(await app.text.contains("XI-ZPT.23"))
    #expect(!(await app.text.contains("Press L")))
  }

  @Test("Offline nobody can log in")
  func offline() async throws {
    let program = try Program()
    let app = program.open("--offline")
    await app.pressing("<end><enter>")
    #expect(await app.text.contains("try again"))
  }
}
