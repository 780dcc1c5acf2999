import Foundation

/// The pages of documentation by their titles, with the sections that can be cited.
struct PageIndex {
  /// The sections of each page. A chapter on a page of its own, "Service contract: login",
  /// belongs to the page that its title begins with.
  private(set) var sections: [String: Set<String>] = [:]
  /// The files' names, such as `Testing.md`.
  private(set) var files: Set<String> = []

  /// Indexes the texts of pages by their files' names.
  init(_ pages: [String: String]) {
    for (file, text) in pages {
      files.insert(file)
      let lines = text.split(separator: "\n")
      guard let first = lines.first(where: { $0.hasPrefix("# ") }) else { continue }
      let title = first.dropFirst(2).split(separator: ":")[0]
      // The README has the program's name as its title; it is not cited by sections.
      guard title.first?.isUppercase ?? false else { continue }
      let headings = lines.filter { $0.hasPrefix("##") }.map { Self.name(of: $0) }
      sections[String(title), default: []].formUnion(headings)
    }
  }

  /// A numbered heading is cited by its number, another one by its text.
  private static func name(of heading: Substring) -> String {
    let text = heading.drop { $0 == "#" }.drop { $0 == " " }
    let number = text.prefix { $0.isNumber || $0 == "." }
    return number.isEmpty ? String(text) : number.trimmingCharacters(in: ["."])
  }

  /// What a text cites that does not exist.
  func brokenCitations(in text: String) -> [String] {
    brokenSections(in: text) + brokenFiles(in: text)
  }

  private func brokenSections(in text: String) -> [String] {
    sections.flatMap { title, sections -> [String] in
      text.ranges(of: title + ", ").flatMap { range -> [String] in
        let rest = text[range.upperBound...].prefix(80)
        if let numbers = rest.prefixMatch(of: /\d+(\.\d+)?((–|, | and | to )\d+(\.\d+)?)*/) {
          return numbers.output.0.matches(of: /\d+(\.\d+)?/).map { String($0.output.0) }
            .filter { !sections.contains($0) }.map { "\(title), \($0)" }
        }
        guard rest.first?.isUppercase ?? false, !sections.contains(where: rest.hasPrefix) else {
          return []
        }
        return ["\(title), \(rest.prefix { $0 != "\n" && $0 != ")" })"]
      }
    }
  }

  private func brokenFiles(in text: String) -> [String] {
    guard text.contains(".md") else { return [] }
    // What `make` writes into `.build` is no document of the repository.
    return text.matches(of: /[A-Za-z0-9.\/-]+\.md\b/).map(\.output)
      .filter { !$0.hasPrefix(".build/") }
      .map { String($0.split(separator: "/").last ?? $0) }
      .filter { !files.contains($0) }
  }
}
