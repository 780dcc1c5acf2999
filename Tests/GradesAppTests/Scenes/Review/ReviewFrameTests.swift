import AppTestSupport
import Terminal
import Testing

/// What the Review scene looks like at the widths of terminals and in both languages.
@Suite("The frames of a review")
struct ReviewFrameTests {
  @Test("80 columns: old and new, remarks, the focused draft in full, the sums")
  func english() async throws {
    try await ReviewScreenTests.reviewing { teacher in
      let app = teacher.review(rows: 16)
      await expectFrame("ReviewFrame/english", app.frame)
      await expectFrame("ReviewFrame/english-2", app.pressing("<down><down><space>"))
      #expect(await app.cursor == Position(column: 0, row: 6))
      await expectFrame("ReviewFrame/english-3", app.pressing("p"))
      _ = await app.hangUp()
    }
  }

  @Test("Long texts leave room for the students, in both languages", arguments: ["en", "cs"])
  func longTexts(language: String) async throws {
    try await Teacher.working { teacher in
      let draft =
        "set XI-ZPT.23 capekka1:slovne=Výborné,_jen_závěr_chybí. capekka1:du2=8 --draft"
      #expect(await teacher(draft).status == 0)
      let app = teacher.program.open(
        "--open drafts XI-ZPT.23 --lang \(language)", columns: 40, rows: 14)
      await expectFrame("ReviewFrame/longTexts-\(language)", app.frame)
      _ = await app.hangUp()
    }
  }

  @Test("80 columns in Czech")
  func czech() async throws {
    try await ReviewScreenTests.reviewing { teacher in
      let app = teacher.review("--lang cs", rows: 16)
      await expectFrame("ReviewFrame/czech", app.frame)
      await expectFrame("ReviewFrame/czech-2", app.pressing("p"))
      _ = await app.hangUp()
    }
  }

  @Test("40 columns: names shrink, remarks stand below")
  func narrow() async throws {
    try await ReviewScreenTests.reviewing { teacher in
      let app = teacher.review(columns: 40, rows: 15)
      await expectFrame("ReviewFrame/narrow", app.frame)
      _ = await app.hangUp()
      let other = teacher.review("--lang cs", columns: 40, rows: 15)
      await expectFrame("ReviewFrame/narrow-2", other.pressing("<end>"))
      _ = await other.hangUp()
    }
  }

  @Test("120 columns: remarks are whole; resizing measures the columns again")
  func wide() async throws {
    try await ReviewScreenTests.reviewing { teacher in
      let app = teacher.review(columns: 120, rows: 14)
      await expectFrame("ReviewFrame/wide", app.frame)
      let narrow = await app.resize(columns: 40, rows: 15)
      #expect(!narrow.contains("Username"))
      #expect(await app.resize(columns: 120, rows: 14).contains("Username"))
      _ = await app.hangUp()
      let other = teacher.review("--lang cs", columns: 120, rows: 14)
      await expectFrame("ReviewFrame/wide-2", other.frame)
      _ = await other.hangUp()
    }
  }
}
