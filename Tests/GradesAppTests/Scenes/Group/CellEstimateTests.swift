import AppTestSupport
import TestSupport
import Testing

/// Computed items beside drafts, in both spreadsheets.
@Suite("Estimates beside drafts", .inTurn)
struct CellEstimateTests {
  @Test("A draft changes its sum, marked as an estimate; publishing makes it the value")
  func group() async throws {
    let teacher = try await Teacher.working()
    let app = teacher.program.open("--open group XI-ZPT.23 ALL", columns: 80, rows: 12)
    #expect(await !app.text.contains("≈"))
    let changed = await app.type("10<enter>")
    #expect(changed.contains("bartada1    ≈ 37     ● 10"), "\(changed)")
    let focused = await app.type("<up><left>")
    #expect(
      focused.contains("Homework: 37 (was 34.75) · ≈ estimate with your drafts"), "\(focused)")
    // Undone, the value is again the service's own.
    #expect(await !app.type("<c-z>").contains("≈"))
    _ = await app.hangUp()
    #expect(await teacher("set XI-ZPT.23 bartada1:du1=10 --yes --no-notify").status == 0)
    #expect(await teacher.stored("bartada1", "ukoly") == .number(37))
  }
}
