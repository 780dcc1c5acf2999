import Files
import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Shows desktop notifications through `notify-send`.
struct DesktopNotifier: Sendable {
  struct Bubble: Equatable, Sendable {
    var summary: String
    var body: String
    /// What it shows, or counts among the rest.
    var news: [WatchNews] = []
  }

  /// The maximum number of desktop notifications per poll; the last one counts the rest.
  private static let mostBubbles = 4
  private static let mostLines = 6

  private let program: String
  private let environment: [String: String]

  init?(environment: [String: String]) {
    guard let program = Executable.find("notify-send", in: environment) else { return nil }
    self.program = program
    var environment = environment.withoutSecrets
    // It converts its arguments from the locale's encoding; ours are always UTF-8.
    environment["LC_ALL"] = "C.UTF-8"
    self.environment = environment
  }

  func show(_ bubble: Bubble) async -> Bool {
    await ChildProgram(
      file: program, arguments: Self.arguments(bubble), environment: environment,
      timeLimit: .seconds(10)
    ).run() == .succeeded
  }

  /// The arguments of `notify-send`. Only the last two, after the end of the options, contain text
  /// from the service.
  static func arguments(_ bubble: Bubble) -> [String] {
    [
      "--app-name=grades", "--icon=dialog-information", "--", harmless(bubble.summary),
      markup(bubble.body),
    ]
  }

  /// One desktop notification for each course, with its changed values or, if there are none, its
  /// notifications, at most ``mostBubbles``.
  static func bubbles(for news: [WatchNews], _ text: WatchText) -> [Bubble] {
    let strings = text.strings
    var bubbles = news.map(\.course).withoutRepetition().map { course in
      let all = news.filter { $0.course == course }
      let changes = all.filter { if case .change = $0.event { true } else { false } }
      let lines = (changes.isEmpty ? all : changes).map(text.sentence)
      var shown = lines.prefix(lines.count > mostLines ? mostLines - 1 : mostLines)
      if lines.count > shown.count {
        shown.append(strings(.reviewMore, [.count: lines.count - shown.count]))
      }
      return Bubble(
        summary: course?.rawValue ?? strings(.syncNotifications),
        body: shown.joined(separator: "\n"), news: all)
    }
    if bubbles.count > mostBubbles {
      let rest = bubbles[(mostBubbles - 1)...]
      bubbles = Array(bubbles.prefix(mostBubbles - 1))
      bubbles.append(
        Bubble(
          summary: strings(.watchMoreCourses, [.count: rest.count]),
          body: rest.map(\.summary).joined(separator: ", "), news: rest.flatMap(\.news)))
    }
    return bubbles
  }

  /// The body is markup, and `notify-send` reads backslashes as escapes before that.
  private static func markup(_ text: String) -> String {
    harmless(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\\", with: "\\\\")
  }

  private static func harmless(_ text: String) -> String {
    SafeText.multiLine(String(text.prefix(2000)))
  }
}
