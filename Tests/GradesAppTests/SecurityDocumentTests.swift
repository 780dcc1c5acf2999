import Foundation
import Testing

/// What `Security.md` says is shown by a test has to have that test.
@Suite("The document on security")
struct SecurityDocumentTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("Every test that it names is there, in the suite that it names")
  func references() throws {
    let document = try String(
      contentsOf: Self.root.appending(path: "Sources/GradesApp/GradesApp.docc/Security.md"),
      encoding: .utf8)
    let references = try document.split(separator: "\n").filter { $0.hasPrefix("- `") }.map {
      line in
      let names = line.dropFirst(3).dropLast().components(separatedBy: "` → `")
      try #require(names.count == 2 && line.hasSuffix("`"), "\(line)")
      return (suite: names[0], test: names[1])
    }
    #expect(references.count > 60)
    let sources = try sources()
    for (suite, test) in references {
      let begins = [Data("@Suite(\"\(suite)\"".utf8), Data("struct \(suite) {".utf8)]
      let name =
        test.hasSuffix("()")
        ? Data("func \(test.dropLast())".utf8)
        : Data("\"\(test.replacing("\"", with: "\\\""))\"".utf8)
      let isThere = sources.contains { source in
        begins.contains { source.firstRange(of: $0) != nil } && source.firstRange(of: name) != nil
      }
      #expect(isThere, "\(suite) → \(test)")
    }
  }

  private func sources() throws -> [Data] {
    let files = try #require(
      FileManager.default.enumerator(
        at: Self.root.appending(path: "Tests"), includingPropertiesForKeys: nil))
    var sources: [Data] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      sources.append(try Data(contentsOf: file))
    }
    return sources
  }
}
