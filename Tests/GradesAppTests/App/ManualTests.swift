import AppTestSupport
import Foundation
import GradesConfiguration
import TestSupport
import Testing

@testable import GradesApp

/// The manual page, made of the same help that the commands print.
@Suite("The manual page", .inTurn)
struct ManualTests {
  @Test("Has the sections that manual pages have, in their order")
  func sections() async throws {
    let run = await (try Program())("manual")
    #expect(run.status == 0)
    #expect(run.err == "")
    #expect(run.lines.first == #".TH GRADES 1 "" "grades 0.1.0""#)
    #expect(
      run.lines.compactMap { $0.removing(prefix: ".SH ") } == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "GLOBAL OPTIONS", "CHANGING GRADES",
        "PLANNING", "WATCHING", "SCREEN READERS", "KEYS OF THE APP", "SETTINGS", "CONFIGURATION",
        "ENVIRONMENT", "YOUR DATA", "FILES", "EXIT STATUS", "EXAMPLES", "EXTENSIONS", "SEE ALSO",
      ])
    #expect(run.lines.contains(#"grades \- Your FIT CTU grades in the terminal"#))
  }

  @Test("Is printed without a home, as everything that has to do with no login")
  func withoutHome() async throws {
    var program = try Program()
    program.environment["HOME"] = nil
    for command in ["manual", "completion bash"] {
      #expect(await program(command).status == 0, "\(command)")
    }
    #expect(await program("courses").status == 78)
  }

  @Test("Explains each command with its arguments, options and examples, in groups")
  func commands() async throws {
    let run = await (try Program())("manual")
    let text = run.out
    for topic in CommandTopic.allCases {
      for command in topic.commands where command.configuration.shouldDisplay {
        let name = try #require(command.configuration.commandName)
        #expect(text.contains("\n\\fBgrades \(name)\\fR"), "\(name)")
      }
    }
    #expect(
      text.contains(
        """
        .PP
        \\fBgrades settings set\\fR \\fIkey\\fR \\fIvalue\\fR ...
        .RS 4
        .PP
        Change a setting.
        """))
    #expect(
      text.contains(
        """
        .TP
        \\fB\\-\\-notify\\fR, \\fB\\-\\-no\\-notify\\fR
        Notify students or not; defaults to the setting.
        """))
    #expect(text.contains(".nf\ngrades publish\ngrades publish XI"))
    // The options of all commands stand in one section.
    #expect(text.components(separatedBy: "\\fB\\-\\-verbose\\fR").count == 2)
  }

  @Test("Lists every setting, key of the configuration, variable and status")
  func reference() async throws {
    let lines = await (try Program())("manual").lines
    let terms =
      Setting.all.map(\.key) + ConfigurationKey.allCases.map(\.rawValue)
      + ConfigurationKey.allCases.compactMap(\.variable)
      + ExitStatus.allCases.map { String($0.code) }
    for term in terms { #expect(lines.contains(Roff.bold(term)), "\(term)") }
    #expect(lines.contains(#"\fBVISUAL\fR, \fBEDITOR\fR"#))
  }

  @Test("Is roff: only known requests, and nothing else looks like one", arguments: ["en", "cs"])
  func requests(language: String) async throws {
    let run = await (try Program())("manual --lang \(language)")
    var isFilled = true
    var depth = 0
    for line in run.lines {
      if let request = line.firstMatch(of: #/^[.'](\S*)/#)?.1 {
        #expect(
          ["TH", "SH", "SS", "PP", "TP", "RS", "RE", "nf", "fi", "nh", "ad"].contains(request),
          "\(line)")
        if request == "nf" { isFilled = false }
        if request == "fi" { isFilled = true }
        if request == "RS" { depth += 1 }
        if request == "RE" { depth -= 1 }
      } else {
        // Every backslash begins an escape that is known.
        let escapes = line.matches(of: #/\\(.)/#).map(\.1)
        #expect(escapes.allSatisfy { ["-", "e", "&", "(", "f"].contains($0) }, "\(line)")
        #expect(!line.contains(#/(^|[^\\])-/#), "\(line)")
        #expect(!line.isEmpty)
      }
    }
    #expect(isFilled && depth == 0)
  }

  @Test("Is in the language of the run")
  func czech() async throws {
    let run = await (try Program())("manual --lang cs")
    for title in ["NÁZEV", "POUŽITÍ", "PŘÍKAZY", "PROMĚNNÉ PROSTŘEDÍ", "NÁVRATOVÝ KÓD"] {
      #expect(run.lines.contains(".SH \(title)"), "\(title)")
    }
    #expect(run.lines.contains(".SS Pro studenty"))
  }
}
