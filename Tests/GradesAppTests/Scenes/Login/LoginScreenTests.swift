import AppTestSupport
import Foundation
import GradesApp
import TestSupport
import Testing

/// The Login scene in a window: what is seen.
@Suite("Logging in in the app, as it looks", .inTurn)
struct LoginScreenTests {
  /// The path of a configuration that belongs to no user, so that its path is always the same.
  private static let nowhere = ["XDG_CONFIG_HOME": "/invented"]

  @Test("Where to log in")
  func choosing() async throws {
    let program = try Program(environment: Self.nowhere)
    let app = program.open(rows: 16)
    await expectFrame("LoginScreen/choosing", app.text)
    let unset = await app.type("<enter>")
    expectFrame("LoginScreen/choosing-2", unset)
    await app.type("<esc><end>")
    #expect(
      await app.text.contains(
        """
        ▌ As a student who also teaches

         This is a demo: the service, its courses and its people are made up and exist
         only on this computer.

        """))
    await app.type("<esc>")
    #expect(await app.end().status == 0)
  }

  @Test("In Czech in a narrow, low window; what does not fit is scrolled")
  func narrow() async throws {
    let program = try Program(environment: Self.nowhere)
    let app = program.open("--lang cs", columns: 40, rows: 14)
    await expectFrame("LoginScreen/narrow", program.plain(app.text))
    await app.type("<enter>")
    await expectFrame("LoginScreen/narrow-2", program.plain(app.resize(columns: 40, rows: 9)))
    await expectFrame("LoginScreen/narrow-3", program.plain(app.type("<end>")))
  }

  @Test("The address stands whole and without blanks from edge to edge", arguments: [40, 80, 120])
  func address(columns: Int) async throws {
    let desk = try await LoginDesk()
    let app = desk.program.open(columns: columns, rows: 24, browser: desk.idleBrowser)
    _ = await app.text
    app.press("<enter>")
    let address = try await desk.opened.first(1)[0].absoluteString
    let shown = await app.text(with: "paste the address")
    #expect(shown.split(separator: "\n").joined().contains(address))
    #expect(shown.contains("p paste the address  Esc cancel"))
    if columns == 80 {
      let lines = shown.split(separator: "\n", omittingEmptySubsequences: false)
      expectFrame("LoginScreen/address", lines[..<4].joined(separator: "\n"))
      // The address above is now longer, now shorter.
      let below = lines.drop { !$0.hasPrefix(" The program") }
      expectFrame("LoginScreen/address-2", below.filter { !$0.isEmpty }.joined(separator: "\n"))
      app.press("o")
      _ = try await desk.opened.first(2)
    }
    #expect(await app.hangUp().status == 130)
  }
}
