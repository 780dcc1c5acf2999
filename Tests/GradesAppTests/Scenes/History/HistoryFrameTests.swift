import AppTestSupport
import Testing

/// What the History scene looks like at the widths of terminals and in both languages.
@Suite("The frames of the history")
struct HistoryFrameTests {
  @Test("The batches, the newest first; the changes of one; what an undo would do")
  func english() async throws {
    try await HistoryScreenTests.published { teacher in
      let app = HistoryScreenTests.open(teacher)
      await expectFrame("HistoryFrame/english", app.frame)
      await expectFrame("HistoryFrame/english-2", app.pressing("<down><enter>"))
      await expectFrame("HistoryFrame/english-3", app.pressing("U"))
      // The key that asked does not answer.
      #expect(await app.pressing("U").contains("Undo batch 1"))
      #expect(await app.pressing("<esc>").contains("XI-ZPT.23 · batch 1"))
      #expect(await app.pressing("<esc>").contains("grades · History"))
      #expect(await teacher.drafts() == [])
      _ = await app.hangUp()
    }
  }

  @Test("In Czech, narrow and wide")
  func czech() async throws {
    try await HistoryScreenTests.published { teacher in
      var app = HistoryScreenTests.open(teacher, "--lang cs", columns: 40)
      await expectFrame("HistoryFrame/czech", app.frame)
      await expectFrame("HistoryFrame/czech-2", app.pressing("<end>U<end>"))
      _ = await app.hangUp()
      app = HistoryScreenTests.open(teacher, "--lang cs")
      await expectFrame("HistoryFrame/czech-3", app.frame)
      await expectFrame("HistoryFrame/czech-4", app.pressing("<down>U"))
      _ = await app.hangUp()
      app = HistoryScreenTests.open(teacher, "--lang cs", columns: 120)
      await expectFrame("HistoryFrame/czech-5", app.frame)
      await expectFrame("HistoryFrame/czech-6", app.pressing("U"))
      _ = await app.hangUp()
    }
  }

  @Test("In English, narrow and wide")
  func narrowAndWide() async throws {
    try await HistoryScreenTests.published { teacher in
      var app = HistoryScreenTests.open(teacher, columns: 40)
      await expectFrame("HistoryFrame/narrowAndWide", app.frame)
      await expectFrame("HistoryFrame/narrowAndWide-2", app.pressing("<enter>"))
      await expectFrame("HistoryFrame/narrowAndWide-3", app.pressing("U"))
      _ = await app.hangUp()
      app = HistoryScreenTests.open(teacher, columns: 120)
      await expectFrame("HistoryFrame/narrowAndWide-4", app.frame)
      await expectFrame("HistoryFrame/narrowAndWide-5", app.pressing("<end><enter>"))
      _ = await app.hangUp()
    }
  }
}
