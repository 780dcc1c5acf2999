import AppTestSupport
import Foundation
import TestSupport
import Testing

/// Reading is what a login asks for; changing grades is asked for when it is wanted.
@Suite("Permission to change grades", .inTurn)
struct WritingAccessTests {
  private static let teacher = PageVisitor(username: "ucitezk1", password: "teacher-demo")

  /// The scopes in the address that the program printed last.
  private func scopes(_ said: String) throws -> String? {
    let text = try #require(said.matches(of: #/http:\S+/oauth/authorize\?\S+/#).last)
    let address = try #require(URLComponents(string: String(text.0)))
    return address.queryItems?.first { $0.name == "scope" }?.value
  }

  @Test("A login asks for reading, and with --teach for writing too; status says which")
  func login() async throws {
    let desk = try await LoginDesk()
    let reading = await desk.program("login", browser: desk.browser(Self.teacher))
    #expect(reading.status == 0)
    #expect(try scopes(reading.err) == "cvut:grades:user-read")
    let access = await desk.program("status").lines.first { $0.hasPrefix("Access") }
    #expect(access?.hasSuffix("read-only") == true)

    let writing = await desk.program("login --teach", browser: desk.browser(Self.teacher))
    #expect(try scopes(writing.err) == "cvut:grades:user-read cvut:grades:user-write")
    let more = await desk.program("status --lang cs").lines.first { $0.hasPrefix("Oprávnění") }
    #expect(more?.replacing("\u{A0}", with: " ").hasSuffix("čtení a změny známek") == true)

    // Who has the permission keeps it.
    let again = await desk.program("login", browser: desk.browser(Self.teacher))
    #expect(try scopes(again.err) == "cvut:grades:user-read cvut:grades:user-write")
  }

  @Test("Publishing without it is explained; nothing is sent, and the drafts are kept")
  func refused() async throws {
    let desk = try await LoginDesk()
    _ = await desk.program("login", browser: desk.browser(Self.teacher))
    let run = await desk.program("set XI-ZPT.23 zkusade1:du1=7 --yes")
    #expect(run.status == 77)
    #expect(
      run.said.hasSuffix(
        "This login can only read grades. To change grades or items, log in with "
          + "“grades login --teach”.\n"))
    #expect(!desk.service.control.requestLog.contains { $0.method == "PUT" })
    #expect(await desk.program("drafts").out.contains("zkusade1"))
  }

  @Test("At a terminal the first publishing offers the login, and goes on after it")
  func firstPublishing() async throws {
    let desk = try await LoginDesk()
    _ = await desk.program("login", browser: desk.browser(Self.teacher))
    let run = await desk.program(
      "set XI-ZPT.23 zkusade1:du1=7", input: ["y", "y"], browser: desk.browser(Self.teacher))
    #expect(run.status == 0)
    #expect(run.said.contains("Your login is read-only, so nothing was sent."))
    #expect(try scopes(run.err) == "cvut:grades:user-read cvut:grades:user-write")
    #expect(desk.service.control.requestLog.filter { $0.method == "PUT" }.count == 1)

    let no = await desk.program(
      "set XI-ZPT.23 zkusade1:du1=8", input: ["y"], browser: desk.browser(Self.teacher))
    #expect(no.status == 0)
  }

  @Test("In the app, applying a structure offers the login, and the edits are kept")
  func structure() async throws {
    let desk = try await LoginDesk()
    _ = await desk.program("login", browser: desk.browser(Self.teacher))
    let app = desk.program.open("--open structure XI-ZPT.23", columns: 80, rows: 24)
    await app.pressing("/du1<enter><esc>vp")
    #expect(await app.type("y").contains("Log in again to publish?"))
    #expect(!desk.service.control.requestLog.contains { $0.method == "PUT" })
    #expect(await app.type("<esc>").contains("1 edited item"))
  }

  @Test("Another person who logs in for it does not send the first one's changes")
  func anotherPerson() async throws {
    let desk = try await LoginDesk()
    _ = await desk.program("login", browser: desk.browser(Self.teacher))
    let run = await desk.program(
      "set XI-ZPT.23 zkusade1:du1=7", input: ["y", "y"], browser: desk.browser())
    #expect(run.status == 77)
    #expect(!desk.service.control.requestLog.contains { $0.method == "PUT" })
  }

  @Test("Scopes can be configured, and a rejection names those that have to be registered")
  func configured() async throws {
    let desk = try await LoginDesk()
    let redirect = "http://127.0.0.1:\(desk.port)/callback"
    try desk.program.write(
      Data(
        """
        {"hosts": {"demo": {"redirect-uri": "\(redirect)", "scopes": ["cvut:grades:user-read",
         "cvut:grades:more"]}}}
        """.utf8), to: desk.program.paths.configurationFile)
    let run = await desk.program("login", browser: desk.browser())
    #expect(run.status == 77)
    #expect(
      run.said.contains(
        """
        The application is not registered for all of these scopes: cvut:grades:user-read, \
        cvut:grades:more. Add them
        """.trimmingCharacters(in: .newlines)))
  }
}
