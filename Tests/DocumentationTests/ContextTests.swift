import Foundation
import Testing

/// Dependencies come through initialisers: only commands and the scene factory take theirs from the run's
/// `Context`.
@Suite("Where the context is used")
struct ContextTests {
  /// The endings of files of commands, and of what commands alone use.
  private static let commands = ["Command", "Conversation", "Reversal"]

  @Test("Neither the app's coordination nor a scene has the context")
  func context() throws {
    let files = Repository.files(
      in: ["Sources/GradesApp/Coordination", "Sources/GradesApp/Scenes"], withExtensions: ["swift"])
    #expect(files.count > 200)
    for file in files where !Self.isAllowed(file) {
      let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.contains("//") }
      // An extension of the context is a part of commands, wherever it stands.
      let uses = code.filter { line in
        line.contains(/\bContext\b/) && !line.hasPrefix("extension Context {")
      }
      #expect(uses.isEmpty, "\(Repository.path(of: file))")
    }
  }

  private static func isAllowed(_ file: URL) -> Bool {
    let name = file.deletingPathExtension().lastPathComponent
    return name == "SceneFactory" || commands.contains { name.hasSuffix($0) }
  }
}
