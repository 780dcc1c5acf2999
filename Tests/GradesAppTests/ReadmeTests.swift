import Foundation
import GradesLocalization
import TestSupport
import Testing

@testable import GradesApp

/// What the READMEs say of the program is true of it.
@Suite("The READMEs", .inTurn)
struct ReadmeTests {
  /// A README, in one language.
  struct Readme: CustomTestStringConvertible, Sendable {
    let path: String
    let language: Language

    var testDescription: String { path }

    static let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()

    var file: URL { Self.root.appending(path: path) }

    func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// The lines in blocks of code that begin with the program's name, without their comments.
    func commands() throws -> [String] {
      try text().split(separator: "\n").filter { $0.hasPrefix("grades ") }
        .filter { !$0.contains("`") }
        .map { line in
          line.split(separator: "|")[0].split(separator: " > ")[0].split(separator: " #")[0]
            .trimmingCharacters(in: [" "])
        }
        .filter { $0 != "grades" }
    }
  }

  static let both = [
    Readme(path: "README.md", language: .english),
    Readme(path: "Localization/README.cs.md", language: .czech),
  ]

  @Test("Every command line can be typed as it stands", arguments: both)
  func commands(_ readme: Readme) throws {
    let commands = try readme.commands()
    #expect(commands.count >= 15)
    for command in commands {
      // Only texts in quotation marks have blanks inside.
      let parts = command.split(separator: "\"", omittingEmptySubsequences: false)
      let words = parts.enumerated().flatMap { index, part in
        index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
      }
      let parsed = try? RootCommand.parseAsRoot(Array(words.dropFirst()))
      #expect(parsed is any AppCommand, "\(command)")
    }
  }

  @Test("Its keys are those of the app", arguments: both)
  func keys(_ readme: Readme) throws {
    let strings = Strings.load(readme.language)
    let known = KeyTable.sections.flatMap(\.keys)
    let text = try readme.text()
    let begin = try #require(text.range(of: "<!-- keys -->\n\n")).upperBound
    let rows = text[begin...].prefix { $0 != "#" }.matches(of: #/\| `(.+?)` \| (.+?) \|/#)
    #expect(rows.count == 6)
    for row in rows where row.1 != "?" {
      #expect(
        row.1 == "q" && row.2 == strings(.keyQuit)
          || known.contains { key in
            strings.names(of: key, inFull: true).split(separator: " ").contains(row.1)
              && strings.hint(key.hint) == row.2
          }, "\(row.1) \(row.2)")
    }
  }

  @Test("Its pictures and links lead to files", arguments: both)
  func links(_ readme: Readme) throws {
    let links = try readme.text().matches(of: #/\]\(([^)]+)\)/#).map(\.1)
      .filter { !$0.hasPrefix("http") }
    #expect(links.count >= 5)
    for link in links {
      let file = readme.file.deletingLastPathComponent().appending(path: String(link))
      #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
    }
  }

  @Test("Both say the same: the same headings, blocks and commands")
  func translation() throws {
    let (english, czech) = (try Self.both[0].text(), try Self.both[1].text())
    func count(_ mark: Regex<Substring>) -> (Int, Int) {
      (english.matches(of: mark).count, czech.matches(of: mark).count)
    }
    for marks in [count(#/\n##? /#), count(#/\n```/#), count(#/\n\* /#), count(#/!\[/#)] {
      #expect(marks.0 == marks.1)
    }
    let verbs = try Self.both.map { try $0.commands().map { $0.split(separator: " ")[1] } }
    #expect(verbs[0] == verbs[1])
  }
}
