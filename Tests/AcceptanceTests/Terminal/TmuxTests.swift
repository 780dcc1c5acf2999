import AppTestSupport
import GradesTesting
import TestSupport
import Testing

/// The app in a terminal that many use.
@Suite(
  "The app in tmux",
  .enabled(if: TmuxWindow.executable != nil, "tmux is not installed"), .hangLimit,
  .inTurn)
struct TmuxTests {
  @Test("draws, moves, follows the window, and leaves the shell as it was")
  func use() async throws {
    let service = try await TestService.opened()
    let student = try await Program.signedIn(to: service, now: { .init() })
    let window = try TmuxWindow(
      "\(try GradesProcess.executable.path); echo \"left with $?\"; read line", of: student,
      columns: 80, rows: 20)
    let courses = await window.shows("XI-ZPT.23")
    #expect(courses.contains("\n▌ XI-BEZ.22  Health and Safety  "))
    window.press("Down Down")
    await window.shows("▌ XI-EKO.21")
    window.press("'?'")
    await window.shows("PgUp PgDn")
    window.press("Escape")
    await window.shows("▌ XI-EKO.21")
    window.resize(columns: 40, rows: 12)
    await window.shows("\n" + String(repeating: "─", count: 40) + "\n Studying")
    window.press("q")
    let shell = await window.shows("left with 0")
    #expect(!shell.contains("XI-"))
    await window.close()
  }
}
