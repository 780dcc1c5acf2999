import AppTestSupport
import TestSupport
import Testing

/// What the History scene looks like, and the scenes behind a batch.
@Suite("The frames of the history", .inTurn)
struct HistoryFrameTests {
  @Test("The batches, the newest first; the changes of one; what an undo would do")
  func english() async throws {
    let teacher = try await HistoryScreenTests.published()
    let app = HistoryScreenTests.open(teacher)
    await expectFrame("HistoryFrame/english", app.frame)
    await expectFrame("HistoryFrame/english-2", app.pressing("<down><enter>"))
    await expectFrame("HistoryFrame/english-3", app.pressing("U"))
    // The key that asked does not answer.
    #expect(await app.pressing("U").contains("Undo batch 1"))
    #expect(await app.pressing("<esc>").contains("XI-ZPT.23 · batch 1"))
    #expect(await app.pressing("<esc>").contains("grades · History"))
    #expect(await teacher.drafts() == [])
  }

  @Test("The changes of a batch and an undo in a narrow window")
  func narrow() async throws {
    let teacher = try await HistoryScreenTests.published()
    let app = HistoryScreenTests.open(teacher, columns: 40)
    await expectFrame("HistoryFrame/narrow", app.pressing("<enter>"))
    await expectFrame("HistoryFrame/narrow-2", app.pressing("U"))
  }
}
