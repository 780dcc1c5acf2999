import AppTestSupport
import Foundation
import GradesCore
import GradesTesting
import TestSupport
import Testing

/// A course's structure as a file, from the command line.
@Suite("Structure", .inTurn)
struct StructureCommandTests {
  @Test(
    "Every sample course is exported as a file without errors",
    arguments: [
      ("XI-ZPT.23", "B261"), ("XI-DAT.23", "B261"), ("XI-BEZ.22", "B261"), ("XI-ALG.21", "B252"),
      ("XI-ZPT.23", "B251"), ("XI-ALG.21", "B242"), ("XI-ZPT.23", "B241"),
    ])
  func export(course: String, semester: String) async throws {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    let run = await program("structure export \(course) --semester \(semester)")
    #expect(run.status == 0)
    #expect(run.err == "")
    let header = "course: \(course)\nsemester: \(semester)\nbase: "
    #expect(run.out.hasPrefix(header) && run.out.contains("'\nitems:\n  - identifier: "))
    let reading = StructureReading(Data(run.out.utf8))
    #expect(reading.problems == [])
    #expect(!reading.checked().hasErrors)
    let items = await program("items \(course) --semester \(semester) --csv")
    #expect(
      reading.file.items.map(\.identifier.rawValue)
        == items.lines.dropFirst().compactMap { $0.split(separator: ",").first.map(String.init) })
  }

  @Test("An existing file keeps its comments, its permissions and a link in its place")
  func update() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    let file = program.home.url.appending(path: "course.yaml")
    let link = program.home.url.appending(path: "link.yaml")
    let exported = await program("structure export XI-BEZ.22").out.replacing(
      "identifier: test\n", with: "identifier: test  # hard\n")
    let items = try #require(exported.range(of: "items:\n"))
    try Data("# Ours\n\(exported[items.lowerBound...])".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    let run = await program.run(["structure", "export", "XI-BEZ.22", "--update", link.path])
    #expect(run.status == 0)
    #expect(program.plain(run.err) == "Wrote 5 items to HOME/link.yaml.\n")
    #expect(run.out == "")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("# Ours\nitems:\n  - identifier: skoleni\n"))
    #expect(text.contains("\n  - identifier: test  # hard\n"))
    #expect(text.contains("\n    maximum: 20\n"))
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)) != nil)
  }

  @Test("A file with mistakes is not written to, and a missing one is named")
  func noUpdate() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    let file = program.home.url.appending(path: "course.yaml")
    try Data("items: [\n".utf8).write(to: file)
    let run = await program.run(["structure", "export", "XI-BEZ.22", "--update", file.path])
    #expect(run.status == 65)
    #expect(run.err.contains(":2:1: error: not valid YAML"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "items: [\n")
    let missing = await program("structure export XI-BEZ.22 --update missing.yaml")
    #expect(missing.status == 65)
    #expect(missing.err.contains("missing.yaml"))
  }

  private static let mistakes = [
    "course: XI-ZPT.23", "items:", "- identifier: du1", "  name: {cs: Úkol}", "  maximum: 1O",
    "- identifier: body", "  name: Body",
    "  expression: SUM(`du[0-9]+`) + du1 + du1 + du1 + du1 + du1 + du1 + du1 + du1 + projket",
  ]

  @Test("Mistakes are shown in the file, in both languages and at two widths")
  func check() async throws {
    let program = try Program()
    let check = ["structure", "check", "-"]
    let english = await program.run(check, width: 80, input: Self.mistakes)
    #expect(english.status == 65)
    #expect(
      english.out == """
        -:4:3: warning: the name in language “en” is missing
         4 |   name: {cs: Úkol}
           |   ^
        -:5:12: error: “maximum” must be a number with a decimal point, not “1O”
         5 |   maximum: 1O
           |            ^
        -:8:81: error: unknown item “projket”
         8 |  du1 + du1 + du1 + du1 + du1 + du1 + du1 + du1 + projket
           |                                                  ^
        2 errors, 1 warning.

        """)
    let czech = await program.run(
      check + ["--lang", "cs"], width: 40, input: Array(Self.mistakes.prefix(5)))
    #expect(czech.status == 65)
    #expect(
      program.plain(czech.out) == """
        -:4:3: varování: chybí název v jazyce
        „en“
         4 |   name: {cs: Úkol}
           |   ^
        -:5:12: chyba: „maximum“ má být číslo
        s desetinnou tečkou, ne „1O“
         5 |   maximum: 1O
           |            ^
        1 chyba, 1 varování.

        """)
  }

  @Test("A check needs neither a login nor the service; its document has every key")
  func document() async throws {
    let program = try Program(environment: ["GRADES_API_URL": "http://127.0.0.1:1"])
    let run = await program.run(
      ["structure", "check", "-", "--json"], piped: ["items:", "- identifier: a"])
    #expect(run.status == 0)
    #expect(
      run.out == """
        {
          "course": null,
          "semester": null,
          "problems": [
            {
              "line": 2,
              "column": 3,
              "kind": "warning",
              "message": "the name is missing in both languages"
            },
            {
              "line": 2,
              "column": 15,
              "kind": "hint",
              "message": "no maximum: any number of points can be entered"
            }
          ]
        }

        """)
    let empty = await program.run(["structure", "check", "-"], piped: ["items: []"])
    #expect(empty.status == 0)
    #expect(empty.out.hasPrefix("-:1:1: warning: no items: applied, this file removes all of them"))
    let good = await program.run(
      ["structure", "check", "-"], piped: ["items: [{identifier: a, name: A, maximum: 1}]"])
    #expect(good.status == 0)
    #expect(good.out == "No problems found.\n")
  }

  @Test("The schema has every field of a file, with its meaning", arguments: ["en", "cs"])
  func schema(language: String) async throws {
    let run = await (try Program())("structure schema --lang \(language)")
    #expect(run.status == 0)
    let schema = try run.object()
    let file = try #require(schema["properties"] as? [String: [String: Any]])
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    let item = try #require(definitions["item"]?["properties"] as? [String: [String: Any]])
    #expect(
      Set(file.keys).union(item.keys)
        == Set((StructureField.ofFile + StructureField.ofItem).map(\.name)))
    for field in Array(file.values) + Array(item.values) {
      #expect((field["description"] as? String)?.hasSuffix(".") == true)
    }
  }

  @Test("Without a subcommand, the help")
  func help() async throws {
    let run = await (try Program())("structure", width: 80)
    #expect(run.status == 0)
    for name in ["export", "check", "schema"] { #expect(run.out.contains("\n  \(name) ")) }
  }
}
