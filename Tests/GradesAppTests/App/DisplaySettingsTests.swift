import AppTestSupport
import Foundation
import TestSupport
import Testing

/// Settings of what is displayed are for people: documents for programs are whole.
@Suite("Settings of what is displayed", .inTurn)
struct DisplaySettingsTests {
  @Test("They change neither JSON nor CSV, and --all shows people everything")
  func programs() async throws {
    let program = try await Program.signedIn(to: .shared())
    let commands = ["courses", "course XI-ZPT.23"]
    var before: [String] = []
    for command in commands {
      for format in ["--json", "--csv", "--all"] {
        before.append(await program("\(command) \(format) --lang en").out)
      }
    }
    #expect(await program("settings set hidden-courses XI-LOG.23,XI-ZPT.23").status == 0)
    #expect(await program("settings set hide-ungraded yes").status == 0)
    var after: [String] = []
    for command in commands {
      for format in ["--json", "--csv", "--all"] {
        after.append(await program("\(command) \(format) --lang en").out)
      }
    }
    #expect(after == before)
    #expect(!(await program("courses").out.contains("XI-LOG.23")))
  }
}
