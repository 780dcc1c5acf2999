import Foundation
import GradesServer
import TestSupport
import Testing

/// The program is killed while the service has one of its requests in hand, each of them in turn:
/// no edit is lost, nothing is published twice, nobody is told twice.
@Suite("Killed while publishing")
struct KilledPublishTests {
  private struct Lost: Error {}

  private static let cells = [
    Cell(username: "zkusade1", item: "du1", old: 8.75, new: 1),
    Cell(username: "zkusade1", item: "du2", old: 6.5, new: 2),
    Cell(username: "druhyst2", item: "du1", old: 9.75, new: 3),
  ]

  private struct Cell {
    let username: String
    let item: String
    let old: Double
    let new: Double
    var edit: String { "\(username):\(item)=\(new)" }
    var name: String { "\(username) \(item)" }
  }

  /// A teacher whose program is killed.
  private struct Victim {
    let service: EmbeddedService
    let program: Program
    let notified: [String: Int]

    init(drafting: Bool) async throws {
      service = try await EmbeddedService.start()
      program = try await Program.signedIn(
        to: service, as: DemoAccounts.teacher.username, now: { Date() })
      let control = service.control
      notified = try await Self.notifications(control)
      if drafting {
        let run = await program("set \(Self.edits) --draft")
        #expect(run.status == 0)
      }
      control.resetRequestLog()
    }

    static let edits = "XI-ZPT.23 " + cells.map(\.edit).joined(separator: " ")

    static func notifications(_ control: Control) async throws -> [String: Int] {
      var counts: [String: Int] = [:]
      for username in Set(cells.map(\.username)) {
        counts[username] = try await control.notificationCount(of: username)
      }
      return counts
    }

    /// Runs a command as a process and kills it during a request; whether it came so far. The
    /// request is still carried out, and nobody hears of it, or it is lost.
    func kill(
      _ command: String, at place: Int, of method: String? = nil, losing: Bool = false
    ) async throws -> Bool {
      let started = Occurrences<GradesProcess>()
      let fault = service.control.add(
        Fault(
          method, "/", skipping: place,
          .run {
            let process = await started.first(1)[0]
            process.send(SIGKILL)
            // The service goes on only when nobody is there any longer.
            _ = await process.end()
            if losing { throw Lost() }
          }))
      let end = try await program.process(command) { process in
        started.record(process)
        process.closeInput()
        return await process.end()
      }
      fault.remove()
      #expect((end.status == -SIGKILL) == (fault.hits == 1))
      return end.status == -SIGKILL
    }

    /// The drafts that are there, by cell, with their states.
    func drafts() async throws -> [String: String] {
      let document = try await json("drafts --json")
      let drafts = try #require(document["drafts"] as? [[String: Any]])
      return Dictionary(
        drafts.map {
          ("\($0["username"] ?? "") \($0["identifier"] ?? "")", "\($0["state"] ?? "")")
        },
        uniquingKeysWith: { first, _ in first })
    }

    /// The cells of the history, with how often each was published.
    func history() async throws -> [String: Int] {
      let document = try await json("history --json")
      let batches = try #require(document["batches"] as? [[String: Any]])
      let changes = batches.flatMap { $0["changes"] as? [[String: Any]] ?? [] }
      return Dictionary(
        changes.map { ("\($0["username"] ?? "") \($0["identifier"] ?? "")", 1) },
        uniquingKeysWith: +)
    }

    private func json(_ command: String) async throws -> [String: Any] {
      let run = await program(command)
      #expect(run.status == 0, "\(run.err)")
      return try #require(
        JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any])
    }
  }

  @Test("At every request of a command", arguments: ["set", "publish"])
  func everyRequest(command: String) async throws {
    let isDrafting = command == "publish"
    let line = isDrafting ? "publish --yes" : "set \(Victim.edits) --yes"
    var place = 0
    while true {
      let victim = try await Victim(drafting: isDrafting)
      let wasKilled = try await victim.kill(line, at: place)
      if wasKilled { try await recover(victim, line, isDrafting: isDrafting, place: place) }
      try await checkEnd(victim, place: place)
      await victim.service.stop()
      guard wasKilled else { break }
      place += 1
    }
    // Reading, reading again, saving and verifying.
    #expect(place >= 6)
  }

  @Test("While the values are on their way and never arrive", arguments: ["set", "publish"])
  func lostRequest(command: String) async throws {
    let isDrafting = command == "publish"
    let line = isDrafting ? "publish --yes" : "set \(Victim.edits) --yes"
    let victim = try await Victim(drafting: isDrafting)
    #expect(try await victim.kill(line, at: 0, of: "PUT", losing: true))
    let waiting = Set(try await victim.drafts().values)
    #expect(waiting == ["sending"])
    try await recover(victim, line, isDrafting: isDrafting, place: 0)
    try await checkEnd(victim, place: 0)
    await victim.service.stop()
  }

  /// The next start, and what a teacher then does: publish what waits, or type the command again.
  private func recover(
    _ victim: Victim, _ line: String, isDrafting: Bool, place: Int
  ) async throws {
    try await check(victim, isDrafting: isDrafting, place: place)
    let next = try await victim.drafts().isEmpty ? line : "publish --yes"
    let again = await victim.program(next)
    #expect(again.status == 0, "\(place): \(again.out)\(again.err)")
  }

  /// What must hold at the next start: every change is somewhere.
  private func check(_ victim: Victim, isDrafting: Bool, place: Int) async throws {
    let drafts = try await victim.drafts()
    let history = try await victim.history()
    for cell in Self.cells {
      let there = try await victim.service.control.cell(
        course: "XI-ZPT.23", username: cell.username, item: cell.item)?.value
      #expect([.number(cell.old), .number(cell.new)].contains(there), "\(place) \(cell.name)")
      switch (there == .number(cell.new), drafts[cell.name], history[cell.name]) {
      // On its way, or already seen there.
      case (true, "sending", nil), (true, nil, 1): break
      // Waiting, on its way, or, from the command line, not even kept yet.
      case (false, "draft", nil), (false, "sending", nil): break
      case (false, nil, nil): #expect(!isDrafting, "\(place) \(cell.name) is lost")
      default:
        Issue.record(
          "\(place) \(cell.name): \(there as Any) \(drafts) \(history)")
      }
    }
  }

  /// What must hold in the end: everything is there, once, and everybody was told once.
  private func checkEnd(_ victim: Victim, place: Int) async throws {
    let control = victim.service.control
    #expect(try await victim.drafts() == [:], "\(place)")
    #expect(
      try await victim.history()
        == Dictionary(uniqueKeysWithValues: Self.cells.map { ($0.name, 1) }), "\(place)")
    for cell in Self.cells {
      let there = try await control.cell(
        course: "XI-ZPT.23", username: cell.username, item: cell.item)?.value
      #expect(there == .number(cell.new), "\(place)")
    }
    #expect(
      try await Victim.notifications(control) == victim.notified.mapValues { $0 + 1 }, "\(place)")
  }
}
