import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// A teacher whose trial of writing was interrupted while the service had one of its requests in hand.
struct InterruptedTrial {
  /// The command of the trial.
  static let command = "doctor --try-writes XI-ZPT.23 --item du1 --student zkusade1"
  /// What sentences say of the cell's content before.
  static let original = "1.25 (note “pozdě”)"

  let service: TestService
  var program: Program
  /// What passes the time; it holds the waits for a request.
  let clock: HeldClock
  /// The run that was interrupted.
  let run: Program.Run
  /// The cell before.
  let before: StoredCell?

  /// Runs a test after an interruption.
  static func open(
    environment: [String: String] = [:], _ test: (InterruptedTrial) async throws -> Void
  ) async throws {
    let service = try await TestService.started()
    do {
      try await service.control.changeAsColleague(
        course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: 1.25, note: "pozdě")
      let before = try await service.trialCell()
      var program = try await Program.signedIn(
        to: service, as: "ucitezk1", environment: environment)
      let clock = HeldClock(at: .usual)
      program.requestClock = clock.requestClock
      program.now = { clock.now }
      let hang = service.control.add(
        Fault("PUT", "/student-classifications", skipping: 1, .hangAfterHandling))
      let command = Task { [program] in await program(Self.command + " --yes") }
      await hang.waitUntilHit()
      command.cancel()
      let run = await command.value
      hang.remove()
      try await test(
        InterruptedTrial(
          service: service, program: program, clock: clock, run: run, before: before))
    } catch {
      await service.stop()
      throw error
    }
    await service.stop()
  }
}

extension TestService {
  /// The value and the note of the cell, without its time and author.
  func trialCell() async throws -> StoredCell? {
    try await control.cell(course: "XI-ZPT.23", username: "zkusade1", item: "du1").map {
      StoredCell(value: $0.value, note: $0.note, changedAt: nil, author: nil)
    }
  }
}

extension Program {
  /// The names of the files of trials that wait to be restored.
  var trials: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: paths.stateFolder.path)
        .filter { $0.hasPrefix("trial-") && $0.hasSuffix(".json") }
    }
  }
}
