import AppTestSupport
import ClientTestSupport
import GradesTesting
import TestSupport
import Testing

/// Answers of the service that were damaged on their way: every command ends with a status and a
/// sentence, or shows what it could read.
@Suite("Damaged answers", .timeLimit(.minutes(60)), .inTurn)
struct DamagedAnswerFuzzTests {
  private static let commands = [
    "courses", "course XI-DAT.23", "notifications --all", "changes", "settings service",
    "groups XI-DAT.23", "items XI-DAT.23", "students XI-DAT.23", "student XI-DAT.23 zkusade1",
    "group XI-DAT.23 ALL", "export XI-DAT.23", "set XI-DAT.23 zkusade1:kviz1=2 --dry-run",
  ]

  @Test("End in a sentence")
  func commands() async throws {
    let service = try await TestService.shared()
    let proxy = try FaultProxy(to: service.port)
    let address = service.apiURL.absoluteString
      .replacing(":\(service.port)/", with: ":\(proxy.port)/")
    await FuzzRun.seeds(36, cost: 10) { seed in
      let command = Self.commands[Int(seed % UInt64(Self.commands.count))]
      guard
        var program = try? await Program.signedIn(
          to: service, as: "obojial1", environment: ["GRADES_API_URL": address])
      else {
        Issue.record("nobody can be signed in")
        return
      }
      program.requestClock = SteppedClock().requestClock
      proxy.set(.damaged(seed: seed))
      let run = await program(command)
      #expect(
        [0, 65, 69, 75, 76, 77].contains(run.status), "seed \(seed), \(command): \(run.status)")
      #expect(run.status == 0 || run.err.contains("Error: ") || run.out != "", "seed \(seed)")
      let isSafe = (run.out + run.err).unicodeScalars.allSatisfy {
        $0 == "\n" || $0.properties.generalCategory != .control
      }
      #expect(isSafe, "seed \(seed), \(command)")
    }
  }
}
