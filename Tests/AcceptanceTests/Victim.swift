import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// A teacher whose program is killed.
struct Victim {
  /// A value that is changed.
  struct Cell {
    let username: String
    let item: String
    let old: Double
    let new: Double
    var edit: String { "\(username):\(item)=\(new)" }
    var name: String { "\(username) \(item)" }
  }

  /// What is changed, always.
  static let cells = [
    Cell(username: "zkusade1", item: "du1", old: 8.75, new: 1),
    Cell(username: "zkusade1", item: "du2", old: 6.5, new: 2),
    Cell(username: "druhyst2", item: "du1", old: 9.75, new: 3),
  ]

  /// What makes and sends changes, each in its own way to the same values.
  enum Command: String, CaseIterable, Sendable {
    case set, `import`, publish, undo

    /// The edits are drafts before the command begins.
    var hasDrafts: Bool { self == .publish }
  }

  let service: TestService
  let program: Program
  /// The command line that is killed.
  let line: String
  /// What was published before, by cell, and how many notifications each student had.
  private(set) var published: [String: Int] = [:]
  private(set) var notified: [String: Int] = [:]

  init(_ command: Command) async throws {
    service = try await TestService.start()
    program = try await Program.signedIn(
      to: service, as: DemoAccounts.teacher.username, now: { Date() })
    // Who is killed need not wait for two minutes here.
    try program.write(
      Data(#"{"timeouts": {"quiet-period": 1}}"#.utf8), to: try program.paths.configurationFile)
    switch command {
    case .set: line = "set \(Self.edits) --yes"
    case .import:
      let file = program.home.file("results.csv")
      try Data("username,du1,du2\nzkusade1,1,2\ndruhyst2,3,\n".utf8).write(to: file)
      line = "import XI-ZPT.23 \(file.path) --yes"
    case .publish:
      line = "publish --yes"
      #expect(await program("set \(Self.edits) --draft").status == 0)
    case .undo:
      line = "undo 1 --yes --notify"
      for cell in Self.cells {
        try await service.control.changeAsColleague(
          course: "XI-ZPT.23", username: cell.username, item: cell.item,
          value: .number(cell.new), note: nil)
      }
      let old = Self.cells.map { "\($0.username):\($0.item)=\($0.old)" }
      let run = await program("set XI-ZPT.23 \(old.joined(separator: " ")) --yes --no-notify")
      #expect(run.status == 0)
      published = try await history()
    }
    notified = try await Self.notifications(service.control)
    service.control.resetRequestLog()
  }

  static let edits = "XI-ZPT.23 " + cells.map(\.edit).joined(separator: " ")

  static func notifications(_ control: Control) async throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for username in Set(cells.map(\.username)) {
      counts[username] = try await control.notificationCount(of: username)
    }
    return counts
  }

  /// Runs a command as a process and kills it during a request.
  func kill(
    _ command: String, at number: Int, of method: String? = nil, losing: Bool = false
  ) async throws -> Bool {
    try await program.kill(
      command, at: service, during: number, of: method, losing: losing)
  }

  /// Runs a command as a process and kills it at some moment after a request was answered.
  func kill(_ command: String, after number: Int, turns: Int) async throws {
    #expect(try await program.kill(command, at: service, after: number, turns: turns))
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

  /// The cells of the history, with how often each was published since the beginning.
  func history() async throws -> [String: Int] {
    let document = try await json("history --json")
    let batches = try #require(document["batches"] as? [[String: Any]])
    let changes = batches.flatMap { $0["changes"] as? [[String: Any]] ?? [] }
    return Dictionary(
      changes.map { ("\($0["username"] ?? "") \($0["identifier"] ?? "")", 1) },
      uniquingKeysWith: +
    )
    .map { ($0, $1 - (published[$0] ?? 0)) }
    .reduce(into: [:]) { counts, cell in if cell.1 != 0 { counts[cell.0] = cell.1 } }
  }

  private func json(_ command: String) async throws -> [String: Any] {
    let run = await program(command)
    #expect(run.status == 0, "\(run.err)")
    return try #require(
      JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any])
  }
}
