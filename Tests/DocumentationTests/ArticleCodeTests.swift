import Foundation
import Testing

/// The code in the libraries' articles is that of the sample package, which is built and tested; that of "Adding a scene"
/// is a test's.
@Suite("Code in articles")
struct ArticleCodeTests {
  @Test("Each Swift block of an article is compiled")
  func blocks() throws {
    let sources = [
      "Tests/Sample", "Tests/GradesAppTests/Coordination", "Sources/GradesApp/Scenes/Groups",
    ]
    let sample = try Repository.files(in: sources, withExtensions: ["swift"])
      .filter { !$0.path.contains("/.build") }
      .map { lines(try String(contentsOf: $0, encoding: .utf8)) }
    let pages = Repository.files(
      in: [
        "Sources/GradesClient/GradesClient.docc", "Sources/GradesTesting/GradesTesting.docc",
        "README.md", "Localization/README.cs.md",
        "Sources/GradesApp/GradesApp.docc/AddingAScene.md",
      ], withExtensions: ["md"])
    var count = 0
    for page in pages {
      for block in blocks(in: try String(contentsOf: page, encoding: .utf8)) {
        count += 1
        let wanted = lines(block)
        #expect(
          sample.contains { $0.firstRange(of: wanted) != nil },
          "\(Repository.path(of: page)): \(wanted.first ?? "")")
      }
    }
    #expect(count >= 10)
  }

  @Test("Blocks are found, and their lines compared without their indentation")
  func parsing() {
    let page = "Text\n```swift\nlet a = 1\n\n  let b = 2\n```\n```json\n{}\n```\n"
    #expect(blocks(in: page).map { lines($0) } == [["let a = 1", "let b = 2"]])
  }

  private func blocks(in page: String) -> [String] {
    page.components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```").first ?? "" }
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
