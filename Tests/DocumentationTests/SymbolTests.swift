import Foundation
import Testing

/// The contributors' pages name types, members and files that exist.
@Suite("Names in the documents")
struct SymbolTests {
  @Test(
    "Each type, member and file exists",
    arguments: ["Architecture", "AddingAScene", "AddingAnEndpoint", "Testing"])
  func names(_ page: String) throws {
    let file = Repository.root.appending(path: "Sources/GradesApp/GradesApp.docc/\(page).md")
    let sources = try SourceIndex()
    let names = CodeSpans(try String(contentsOf: file, encoding: .utf8)).names
    #expect(names.count > 5)
    let missing = names.filter { !sources.has($0) }
    #expect(missing.isEmpty)
  }

  @Test("A missing type, member or file is found")
  func missing() throws {
    let sources = try SourceIndex()
    let names = [
      "RetryPolicy.totalTimeLimit", "RetryPolicy.missing", "MissingPolicy", "GradesClient",
      "Localization/cs.strings", "Localization/de.strings",
    ]
    let missing = names.filter { !sources.has($0) }
    #expect(missing == ["RetryPolicy.missing", "MissingPolicy", "Localization/de.strings"])
    #expect(
      CodeSpans("`A.b(_:)`, `grades set`, `GET`\n```\n`No`\n```\n`x/y.swift`").names == [
        "A.b", "x/y.swift",
      ])
  }
}

/// The names of types, members and files in a page's inline code.
struct CodeSpans {
  private(set) var names: [String] = []

  init(_ page: String) {
    var isCodeBlock = false
    for line in page.split(separator: "\n") {
      if line.hasPrefix("```") { isCodeBlock.toggle() }
      guard !isCodeBlock else { continue }
      for span in line.matches(of: /`([^`]+)`/).map(\.output.1) {
        // The labels of a function's arguments are left out.
        let name = span.prefix { $0 != "(" }
        let isSymbol = (try? /[A-Z]\w*[a-z]\w*(\.\w+)*/.wholeMatch(in: name)) != nil
        let isFile =
          (try? /[\w.\/]+\.(swift|strings|md)|[A-Z]\w+\/[\w\/]+/.wholeMatch(in: span)) != nil
        if isFile { names.append(String(span)) } else if isSymbol { names.append(String(name)) }
      }
    }
  }
}

/// The sources in which types and members are looked up.
struct SourceIndex {
  private let files: [(path: String, text: NSString)]

  init() throws {
    let folders = ["Sources", "Localization", "Configuration", "Tests"]
    files = try Repository.files(in: folders, withExtensions: ["swift"]).map {
      (
        Repository.path(of: $0),
        try NSString(contentsOf: $0, encoding: String.Encoding.utf8.rawValue)
      )
    }
  }

  /// Whether a file, a folder, a module, a type or a type's member exists.
  func has(_ name: String) -> Bool {
    let folders = ["", "Sources/", "Sources/GradesApp/", "Tests/"]
    if folders.contains(where: { Repository.exists($0 + name) }) { return true }
    if name.contains("/") || name.hasSuffix(".swift") || name.hasSuffix(".md") {
      return files.contains { $0.path.hasSuffix("/" + name) }
    }
    let parts = name.split(separator: ".")
    if ["GradesLocalization", "GradesConfiguration"].contains(name) { return true }
    let declaring = files.filter {
      $0.text.matches(
        #"\b(struct|class|enum|protocol|actor|extension|typealias)\s+(\w+\.)?\#(parts[0])\b"#)
    }
    guard parts.count > 1 else { return !declaring.isEmpty }
    return declaring.contains {
      $0.text.matches(#"\b(func|var|let|case|struct|enum)\b[^\n{]*\b\#(parts[1])\b"#)
    }
  }
}

extension NSString {
  fileprivate func matches(_ pattern: String) -> Bool {
    range(of: pattern, options: .regularExpression).location != NSNotFound
  }
}
