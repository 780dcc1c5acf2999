import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// `grades doctor --try-writes`: the question before it, and the cell after it.
@Suite("The doctor's command that writes", .hangLimit, .inTurn)
struct DoctorTrialCommandTests {
  private static let trial = InterruptedTrial.command

  private func writes(_ service: TestService) -> Int {
    service.control.requestLog.count { $0.method != "GET" }
  }

  @Test("Asks first, and restores the value and the note")
  func restores() async throws {
    let service = try await TestService.started()
    try await service.control.changeAsColleague(
      course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: 1.25, note: "pozdě")
    let program = try await Program.signedIn(to: service, as: "ucitezk1")
    let before = try await service.trialCell()
    service.control.resetRequestLog()
    for answer in [["n"], []] {
      let run = await program(Self.trial, input: answer)
      #expect(run.status == 130)
      #expect(run.said.contains("du1 of zkusade1 in XI-ZPT.23 (B261)"))
      #expect(run.said.contains("Start the trial?"))
      #expect(run.out == "")
    }
    #expect(writes(service) == 0)
    let run = await program(Self.trial, input: ["y"])
    #expect(run.status == 0, "\(run.out)\(run.err)")
    #expect(run.out.contains("saving a value: 200") || run.out.contains("saving a value: 20"))
    #expect(writes(service) > 5)
    #expect(try await service.trialCell() == before)
    let silent = await program(Self.trial + " --yes --json")
    #expect(silent.status == 0, "\(silent.err)")
    #expect(silent.out.contains("question-5-bounds"))
    #expect(try await service.trialCell() == before)
    #expect(try program.trials == [])
    await service.stop()
  }

  @Test("Writes nothing without a terminal and --yes, without an item, and where it cannot")
  func refused() async throws {
    let service = try await TestService.started()
    let program = try await Program.signedIn(to: service, as: "ucitezk1")
    try await service.control.changeAsColleague(
      course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: nil)
    service.control.resetRequestLog()
    for (arguments, status, word) in [
      (Self.trial, 64, "--yes"), ("doctor --try-writes XI-ZPT.23 --yes", 64, "--item"),
      (Self.trial + " --yes --offline", 64, "--offline"), ("doctor --item du1", 64, "--try-writes"),
      ("doctor --student zkusade1", 64, "--try-writes"), ("doctor --yes", 64, "--try-writes"),
      ("doctor --overwrite", 64, "--report"),
      ("doctor --try-writes XI-ZPT.23 --item nic --yes", 65, "nic"),
      ("doctor --try-writes XI-ZPT.23 --item body --yes", 65, "body"),
      ("doctor --try-writes XI-ZPT.23 --item du1 --student nikdo --yes", 65, "nikdo"),
      (Self.trial + " --yes", 65, "zkusade1 has no value of du1"),
    ] {
      let run = await program(arguments)
      #expect(run.status == Int32(status), "\(arguments): \(run.err)")
      #expect(run.said.contains(word), "\(run.err)")
      #expect(run.out == "")
    }
    #expect(writes(service) == 0)
    await service.stop()
  }
}
