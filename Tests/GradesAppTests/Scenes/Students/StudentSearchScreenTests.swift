import AppTestSupport
import GradesTesting
import Terminal
import TestSupport
import Testing

/// The Student search scene in a window.
@Suite("Student search on a screen", .inTurn)
struct StudentSearchScreenTests {
  @Test("Typing a name shows fewer and fewer students, and one is opened")
  func typing() async throws {
    let app = try await opened("XI-ZPT.23", columns: 80, rows: 12)
    await expectFrame("StudentSearchScreen/typing", app.text)
    await expectFrame("StudentSearchScreen/typing-2", app.type("TA an<down>"))
    // The cursor stays where the next letter goes.
    #expect(await app.cursor == Position(column: 8, row: 9))
  }

  @Test("40 columns, in Czech: long sentences are wrapped")
  func narrow() async throws {
    let app = try await opened("XI-ZPT.23 --lang cs", columns: 40, rows: 11)
    await expectFrame("StudentSearchScreen/narrow", app.pressing("zack"))
    await expectFrame("StudentSearchScreen/narrow-2", app.pressing("anda"))
    #expect(await app.type("<enter>").contains(" Nic není vybráno."))
    #expect(await app.type("<c-u>").contains("30 studentů"))
  }

  @Test("Every letter is text, also those that are keys elsewhere; a paste is one line")
  func text() async throws {
    let app = try await opened("XI-ZPT.23", columns: 60, rows: 10)
    #expect(await app.type("q?rjk, ").contains(" / q?rjk,"))
    await app.type("<c-u>")
    #expect(await app.paste("Stanislav\nDruhý").contains("▌Druhý"))
    #expect(await app.type("<c-u><end><pagedown><pagedown>").contains("▌Dušková"))
    // Esc goes back to the group behind, and no search comes with it.
    #expect(await !app.type("<esc>").contains("Student search"))
  }

  private func opened(_ arguments: String, columns: Int, rows: Int) async throws -> RunningApp {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    return program.open("--open students \(arguments)", columns: columns, rows: rows)
  }
}
