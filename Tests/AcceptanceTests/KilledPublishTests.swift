import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// The program is killed while the service has one of its requests in hand, each of them in turn:
/// no edit is lost, nothing is published twice, no student is notified twice.
@Suite("Killed while publishing", .inTurn)
struct KilledPublishTests {
  @Test("At every request of a command", arguments: Victim.Command.allCases)
  func everyRequest(command: Victim.Command) async throws {
    var number = 0
    while true {
      let victim = try await Victim(command)
      let wasKilled = try await victim.kill(victim.line, at: number)
      if wasKilled { try await recover(victim, command, "request \(number)") }
      try await checkEnd(victim, "request \(number)")
      await victim.service.stop()
      guard wasKilled else { break }
      number += 1
    }
    // Reading, reading again, saving and verifying.
    #expect(number >= 6)
  }

  /// What a command does when it is killed at any moment, and the requests before that moment. No
  /// request that saves is under way then: who is killed cannot know what became of it.
  enum Work: String, CaseIterable, Sendable {
    case keeping, marking, recording
  }

  /// The moments each work is killed at, by default an early, a middle and a late one.
  private static let moments =
    ProcessInfo.processInfo.environment["GRADES_LONG_TESTS"] == nil ? [0, 3, 5] : Array(0..<400)

  @Test("At any moment between requests", arguments: Work.allCases, moments)
  func anyMoment(work: Work, seed: Int) async throws {
    let command = work == .keeping ? Victim.Command.import : .publish
    let victim = try await Victim(command)
    let control = victim.service.control
    let context = "\(work) \(seed)"
    // From a part of a millisecond to some of them.
    let turns = 1000 << (seed % 6 * 2) + seed * 97
    switch work {
    case .keeping:
      let line = victim.line.replacing("--yes", with: "--draft")
      try await victim.kill(line, after: 2, turns: turns)
      // All of them or none.
      #expect([0, Victim.cells.count].contains(try await victim.drafts().count), "\(context)")
    case .marking:
      // The drafts are marked as on their way; nothing ever arrives.
      control.add(Fault("PUT", "/", times: nil, .answer(status: 503)))
      try await victim.kill(victim.line, after: 5, turns: turns)
      control.removeFaults()
    case .recording:
      // The look that follows the saving, and then the history.
      try await victim.kill(victim.line, after: 7, turns: turns)
    }
    try await recover(victim, command, context)
    try await checkEnd(victim, context)
    await victim.service.stop()
  }

  /// The next start, and what a teacher then does: publish what waits, or type the command again.
  private func recover(_ victim: Victim, _ command: Victim.Command, _ context: String) async throws
  {
    try await check(victim, command, context)
    // Of what is undone, students were not notified.
    let rest = "publish --yes --wait" + (command == .undo ? " --notify" : "")
    let next = try await victim.drafts().isEmpty ? victim.line : rest
    let again = await victim.program(next)
    #expect(again.status == 0, "\(context): \(again.out)\(again.err)")
  }

  /// What must hold at the next start: every change is somewhere.
  private func check(_ victim: Victim, _ command: Victim.Command, _ context: String) async throws {
    let drafts = try await victim.drafts()
    let history = try await victim.history()
    for cell in Victim.cells {
      let there = try await victim.service.control.cell(
        course: "XI-ZPT.23", username: cell.username, item: cell.item)?.value
      #expect([.number(cell.old), .number(cell.new)].contains(there), "\(context) \(cell.name)")
      switch (there == .number(cell.new), drafts[cell.name], history[cell.name]) {
      // On its way, or already seen there.
      case (true, "unconfirmed", nil), (true, nil, 1): break
      // Waiting, on its way, or, from the command line, not even kept yet.
      case (false, "draft", nil), (false, "unconfirmed", nil): break
      case (false, nil, nil): #expect(!command.hasDrafts, "\(context) \(cell.name) is lost")
      default:
        Issue.record(
          "\(context) \(cell.name): \(there as Any) \(drafts) \(history)")
      }
    }
  }

  /// What must hold in the end: everything is there, once, and every student was notified once.
  private func checkEnd(_ victim: Victim, _ context: String) async throws {
    let control = victim.service.control
    #expect(try await victim.drafts() == [:], "\(context)")
    #expect(
      try await victim.history()
        == Dictionary(uniqueKeysWithValues: Victim.cells.map { ($0.name, 1) }), "\(context)")
    for cell in Victim.cells {
      let there = try await control.cell(
        course: "XI-ZPT.23", username: cell.username, item: cell.item)?.value
      #expect(there == .number(cell.new), "\(context)")
    }
    #expect(
      try await Victim.notifications(control) == victim.notified.mapValues { $0 + 1 }, "\(context)")
  }
}
