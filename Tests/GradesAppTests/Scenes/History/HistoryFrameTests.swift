import AppTestSupport
import TestSupport
import Testing

/// What the History scene looks like, and the scenes behind a batch.
@Suite("The frames of the history", .inTurn)
struct HistoryFrameTests {
  @Test("The batches, the newest first; the changes of one; its undo")
  func english() async throws {
    let teacher = try await HistoryScreenTests.published()
    let app = HistoryScreenTests.open(teacher)
    await expectFrame("HistoryFrame/english", app.frame)
    await expectFrame("HistoryFrame/english-2", app.pressing("<down><enter>"))
    await expectFrame("HistoryFrame/english-3", app.pressing("U"))
    #expect(await app.pressing("<esc>").contains("grades · History"))
    #expect(await teacher.drafts().count == 2)
  }

  @Test("The changes of a batch in a narrow window")
  func narrow() async throws {
    let teacher = try await HistoryScreenTests.published()
    let app = HistoryScreenTests.open(teacher, columns: 40)
    await expectFrame("HistoryFrame/narrow", app.pressing("<enter>"))
  }
}
