import AppTestSupport
import Foundation
import TestSupport
import Testing

/// What is wrong with a command line, and the status that scripts see.
@Suite("Statuses of wrong command lines", .inTurn)
struct ValidationTests {
  @Test(
    "Wrong values are wrong use",
    arguments: [
      "courses --semester autumn", "courses --semester B291", "courses --lang de",
      "settings set semester autumn", "settings set semester B291", "settings set notify perhaps",
      "settings set colour red", "changes --since whenever", "courses --color sometimes",
      "courses --color always --no-color", "completion powershell", "settings get colour",
    ])
  func wrongValues(command: String) async throws {
    let program = try await Program.signedIn(to: .shared())
    let run = await program(command)
    #expect(run.status == 64)
    #expect(run.out == "")
  }

  @Test("A semester beyond the next one is refused with the last that can be meant")
  func late() async throws {
    let program = try await Program.signedIn(to: .shared())
    let run = await program("courses --semester B271")
    #expect(
      run.said
        == "Error: Semester B271 is too far ahead; the latest is B262.\n"
    )
    #expect(await program("courses --semester next").status == 0)
  }

  @Test("A setting can be read alone")
  func settingsGet() async throws {
    let program = try Program()
    #expect(await program("settings get semester").out == "current\n")
    #expect(await program("settings set notify no").status == 0)
    #expect(await program("settings get notify").out == "no\n")
  }

  @Test("What is refused is named on standard error, too, when a program reads the review")
  func refusals() async throws {
    let teacher = try await Teacher.working()
    for options in ["--yes", "--yes --json"] {
      let run = await teacher("set XI-ZPT.23 zkusade1:du1=much nobody1:du1=2 \(options)")
      #expect(run.status == 65)
      #expect(run.said.contains("zkusade1:du1: "))
      #expect(run.said.contains("nobody1:du1: "))
    }
    let seen = await teacher("set XI-ZPT.23 zkusade1:du1=much --yes", width: 80)
    #expect(!seen.said.contains("zkusade1:du1: "))
  }
}
