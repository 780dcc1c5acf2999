import AppTestSupport
import TestSupport
import Testing

/// The About scene in a window.
@Suite("About on a screen", .inTurn)
struct AboutScreenTests {
  private func app(_ arguments: String = "", columns: Int, rows: Int) async throws -> RunningApp {
    let program = try await Program.signedIn(to: .shared())
    return program.open(arguments + " --open about", columns: columns, rows: rows)
  }

  @Test("At 40 columns it scrolls, to the end and no further")
  func at40() async throws {
    let app = try await app(columns: 40, rows: 16)
    await expectFrame("AboutScreen/at40", app.frame)
    await expectFrame("AboutScreen/at40-2", app.pressing("<end><down>"))
    #expect(await app.pressing("<home>").contains("grades 0.1.0"))
    _ = await app.hangUp()
  }

  @Test("At 80 columns") func at80() async throws {
    let app = try await app(columns: 80, rows: 30)
    await expectFrame("AboutScreen/at80", app.frame)
    #expect(await app.pressing("<down>").contains("Nothing more to show."))
    _ = await app.hangUp()
  }

  @Test("At 120 columns in Czech") func czechAt120() async throws {
    let app = try await app("--lang cs", columns: 120, rows: 30)
    await expectFrame("AboutScreen/czechAt120", app.frame)
    _ = await app.hangUp()
  }

  @Test("At 40 columns in Czech") func czechAt40() async throws {
    let app = try await app("--lang cs", columns: 40, rows: 16)
    await expectFrame("AboutScreen/czechAt40", app.pressing("<pagedown>"))
    _ = await app.hangUp()
  }
}
