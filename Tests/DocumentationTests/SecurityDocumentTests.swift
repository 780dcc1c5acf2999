import Foundation
import Testing

/// What `Security.md` says is shown by a test has to have that test.
@Suite("The document on security")
struct SecurityDocumentTests {
  private func document() throws -> String {
    try String(
      contentsOf: Repository.root.appending(path: "Sources/GradesApp/GradesApp.docc/Security.md"),
      encoding: .utf8)
  }

  @Test("Every threat has a test, or a target of the Makefile, that shows the measure")
  func threats() throws {
    let covered = try #require(
      try document().components(separatedBy: "\n## What is not covered\n").first)
    let threats = covered.components(separatedBy: "\n**").dropFirst()
    #expect(threats.count > 40)
    for threat in threats {
      let isShown = threat.contains("\n- `") || threat.contains("`make ")
      #expect(isShown, "\(threat.prefix(60))")
    }
  }

  @Test("Every test that it names is there, in the suite that it names")
  func references() throws {
    let references = try document().split(separator: "\n").filter { $0.hasPrefix("- `") }.map {
      line in
      let names = line.dropFirst(3).dropLast().components(separatedBy: "` → `")
      try #require(names.count == 2 && line.hasSuffix("`"), "\(line)")
      return (suite: names[0], test: names[1])
    }
    #expect(references.count > 180)
    let sources = try sources()
    for (suite, test) in references {
      let begins = ["@Suite(\"\(suite)\"", "@Suite(\n  \"\(suite)\"", "struct \(suite) {"]
      let name =
        test.hasSuffix("()")
        ? "func \(test.dropLast())" : "\"\(test.replacing("\"", with: "\\\""))\""
      let isThere = sources.contains { source in
        begins.contains { Self.has(name, inTypeFrom: $0, source) }
      }
      #expect(isThere, "\(suite) → \(test)")
    }
  }

  /// Whether a text stands between the beginning of a type and its end.
  private static func has(
    _ text: String, inTypeFrom begin: String, _ source: [CChar]
  ) -> Bool {
    source.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress.flatMap({ strstr($0, begin) }),
        let found = strstr(start, text)
      else { return false }
      return strstr(start, "\n}\n").map { found < $0 } ?? true
    }
  }

  /// The tests' sources as C strings: a search of megabytes that is over at once.
  private func sources() throws -> [[CChar]] {
    try Repository.files(in: ["Tests"], withExtensions: ["swift"]).map {
      try Data(contentsOf: $0).map { CChar(bitPattern: $0) } + [0]
    }
  }
}
