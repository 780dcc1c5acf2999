import AppTestSupport
import TestSupport
import Testing

/// The manual page, made of the same help that the commands print.
@Suite("The manual page", .inTurn)
struct ManualTests {
  @Test("Has the sections that manual pages have, and one for each command")
  func sections() async throws {
    let run = await (try Program())("manual")
    #expect(run.status == 0)
    #expect(run.err == "")
    let titles = run.lines.filter { $0.hasPrefix(".TH ") || $0.hasPrefix(".SH ") }
    #expect(titles.prefix(3) == [#".TH GRADES 1 "" "grades 0.1.0""#, ".SH NAME", ".SH COMMANDS"])
    for title in [
      "COURSES", "COURSE", "SETTINGS", "SETTINGS SET", "LOGIN", "STATUS", "LOGOUT", "DEMO", "SERVE",
    ] { #expect(titles.contains(".SH GRADES \(title)"), "\(title)") }
    #expect(run.lines[2] == "grades \\- Your FIT CTU grades in the terminal.")
  }

  @Test("Is roff: only known requests, and nothing else looks like one", arguments: ["en", "cs"])
  func requests(language: String) async throws {
    let run = await (try Program())("manual --lang \(language)")
    var isFilled = true
    for line in run.lines {
      if let request = line.firstMatch(of: #/^[.'](\S*)/#)?.1 {
        #expect(["TH", "SH", "nf", "na", "fi"].contains(request), "\(line)")
        if request == "nf" { isFilled = false }
        if request == "fi" { isFilled = true }
      } else {
        // Every backslash begins an escape that is known.
        let escapes = line.matches(of: #/\\(.)/#).map(\.1)
        #expect(escapes.allSatisfy { ["-", "e", "&", "("].contains($0) }, "\(line)")
        #expect(!line.contains(#/(^|[^\\])-/#), "\(line)")
        let shown = line.replacing("\\-", with: "-").replacing("\\(aq", with: "'")
        #expect(isFilled || shown.count <= 72, "\(line)")
      }
    }
    #expect(isFilled)
  }

  @Test("Speaks the language of the run")
  func czech() async throws {
    let run = await (try Program())("manual --lang cs")
    #expect(run.lines.contains(".SH NÁZEV"))
    #expect(run.lines.contains(".SH PŘÍKAZY"))
  }
}
