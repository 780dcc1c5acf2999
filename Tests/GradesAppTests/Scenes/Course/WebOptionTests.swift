import AppTestSupport
import Foundation
import GradesApp
import Synchronization
import Testing

/// Grades in the browser, from the command line.
@Suite("Grades in the browser")
struct WebOptionTests {
  @Test(
    "The start page opens, without a login", arguments: ["group XI-AAA.23", "course XI-AAA.23"])
  func opens(command: String) async throws {
    let opened = Mutex<[String]>([])
    let program = try Program()
    let run = await program(
      command + " --web",
      browser: Browser { url in
        opened.withLock { $0.append(url.absoluteString) }
        return true
      })
    #expect(run.status == 0)
    #expect(run.out == "https://grades.fit.cvut.cz/\n")
    #expect(run.err.hasPrefix("Opening the start page"))
    #expect(opened.withLock { $0 } == ["https://grades.fit.cvut.cz/"])
  }

  @Test("The demo has no pages")
  func demo() async throws {
    let run = await (try Program())("group XI-AAA.23 --web --host demo")
    #expect(run.status == 64 && run.out == "")
    #expect(run.err == "Error: The demo has no web pages.\n")
  }

  @Test("Without a browser the address is printed, and that is said")
  func nowhere() async throws {
    let run = await (try Program())("group XI-AAA.23 --web")
    #expect(run.status == 0)
    #expect(run.out == "https://grades.fit.cvut.cz/\n")
    #expect(run.err.hasSuffix("\nCould not start a browser; open the address yourself.\n"))
  }
}
