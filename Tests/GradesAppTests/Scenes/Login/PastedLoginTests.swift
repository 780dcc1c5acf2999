import AppTestSupport
import Foundation
import TestSupport
import Testing

/// `grades login --no-browser`: the address goes to another computer, the answer is pasted.
@Suite("Logging in without a browser on this machine", .inTurn)
struct PastedLoginTests {
  @Test("The pasted address is all that is needed")
  func success() async throws {
    let desk = try await LoginDesk()
    let run = await desk.program.run(["login", "--no-browser"], answering: answer)
    #expect(run.status == 0)
    #expect(run.out == "")
    #expect(
      desk.plain(run.err) == """
        Open this address in a browser on any computer and log in:

        ADDRESS

        The browser will then show an error page; this is expected. Paste the full address of that page here.
        Address › Logged in as Adéla Zkušební (zkusade1).
        Roles: student
        Semester: Winter 2026/27 (B261)

        """)
    #expect(await desk.program("courses").status == 0)
  }

  @Test("The address stays whole in a terminal that is narrower", arguments: [20, 80])
  func wholeAddress(width: Int) async throws {
    let desk = try await LoginDesk()
    let run = await desk.program.run(
      ["login", "--no-browser"], errorWidth: width, answering: answer)
    #expect(run.status == 0)
    let others = desk.plain(run.err).split(separator: "\n").filter { !$0.contains(" › ") }
    #expect(others.contains("ADDRESS"))
    #expect(others.allSatisfy { $0.count <= width })
  }

  @Test("What does not belong here may be pasted again")
  func again() async throws {
    let desk = try await LoginDesk()
    let pasted = Occurrences<String>()
    let run = await desk.program.run(["login", "--no-browser"]) { said in
      switch pasted.record(said) {
      case 0: "hello"
      case 1: "http://127.0.0.1:\(desk.port)/callback?code=abcdef&state=another"
      default: await answer(said)
      }
    }
    #expect(run.status == 0)
    #expect(pasted.all.count == 3)
    #expect(
      run.err.contains(
        """
        Address › This is not the address the browser ended on; it must contain “code=” and \
        “state=”.
        Address › The browser’s response belongs to another login, so it was ignored. Log in \
        again.
        Address › Logged in as Adéla Zkušební (zkusade1).
        """))
  }

  @Test("The end of the input gives up")
  func endOfInput() async throws {
    let desk = try await LoginDesk()
    let run = await desk.program.run(["login", "--no-browser", "--lang", "cs"], piped: [])
    #expect(run.status == 130)
    #expect(run.said.hasSuffix("Zrušeno.\n"))
  }

  /// Signs in elsewhere and copies the address of the page that cannot be shown.
  private let answer: @Sendable (String) async -> String? = { said in
    guard let address = LoginDesk.address(in: said) else { return nil }
    return try? await LoginDesk.student.wayBack(from: address).absoluteString
  }
}
