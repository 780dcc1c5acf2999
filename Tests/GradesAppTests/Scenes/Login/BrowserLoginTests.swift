import AppTestSupport
import ClientTestSupport
import Foundation
import GradesApp
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// `grades login`: the browser goes through the service's real pages and comes back.
@Suite("Logging in with a browser", .inTurn)
struct BrowserLoginTests {
  @Test("Says where to go, waits, and says who is in")
  func success() async throws {
    let desk = try await LoginDesk()
    let run = await desk.program("login", browser: desk.browser())
    #expect(run.status == 0)
    #expect(run.out == "")
    #expect(
      desk.plain(run.err) == """
        Opening the login page in your browser. If it does not open, go to this address:

        ADDRESS

        Waiting for you to log in… (press Ctrl-C to cancel)
        Logged in as Adéla Zkušební (zkusade1).
        Roles: student
        Semester: Winter 2026/27 (B261)

        """)
    let page = try await desk.pages.first(1)[0]
    #expect(page.contains("<h1>You are logged in</h1>"))
    #expect(page.contains("You can close this page and go back to the terminal."))

    let file = try desk.program.paths.credentialsFile
    #expect(try permissions(of: file) == 0o600)
    #expect(try permissions(of: file.deletingLastPathComponent()) == 0o700)
    let courses = await desk.program("courses")
    #expect(courses.status == 0)
    #expect(courses.lines.first?.hasSuffix("Adéla Zkušební") == true)
  }

  @Test("Without a browser on this machine, the user opens the address")
  func noBrowser() async throws {
    let desk = try await LoginDesk()
    let run = await desk.program.run(
      ["login"],
      listening: { piece in
        guard let address = LoginDesk.address(in: piece) else { return }
        Task { await desk.visit(address) }
      })
    #expect(run.status == 0)
    #expect(
      desk.plain(run.err).hasPrefix(
        """
        Could not open a browser. Open the address yourself, or log in with --no-browser.

        ADDRESS

        Waiting for you to log in… (press Ctrl-C to cancel)
        Logged in as Adéla Zkušební (zkusade1).

        """))
  }

  @Test("A no in the browser")
  func denial() async throws {
    let desk = try await LoginDesk()
    let person = PageVisitor(username: "zkusade1", password: "student-demo", decision: .deny)
    let run = await desk.program("login", browser: desk.browser(person))
    #expect(run.status == 77)
    #expect(
      run.err.hasSuffix(
        """
        Error: Access was denied in the browser, so you are not logged in. \
        To log in, start again and allow access.

        """))
    #expect(try await desk.pages.first(1)[0].contains("<h1>You are not logged in.</h1>"))
    #expect(await desk.program("courses").status == 77)
  }

  @Test("Nobody comes back in time")
  func timeout() async throws {
    var desk = try await LoginDesk()
    desk.program.requestClock = SteppedClock().requestClock
    let run = await desk.program("login")
    #expect(run.status == 77)
    #expect(
      run.err.hasSuffix(
        "Error: Login timed out: it was not completed in the browser. Log in again.\n"))
  }

  @Test("Another program has the port")
  func busyPort() async throws {
    let other = try PlainGreeter()
    let desk = try await LoginDesk(returningTo: other.port)
    let run = await desk.program("login", browser: desk.browser())
    #expect(run.status == 69)
    #expect(
      run.err == """
        Error: Port \(other.port), needed for the login, is in use by another program. Close that program, or log in with --no-browser.

        """)
  }

  @Test("Without a client nobody is sent to the browser for nothing")
  func noClient() async throws {
    let program = try Program()
    let run = await program(
      "login",
      browser: Browser { _ in
        Issue.record("The browser was opened.")
        return true
      })
    #expect(run.status == 78)
    #expect(
      program.plain(run.err) == """
        Error: Client ID and secret are missing. Register an application at \
        https://auth.fit.cvut.cz/manager/ (redirect URI http://127.0.0.1:8765/callback, \
        scope cvut:grades:user-read; to publish grades, also cvut:grades:user-write). Then run “grades login” in a terminal and enter them, \
        or set them in HOME/.config/grades/config.json (“client-id”, “client-secret”) \
        or in GRADES_CLIENT_ID and GRADES_CLIENT_SECRET.

        """)
  }

  private func permissions(of file: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    return try #require(attributes[.posixPermissions] as? Int)
  }
}
