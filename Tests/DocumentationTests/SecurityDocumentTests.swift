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
      let isShown = threat.contains("\nTests: `") || threat.contains("`make ")
      #expect(isShown, "\(threat.prefix(60))")
    }
  }

  @Test("Every suite that it names is there")
  func references() throws {
    // Long lists go on in the next lines.
    let lists = try document().components(separatedBy: "\nTests: ").dropFirst().map {
      $0.components(separatedBy: ".\n")[0]
    }
    let suites = Set(lists.flatMap { $0.matches(of: /`(\w+)`/).map { String($0.output.1) } })
    #expect(suites.count > 60)
    let sources = try Repository.files(in: ["Tests"], withExtensions: ["swift"]).map {
      try String(contentsOf: $0, encoding: .utf8)
    }
    let declared = Set(
      sources.flatMap { $0.matches(of: /struct (\w+)/).map { String($0.output.1) } })
    #expect(suites.subtracting(declared).isEmpty)
  }
}
