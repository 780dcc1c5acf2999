import AppTestSupport
import Foundation
import GradesConfiguration
import GradesCore
import GradesLocalization
import TestSupport
import Testing

@testable import GradesApp

/// The manual page, made of the same help that the commands print.
@Suite("The manual page", .inTurn)
struct ManualTests {
  private func lines(ofPage name: String, _ program: Program) throws -> [String] {
    try String(contentsOf: program.home.file("grades-\(name).1"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

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
  }

  @Test("Names each command in its group; a page of its own explains it and those below it")
  func commands() async throws {
    let program = try Program()
    let overview = await program("manual").out
    #expect(await program("manual --pages \(program.home.url.path)").status == 0)
    for name in CommandTopic.allCases.flatMap(\.names) {
      #expect(overview.contains("\n.TP\n\\fBgrades\\-\(name)\\fR(1)\n"), "\(name)")
      let page = try lines(ofPage: name, program)
      #expect(
        page.first == #".TH GRADES-\#(name.uppercased()) 1 "" "grades 0.1.0""#, "\(name)")
      #expect(page.contains { $0.hasPrefix("\\fBgrades \(name)\\fR") }, "\(name)")
    }
    // The options of all commands stand in one section.
    #expect(overview.components(separatedBy: "\\fB\\-\\-verbose\\fR").count == 2)
    let settings = await program("manual settings")
    #expect(
      settings.lines.compactMap { $0.removing(prefix: ".SH ") } == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "SEE ALSO",
      ])
    for line in [
      #"\fBgrades settings set\fR \fIkey\fR \fIvalue\fR ..."#, ".SS grades settings set",
      "Change a setting.",
    ] {
      #expect(settings.lines.contains(line), "\(line)")
    }
    let publish = await program("manual publish").out
    #expect(
      publish.contains(
        """
        .TP
        \\fB\\-\\-notify\\fR, \\fB\\-\\-no\\-notify\\fR
        Notify students or not; defaults to the setting.
        """))
    #expect(publish.contains(".SH EXAMPLES\n.PP\n.nf\ngrades publish\ngrades publish XI"))
  }

  @Test("Writes all pages into a folder, and refuses a command that there is not")
  func pages() async throws {
    let program = try Program()
    let folder = program.home.url.path
    #expect(await program("manual --pages \(folder)").status == 0)
    let names = ["grades"] + CommandTopic.allCases.flatMap(\.names).map { "grades-\($0)" }
    for name in names.prefix(2) {
      let page = try String(contentsOf: program.home.file("\(name).1"), encoding: .utf8)
      let command = name.split(separator: "-").dropFirst().joined()
      #expect(page == (await program("manual \(command)").out), "\(name)")
    }
    #expect(await program("manual --pages /nowhere/at/all").status == 73)
    #expect(await program("manual course --pages \(folder)").status == 64)
    let unknown = await program("manual cours")
    #expect(unknown.status == 64)
    #expect(unknown.err.hasPrefix("Error: Invalid value “cours” for COMMAND."))
  }

  @Test("Lists every setting, key of the configuration, variable and status")
  func reference() async throws {
    let lines = await (try Program())("manual").lines
    let terms =
      Setting.all.map(\.key) + ConfigurationKey.allCases.map(\.rawValue)
      + ConfigurationKey.allCases.compactMap(\.variable)
      + ExitStatus.all.map { String($0.status.code) }
    for term in terms { #expect(lines.contains(Roff.bold(term)), "\(term)") }
    #expect(lines.contains(#"\fBVISUAL\fR, \fBEDITOR\fR"#))
  }

  @Test("Is roff: only known requests, and nothing else looks like one", arguments: ["en", "cs"])
  func requests(language: String) async throws {
    let program = try Program()
    var lines = await program("manual --lang \(language)").lines
    let folder = program.home.url.path
    #expect(await program("manual --lang \(language) --pages \(folder)").status == 0)
    for name in CommandTopic.allCases.flatMap(\.names) + Guide.allCases.map(\.rawValue) {
      lines += try self.lines(ofPage: name, program)
    }
    var isFilled = true
    var depth = 0
    for line in lines {
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

  @Test("Has a guide for what several commands share, with the same blocks in both languages")
  func guides() async throws {
    let program = try Program()
    for guide in Guide.allCases {
      let page = await program("manual \(guide)").out
      #expect(page.hasPrefix(".TH GRADES-\(guide.rawValue.uppercased()) 1 "))
      #expect(page.contains(".SH ") && page.contains(".nf\n"))
      let blocks = Language.allCases.map { language in
        guide.text(in: language).components(separatedBy: "```").enumerated()
          .filter { !$0.offset.isMultiple(of: 2) }.map { $0.element.split(separator: "\n").count }
      }
      #expect(blocks[0] == blocks[1], "\(guide)")
    }
    let documents = await program("manual json").lines
    for name in ["courses", "group", "structure plan"] { #expect(documents.contains(name)) }
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
