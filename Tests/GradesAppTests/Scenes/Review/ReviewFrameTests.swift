import AppTestSupport
import Terminal
import TestSupport
import Testing

/// What the Review scene looks like with all kinds of drafts.
@Suite("The frames of a review", .inTurn)
struct ReviewFrameTests {
  @Test("80 columns: old and new, remarks, the focused draft in full, the sums")
  func english() async throws {
    let teacher = try await ReviewScreenTests.reviewing()
    let app = teacher.review(rows: 16)
    await expectFrame("ReviewFrame/english", app.frame)
    await expectFrame("ReviewFrame/english-2", app.pressing("<down><down><space>"))
    #expect(await app.cursor == Position(column: 0, row: 6))
    await expectFrame("ReviewFrame/english-3", app.pressing("p"))
  }

  @Test("Long texts leave room for the students")
  func longTexts() async throws {
    let teacher = try await Teacher.working()
    let draft =
      "set XI-ZPT.23 capekka1:slovne=Výborné,_jen_závěr_chybí. capekka1:du2=8 --draft"
    #expect(await teacher(draft).status == 0)
    let app = teacher.review("--lang cs", columns: 40, rows: 14)
    await expectFrame("ReviewFrame/longTexts", app.frame)
  }

  @Test("40 columns: names shrink, remarks stand below; resizing measures the columns again")
  func narrow() async throws {
    let teacher = try await ReviewScreenTests.reviewing()
    let app = teacher.review(columns: 40, rows: 15)
    await expectFrame("ReviewFrame/narrow", app.frame)
    #expect(await app.resize(columns: 120, rows: 14).contains("Username"))
    #expect(await !app.resize(columns: 40, rows: 15).contains("Username"))
  }
}
