import Foundation
import Testing

/// Comments and documents cite sections of pages that are in the repository.
@Suite("Citations of documents")
struct CitationTests {
  @Test("Each cited file and section exists")
  func repository() throws {
    let index = try PageIndex(
      Dictionary(
        uniqueKeysWithValues: Repository.pages.map {
          ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
        }))
    let files =
      Repository.files(
        in: ["Sources", "Tests", "Localization", "Configuration", ".github", "README.md"],
        withExtensions: ["swift", "md", "c", "h", "py", "json"])
      + ["Makefile", "Configuration/packaging/release.mk"].map {
        Repository.root.appending(path: $0)
      }
    #expect(files.count > 500)
    for file in files where !file.path.contains("/DocumentationTests/") {
      let broken = index.brokenCitations(in: try unwrapped(file))
      #expect(broken.isEmpty, "\(Repository.path(of: file))")
    }
  }

  @Test("A citation of a missing section or file is found")
  func brokenCitations() {
    let index = PageIndex([
      "Law.md": "# Law\n\n## 1. Scope\n\n### 1.2 Time\n\n## Annex\n",
      "LawFees.md": "# Law: fees\n\n## 2.1 Fee\n",
    ])
    #expect(index.brokenCitations(in: "Law, 1.2 and 2.1; Law, Annex). The Law, then. Law.md") == [])
    #expect(index.brokenCitations(in: "(Law, 1.2–1.3)") == ["Law, 1.3"])
    #expect(index.brokenCitations(in: "(Law, Appendix)") == ["Law, Appendix"])
    #expect(index.brokenCitations(in: "see `fees.md` 3") == ["fees.md"])
  }

  /// A file's text in which a citation is never broken over two lines of a comment.
  private func unwrapped(_ file: URL) throws -> String {
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).reduce(into: "") {
      text, line in
      let content = line.drop { $0 == " " }
      let isComment = content.hasPrefix("//") || content.hasPrefix("#")
      let words = content.drop { $0 == "/" }
      text += isComment && !content.hasPrefix("##") ? " " + words.drop { $0 == " " } : "\n" + line
    }
  }
}
