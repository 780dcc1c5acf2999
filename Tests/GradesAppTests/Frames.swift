import Foundation
import TestSupport
import Testing

/// The recorded frames, a file for each in the folder `Frames`.
enum Frames {
  /// The tests of this module.
  static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  static let folder = tests.appending(path: "Frames")
  /// Whether what is shown becomes the recorded frame: `make frames`.
  static let isRecording = ProcessInfo.processInfo.environment["GRADES_RECORD_FRAMES"] != nil

  static func file(_ name: String) -> URL { folder.appending(path: "\(name).txt") }
}

/// Compares what is shown with the frame that is recorded under a name, such as `Group/at40`.
///
/// `make frames` records all frames; the differences are reviewed before they are committed.
func expectFrame(
  _ name: String, _ shown: String, in file: URL? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = file ?? Frames.file(name)
  let recorded = try? String(contentsOf: file, encoding: .utf8)
  let shown = shown + "\n"
  guard shown != recorded else { return }
  guard !Frames.isRecording else {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try shown.write(to: file, atomically: true, encoding: .utf8)
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
    return
  }
  guard let recorded else {
    Issue.record("No frame “\(name)” is recorded:\n\(shown)", sourceLocation: sourceLocation)
    return
  }
  let changes = lines(shown).difference(from: lines(recorded)).map { change in
    switch change {
    case .remove(let index, let line, _): "- \(index + 1): \(line)"
    case .insert(let index, let line, _): "+ \(index + 1): \(line)"
    }
  }
  Issue.record(
    "The frame “\(name)” differs:\n\(changes.joined(separator: "\n"))\nShown:\n\(shown)",
    sourceLocation: sourceLocation)
}

private func lines(_ text: String) -> [Substring] {
  text.split(separator: "\n", omittingEmptySubsequences: false)
}

@Suite("Recorded frames", .inTurn)
struct FrameFilesTests {
  @Test("Every recorded frame is compared in a test, and under one name only")
  func used() throws {
    var used = SceneFrameTests.views.map { "Scenes/\($0.name)" }
    used += HelpTests.commands.map(HelpTests.frame)
    for source in Self.files(in: Frames.tests, ending: ".swift") {
      let text = try String(contentsOf: Frames.tests.appending(path: source), encoding: .utf8)
      for match in text.matches(of: #/expectFrame\(\s*"([^"]+)"/#) {
        var names = [String(match.1)]
        for (variable, values) in Self.variables {
          names = names.flatMap { name in
            name.contains(variable) ? values.map { name.replacing(variable, with: $0) } : [name]
          }
        }
        used += names.filter { !$0.contains(#"\("#) }
      }
    }
    let recorded = Self.files(in: Frames.folder, ending: ".txt").map { String($0.dropLast(4)) }
    #expect(recorded.sorted() == used.sorted())
  }

  /// What names of frames may have in them, and what it stands for.
  private static let variables: KeyValuePairs = [
    #"\(language)"#: ["en", "cs"], #"\(columns)"#: ["40", "80", "120"],
  ]

  private static func files(in folder: URL, ending: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(ending) }
  }
}
