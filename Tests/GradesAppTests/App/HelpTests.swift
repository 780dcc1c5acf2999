import AppTestSupport
import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import GradesApp

/// The help of every command in both languages, as it stands in a window of 80 columns.
@Suite("Help", .inTurn)
struct HelpTests {
  /// All commands that help shows, as they are typed; nothing for the program itself.
  static let commands =
    [""] + CommandTopic.allCases.flatMap { paths(under: "", $0.commands) } + ["options"]

  private static func paths(
    under path: String, _ commands: [any ParsableCommand.Type]
  ) -> [String] {
    var paths: [String] = []
    for command in commands {
      let configuration = command.configuration
      guard configuration.shouldDisplay, let name = configuration.commandName else { continue }
      let own = path.isEmpty ? name : "\(path) \(name)"
      paths.append(own)
      paths += Self.paths(under: own, configuration.subcommands)
    }
    return paths
  }

  /// The name of a command's recorded frame.
  static func frame(_ command: String) -> String {
    "Help/" + (command.isEmpty ? "grades" : command.replacing(" ", with: "-"))
  }

  private func help(_ arguments: String, _ language: String) async throws -> String {
    let run = await (try Program())("\(arguments) --lang \(language)", width: 80)
    #expect(run.status == 0)
    #expect(run.err == "")
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    return run.out.replacing("\u{A0}", with: " ")
  }

  @Test("Each command has help in both languages", arguments: commands)
  func help(command: String) async throws {
    var shown = ""
    for language in ["en", "cs"] {
      let text = try await help("\(command) --help", language)
      shown += "== \(language)\n\(text)"
      #expect(try await help("help \(command)", language) == text)
      #expect(try await help("\(command) -h", language) == text)
    }
    expectFrame(Self.frame(command), shown)
  }

  @Test("Shared options stand anywhere in a question for help")
  func sharedOptions() async throws {
    let program = try Program()
    let overview = await program("--help").out
    for line in [
      "--host demo help", "--no-color --help", "help --profile work", "--profile work --help",
      "-v help --host=demo",
    ] {
      let run = await program(line)
      #expect(run.status == 0, "\(line)")
      #expect(run.out == overview, "\(line)")
    }
    let courses = await program("help courses")
    #expect(await program("--offline help courses --no-color").out == courses.out)
  }

  @Test("Its commands are grouped by what they are for")
  func groups() async throws {
    let text = try await help("--help", "en")
    let titles = text.split(separator: "\n").filter { $0.hasSuffix(":") && !$0.hasPrefix(" ") }
    #expect(
      titles == [
        "For students:", "For teachers:", "Account and settings:",
        "Demo and scripting:",
      ])
    #expect(text.contains("\n  watch  ") && text.contains(", publish, "))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
    let teaching = try await help("help teaching", "en")
    #expect(teaching.hasPrefix("For teachers:\n  groups  "))
    #expect(teaching.contains("\n  publish                 Publish the drafts"))
  }

  @Test("The options of all commands are explained once")
  func options() async throws {
    let text = try await help("help options", "en")
    for option in ["--lang", "--timeout", "--verbose", "--version", "--help"] {
      #expect(text.contains(option), "\(option)")
    }
    for command in Self.commands where !command.isEmpty && command != "options" {
      let own = try await help("help \(command)", "en")
      #expect(
        own.hasSuffix("\n\nRun “grades help options” for the options of all commands.\n"),
        "\(command)")
      #expect(!own.contains("--verbose"), "\(command)")
    }
  }

  @Test("Words of the parser itself in Czech, also where they stand on two lines")
  func broken() async throws {
    let options = await (try Program())("help options --lang cs", width: 40)
    #expect(
      options.out.replacing("\u{A0}", with: " ").hasSuffix(
        """
          --version               Vypíše verzi.
          -h, --help              Vypíše tuto
                                  nápovědu.

        """))
  }
}
