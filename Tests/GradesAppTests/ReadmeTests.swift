import Foundation
import GradesLocalization
import TestSupport
import Testing

@testable import GradesApp

/// What the README shows of the app is what the app shows.
@Suite("The README", .inTurn)
struct ReadmeTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  private static let readme = tests.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "README.md")

  @Test("Its keys are those of the app")
  func keys() throws {
    #expect(try Self.table("keys") == KeyTable(strings: Strings.load(.english)).markdown)
  }

  @Test("Its exit statuses are those of the program")
  func statuses() throws {
    let strings = Strings.load(.english)
    let rows = ExitStatus.allCases.map { "\n| \($0.code) | \(strings($0.meaning)) |" }
    #expect(try Self.table("statuses") == "| Status | Meaning |\n| --- | --- |\(rows.joined())")
  }

  /// The table below a mark.
  private static func table(_ mark: String) throws -> String {
    let text = try String(contentsOf: readme, encoding: .utf8)
    let begin = try #require(text.range(of: "<!-- \(mark) -->\n\n")).upperBound
    let end = try #require(text[begin...].range(of: "\n\n")).lowerBound
    return String(text[begin..<end])
  }

  @Test("Its screens are the frames of the scenes")
  func frames() throws {
    let readme = try String(contentsOf: Self.readme, encoding: .utf8)
    let shown = readme.matches(of: #/<!-- (\w+) -->\n```text\n([^`]*)```/#)
    #expect(shown.count >= 3)
    for screen in shown {
      let frames = try String(
        contentsOf: Frames.file("Scenes/\(screen.1)"), encoding: .utf8)
      #expect(frames.contains("== en 80\n\(screen.2)=="), "\(screen.1)")
    }
  }
}
