import AppTestSupport
import Foundation
import GradesServer
import TestSupport
import Testing

/// The Courses scene in a window: both sections, in both languages.
@Suite("Courses on a screen", .inTurn)
struct CoursesScreenTests {
  private func app(_ arguments: String = "", columns: Int, rows: Int = 14) async throws
    -> RunningApp
  {
    let program = try await Program.signedIn(to: .shared(), as: "obojial1")
    return program.open(arguments, columns: columns, rows: rows)
  }

  @Test("At 40 columns") func at40() async throws {
    let app = try await app(columns: 40)
    let picture = await app.picture
    expectFrame("CoursesScreen/at40", picture)
    _ = await app.hangUp()
  }

  @Test("At 80 columns") func at80() async throws {
    let app = try await app(columns: 80)
    let picture = await app.picture
    expectFrame("CoursesScreen/at80", picture)
    #expect(await app.cursor?.row == 3)
    _ = await app.hangUp()
  }

  @Test("At 120 columns") func at120() async throws {
    let app = try await app(columns: 120)
    let picture = await app.picture
    expectFrame("CoursesScreen/at120", picture)
    _ = await app.hangUp()
  }

  @Test("At 40 columns in Czech") func czechAt40() async throws {
    let app = try await app("--lang cs", columns: 40)
    let picture = await app.picture
    expectFrame("CoursesScreen/czechAt40", picture)
    _ = await app.hangUp()
  }

  @Test("At 80 columns in Czech") func czechAt80() async throws {
    let app = try await app("--lang cs", columns: 80)
    let picture = await app.picture
    expectFrame("CoursesScreen/czechAt80", picture)
    _ = await app.hangUp()
  }

  @Test("At 120 columns in Czech") func czechAt120() async throws {
    let app = try await app("--lang cs", columns: 120)
    let picture = await app.picture
    expectFrame("CoursesScreen/czechAt120", picture)
    _ = await app.hangUp()
  }

  @Test("A window that is too small says so, and shows the courses again when it grows")
  func small() async throws {
    let app = try await app(columns: 80)
    let before = await app.picture
    #expect(
      await app.resize(columns: 29, rows: 8).contains("too small"))
    #expect(await app.resize(columns: 80, rows: 14).replacing("\u{A0}", with: " ") == before)
    _ = await app.hangUp()
  }
}
