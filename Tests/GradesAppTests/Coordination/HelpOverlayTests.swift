import GradesLocalization
import Terminal
import TestSupport
import Testing

@testable import GradesApp

@MainActor @Suite("Help over a scene")
struct HelpOverlayTests {
  private let words = SceneWords(.load(.english), timeZone: .gmt, now: .usual)
  private let overlay = HelpOverlay(
    [
      ShownKey([.enter], .keyOpen), ShownKey([.character("n")], .syncNotifications),
      ShownKey([.character("e")], .settingsSemester, disabledReason: .disabledOffline),
    ], common: [ShownKey([.character("?")], .keyHelp), ShownKey([.escape], .keyBack)])

  @Test("Lines that are not seen are shown by signs; arrows scroll and typing searches")
  func scrolling() {
    #expect(
      frame() == """
         /

         Here
           ⏎    open                            ↓
        """)
    press([.end])
    #expect(
      frame() == """
         /

           ?    keys                            ↑
           Esc  back
        """)
    press(["n", "o", "t"].map { Key.character($0) })
    #expect(frame().hasPrefix(" / not\n\n Here\n   n    notifications"))
    _ = overlay.handle(.paste("?"), words)
    #expect(frame() == " / not?\n\n no match\n")
  }

  @Test(
    "The keys that open it close it, and so do Esc and Enter",
    arguments: [Key.character("?"), Key(.function(1)), .escape, .enter])
  func closing(key: Key) {
    guard case .close(.done) = overlay.handle(.key(key), words) else {
      Issue.record("It is still there")
      return
    }
  }

  private func press(_ keys: [Key]) {
    for key in keys { _ = overlay.handle(.key(key), words) }
  }

  private func frame() -> String {
    var frame = Frame(size: Size(columns: 42, rows: 4))
    overlay.draw(in: frame.area, of: &frame, words)
    return frame.text
  }
}
