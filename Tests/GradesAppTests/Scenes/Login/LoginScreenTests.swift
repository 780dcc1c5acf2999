import Foundation
import GradesApp
import GradesServer
import TestSupport
import Testing

/// The Login scene in a window.
@Suite("Logging in in the app")
struct LoginScreenTests {
  @Test func pictures() async throws {
    let program = try Program()
    for (options, columns, rows) in [("", 80, 16), ("--lang cs", 40, 14), ("--lang cs", 120, 16)] {
      let app = program.open(options, columns: columns, rows: rows)
      print(await app.text)
      print(await app.type("<enter>"))
      print(await app.type("<down>"))
      print(await app.type("<esc><end>"))
      print(await app.type("?"))
      _ = await app.hangUp()
    }
    let desk = try await LoginDesk()
    for (options, columns, rows) in [("", 80, 20), ("--lang cs", 40, 14), ("--lang cs", 120, 16)] {
      let app = desk.program.open(options, columns: columns, rows: rows)
      await app.text
      app.press("<enter>")
      print(await app.text(with: "authorize"))
      app.press("p")
      print(await app.text(with: "─ "))
      _ = await app.hangUp()
    }
  }
}
