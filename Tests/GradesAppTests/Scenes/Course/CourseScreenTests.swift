import AppTestSupport
import TestSupport
import Testing

/// The Course scene in a window: the totals, the tree, and all about the focused item.
@Suite("A course on a screen", .inTurn)
struct CourseScreenTests {
  private func app(
    _ arguments: String, columns: Int, rows: Int = 16, settings: [String] = []
  ) async throws -> RunningApp {
    let program = try await Program.signedIn(to: .shared())
    for setting in settings { #expect(await program("settings set \(setting)").status == 0) }
    return program.open(arguments, columns: columns, rows: rows)
  }

  @Test("At 40 columns, marks stand for bounds, and what has no room stands below")
  func at40() async throws {
    let app = try await app("--open course XI-ZPT.23", columns: 40)
    await expectFrame("CourseScreen/at40", app.pressing("<down><down><down>"))
    #expect(await app.cursor?.row == 8)
  }

  @Test("The least window keeps numbers whole")
  func least() async throws {
    let app = try await app("--open course XI-PRJ.22", columns: 30, rows: 9)
    await expectFrame("CourseScreen/least", app.pressing("<down><down>"))
  }

  @Test("Nothing is graded: dashes, and no minimum is missed yet")
  func ungraded() async throws {
    let app = try await app("--open course XI-TEO.24", columns: 60)
    await expectFrame("CourseScreen/ungraded", app.frame)
    await expectFrame("CourseScreen/ungraded-2", app.pressing("u"))
  }

  @Test("Hiding what is not graded holds in every course, and in the settings")
  func ungradedEverywhere() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "zkusade1")
    let app = program.open(columns: 80, rows: 20)
    #expect(await app.pressing("<enter>u").contains("u show ungraded"))
    #expect(await app.pressing("<esc><down><enter>").contains("u show ungraded"))
    // Back in the first course, a scene that stayed open has it too.
    #expect(await app.pressing("u<esc><up><enter>").contains("u hide ungraded"))
    #expect(await program("settings --json").out.contains("\"hideUngraded\": false"))
    _ = await app.pressing("u")
    _ = await app.hangUp()
    #expect(await program("settings --json").out.contains("\"hideUngraded\": true"))
  }

  @Test("A course without items")
  func empty() async throws {
    let app = try await app("--open course XI-TVA", columns: 60, rows: 10)
    await expectFrame("CourseScreen/empty", app.frame)
    #expect(await app.pressing("<enter>").contains("No evaluation items."))
  }
}
