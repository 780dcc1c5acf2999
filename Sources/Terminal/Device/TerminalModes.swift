import Foundation

/// The terminal modes that a full-screen program changes.
enum TerminalModes {
  /// Takes the screen: asks whether whole frames are known (2026) where the question, if a terminal
  /// prints it, is erased again; then the other screen (1049) without wrapping (7) and cursor (25),
  /// with marked pastes (2004).
  static let entering = "\u{1B}[?1049h\u{1B}[?2026$p\u{1B}[?7l\u{1B}[?25l\u{1B}[?2004h"
  /// Presses, drags and the wheel, with columns beyond 223.
  static let mouse = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
  static let clearing = "\u{1B}[0m\u{1B}[2J\u{1B}[H"

  /// Undoes all of it from any state, after ending a sequence or frame that was cut off. The Linux
  /// console has no other screen, so its contents are erased.
  static let leaving: StaticString =
    "\u{1B}[0m\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[2J\u{1B}[H\u{1B}[?1049l\u{1B}[?25h"

  /// The attributes for keys as they are pressed: no echo, no lines, no signals, no conversions.
  static func raw(_ attributes: termios) -> termios {
    var raw = attributes
    cfmakeraw(&raw)
    return raw
  }
}
