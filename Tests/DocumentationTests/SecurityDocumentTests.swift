import Foundation
import Testing

/// What `Security.md` says is shown by a test has to have that test.
@Suite("The document on security")
struct SecurityDocumentTests {
  @Test("Every test that it names is there, in the suite that it names")
  func references() throws {
    let document = try String(
      contentsOf: Repository.root.appending(path: "Sources/GradesApp/GradesApp.docc/Security.md"),
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
      let begins = ["@Suite(\"\(suite)\"", "@Suite(\n  \"\(suite)\"", "struct \(suite) {"]
      let name =
        test.hasSuffix("()")
        ? "func \(test.dropLast())" : "\"\(test.replacing("\"", with: "\\\""))\""
      let isThere = sources.contains { source in
        begins.contains { strstr(source, $0) != nil } && strstr(source, name) != nil
      }
      #expect(isThere, "\(suite) → \(test)")
    }
  }

  /// The tests' sources as C strings: a search of megabytes that is over at once.
  private func sources() throws -> [[CChar]] {
    try Repository.files(in: ["Tests"], withExtensions: ["swift"]).map {
      try Data(contentsOf: $0).map { CChar(bitPattern: $0) } + [0]
    }
  }
}
