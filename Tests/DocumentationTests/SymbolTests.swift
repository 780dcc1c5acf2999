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
    let sources = try SourceIndex.shared.get()
    let names = CodeSpans(try String(contentsOf: file, encoding: .utf8)).names
    #expect(names.count > 5)
    let missing = names.filter { !sources.has($0) }
    #expect(missing.isEmpty)
  }

  @Test("A missing type, member or file is found")
  func missing() throws {
    let sources = try SourceIndex.shared.get()
    let names = [
      "RetryPolicy.totalTimeLimit", "RetryPolicy.missing", "MissingPolicy", "GradesClient",
      "Localization/cs.strings", "Localization/de.strings",
    ]
    let missing = names.filter { !sources.has($0) }
    #expect(missing == ["RetryPolicy.missing", "MissingPolicy", "Localization/de.strings"])
    #expect(
      CodeSpans("`Ab.c(_:)`, `grades set`, `GET`\n```\n`No`\n```\n`x/y.swift`").names == [
        "Ab.c", "x/y.swift",
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
struct SourceIndex: Sendable {
  static let shared = Result { try SourceIndex() }

  private let paths: [String]
  /// The texts of the files that declare or extend a type, by the type's name.
  private var declarations: [String: [String]] = [:]
  private let package: String

  private init() throws {
    let folders = ["Sources", "Localization", "Configuration", "Tests"]
    let files = Repository.files(in: folders, withExtensions: ["swift"])
    paths = files.map(Repository.path(of:))
    package = try String(
      contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
    let declaration = try NSRegularExpression(
      pattern: #"\b(struct|class|enum|protocol|actor|extension|typealias)\s+([A-Z][\w.]*)"#)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      let characters = NSString(string: text)
      let range = NSRange(location: 0, length: characters.length)
      let names = declaration.matches(in: text, range: range).compactMap {
        characters.substring(with: $0.range(at: 2)).split(separator: ".").last.map(String.init)
      }
      for name in Set(names) { declarations[name, default: []].append(text) }
    }
  }

  /// Whether a file, a folder, a module, a type or a type's member exists.
  func has(_ name: String) -> Bool {
    let folders = ["", "Sources/", "Sources/GradesApp/", "Tests/"]
    if folders.contains(where: { Repository.exists($0 + name) }) { return true }
    if name.contains("/") || name.hasSuffix(".swift") || name.hasSuffix(".md") {
      return paths.contains { $0.hasSuffix("/" + name) }
    }
    let parts = name.split(separator: ".").map(String.init)
    guard let texts = declarations[parts[0]] else { return package.contains("name: \"\(name)\"") }
    guard parts.count > 1 else { return true }
    let member = #"\b(func|var|let|case|struct|enum)\b[^\n{]*\b\#(parts[1])\b"#
    return texts.contains { $0.range(of: member, options: .regularExpression) != nil }
  }
}
