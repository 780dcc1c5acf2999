import Foundation
import Testing

/// The pages that forges show beside the repository are true.
@Suite("Pages of the repository")
struct ChangelogTests {
  @Test("The newest version of the changelog is the program's")
  func version() throws {
    let changelog = try text(".github/CHANGELOG.md")
    let headings = changelog.split(separator: "\n").filter { $0.hasPrefix("## ") }
      .map { $0.dropFirst(3) }
    let numbered = headings.filter { $0.first?.isNumber ?? false }
    let newest = try #require(numbered.first).prefix { !$0.isWhitespace }
    // Only one section may be newer than the program.
    #expect(headings.count - numbered.count <= 1 && headings.firstIndex(of: numbered[0]) ?? 2 <= 1)
    let source = try text("Sources/GradesApp/App/RootCommand.swift")
    let version = try #require(source.firstMatch(of: /static let current = "(.+)"/)).output.1
    #expect(newest == version)
  }

  @Test(
    "Each link leads to a file",
    arguments: [
      "README.md", "Localization/README.cs.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md",
      ".github/CHANGELOG.md",
    ])
  func links(_ page: String) throws {
    let folder = Repository.root.appending(path: page).deletingLastPathComponent()
    let links = try text(page).matches(of: /\]\(([^)\s]+)\)/).map(\.output.1)
      .filter { !$0.contains("://") }
    let missing = links.filter {
      !FileManager.default.fileExists(atPath: folder.appending(path: String($0)).path)
    }
    #expect(missing.isEmpty)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }
}
