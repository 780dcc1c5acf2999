import AppTestSupport
import GradesTesting
import TestSupport
import Testing

/// `grades token`.
@Suite("Printing the token", .inTurn)
struct TokenCommandTests {
  private func program() async throws -> Program {
    var program = try await Program(at: TestService.shared())
    program.environment["GRADES_TOKEN"] = "token-1"
    return program
  }

  @Test("Needs an answer or --yes, and warns every time")
  func question() async throws {
    let program = try await Program.signedIn(to: TestService.shared())
    let token = await program("token --yes").out
    let piped = await program("token")
    #expect(piped.status == 64)
    #expect(piped.out == "")
    #expect(piped.said.contains("--yes"))
    let refused = await program("token", input: ["n"])
    #expect(refused.status == 130)
    #expect(refused.out == "")
    #expect(!refused.err.contains(token.dropLast()))
    for run in [await program("token", input: ["y"]), await program("token --yes")] {
      #expect(run.status == 0)
      #expect(run.out == token)
      #expect(run.said.contains("can act as you in Grades"))
    }
  }

  @Test("Says until when the token is valid, and that there is none")
  func stored() async throws {
    let program = try await Program.signedIn(to: TestService.shared())
    let run = await program("token --yes")
    #expect(run.status == 0)
    #expect(run.said.contains("Until 21 Nov 2026 14:00 (Europe/Prague)"))
    let nobody = await (try await Program(at: TestService.shared()))("token --yes")
    #expect(nobody.status == 77)
    #expect(nobody.out == "")
  }

  @Test("Prints nothing that a terminal would obey")
  func hostile() async throws {
    var program = try await program()
    program.environment["GRADES_TOKEN"] = "a\u{1B}[2J"
    let run = await program("token --yes")
    #expect(run.status == 78)
    #expect(run.out == "")
  }

  @Test("Asks nothing of who has set the token")
  func given() async throws {
    var program = try await program()
    program.environment["GRADES_TOKEN"] = "11111111-2222-4333-8444-555555555555"
    let run = await program("token")
    #expect(run.status == 0 && run.out == "11111111-2222-4333-8444-555555555555\n")
    #expect(run.said == "")
  }
}
