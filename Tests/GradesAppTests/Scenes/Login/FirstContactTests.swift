import AppTestSupport
import Foundation
import TestSupport
import Testing

/// A person who has just installed the program and is not logged in.
@Suite("The first contact", .inTurn)
struct FirstContactTests {
  private static let client = ["grades-demo", "grades-demo-secret"]

  /// A program at the service's addresses, with everything but a client.
  private func program(_ desk: LoginDesk) throws -> Program {
    try desk.programByAddress(clientID: "", clientSecret: "")
  }

  @Test("A command at a terminal leads to a login and goes on")
  func wayIn() async throws {
    let desk = try await LoginDesk()
    let program = try program(desk)
    let run = await program("courses", width: 80, input: Self.client, browser: desk.browser())
    #expect(run.status == 0)
    for part in [
      "https://auth.fit.cvut.cz/manager/", "http://127.0.0.1:\(desk.port)/callback",
      "cvut:grades:user-read", "cvut:grades:user-write", "grades login --demo",
    ] {
      #expect(run.said.contains(part), "\(part)")
    }
    #expect(run.out.contains("XI-LOG.23"))
    #expect(!(run.out + run.err).contains("grades-demo-secret"))
    let file = program.paths.configurationFile
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("grades-demo-secret") && text.contains("redirect-uri"))
    // The next time there is nothing to ask.
    #expect(await program("courses").status == 0)
  }

  @Test("With a client there is only the question whether to log in")
  func loginOnly() async throws {
    let desk = try await LoginDesk()
    let program = try desk.programByAddress()
    let no = await program("courses", width: 80, input: ["n"], browser: desk.browser())
    #expect(no.status == 77)
    let yes = await program("courses", width: 80, input: ["y"], browser: desk.browser())
    #expect(yes.status == 0)
    #expect(yes.said.contains("Log in now? [y]es, [n]o ›"))
  }

  @Test("grades login asks for the client at a terminal")
  func login() async throws {
    let desk = try await LoginDesk()
    let program = try program(desk)
    let empty = await program("login", input: [""], browser: desk.browser())
    #expect(empty.status == 130)
    #expect(empty.said.hasSuffix("Cancelled.\n"))
    let run = await program("login", input: Self.client, browser: desk.browser())
    #expect(run.status == 0)
    #expect(run.said.contains("Logged in as Adéla Zkušební (zkusade1)."))
  }

  @Test("A wrong secret is said and asked for again")
  func wrongSecret() async throws {
    let desk = try await LoginDesk()
    let program = try program(desk)
    let run = await program(
      "login", input: ["grades-demo", "wrong"] + Self.client, browser: desk.browser())
    #expect(run.status == 0, "\(run.err)")
    #expect(run.said.contains("rejected this client ID or secret"))
    #expect(run.said.contains("Logged in as Adéla Zkušební (zkusade1)."))
  }

  @Test("In the app the client is typed, too")
  func app() async throws {
    let desk = try await LoginDesk()
    let app = try program(desk).open(browser: desk.browser())
    await app.text(with: "Where do you want to log in?")
    await app.type("<enter>")
    await app.text(with: "Client ID and secret are missing.")
    await app.type("<enter>")
    await app.text(with: "┌─ Client ID")
    await app.type("grades-demo<enter>")
    await app.text(with: "┌─ Client secret")
    #expect(await app.type("wrong").contains("•••••"))
    app.press("<enter>")
    // The id stays; the right secret goes on.
    await app.text(with: "rejected the client ID or secret")
    await app.type("<enter><enter>")
    await app.text(with: "┌─ Client secret")
    app.press("grades-demo-secret<enter>")
    await app.text(with: "XI-LOG.23")
    _ = await app.hangUp()
  }

  @Test("Without a terminal nothing is asked, and the error says what to register")
  func noTerminal() async throws {
    let desk = try await LoginDesk()
    let program = try program(desk)
    let courses = await program("courses")
    #expect(courses.status == 77)
    #expect(courses.said.hasSuffix("Log in with “grades login”.\n"))
    let login = await program("login")
    #expect(login.status == 78)
    #expect(
      login.said.contains(
        "redirect URI http://127.0.0.1:\(desk.port)/callback, scope cvut:grades:user-read"))
  }
}
