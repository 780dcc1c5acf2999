import AppTestSupport
import Foundation
import TestSupport
import Testing

/// The program is killed while it reads, again and again in the same home: what is stored stays whole,
/// and a draft stays.
@Suite("Killed while reading", .inTurn)
struct KilledReadingTests {
  private static let moments =
    ProcessInfo.processInfo.environment["GRADES_LONG_TESTS"] == nil ? 8 : 400

  @Test("The next start finds what was stored before, or what was stored then")
  func reading() async throws {
    let victim = try await Victim(.publish)
    let commands = [
      (line: "group XI-ZPT.23 ALL", last: 2), (line: "courses", last: 3),
      (line: "changes", last: 2),
    ]
    let whole = contents(await victim.program("group XI-ZPT.23 ALL --json"))
    for moment in 0..<Self.moments {
      let (line, last) = commands[moment % commands.count]
      let turns = 1000 << (moment / 3 % 9) + moment * 97
      try await victim.kill(line, after: moment % (last + 1), turns: turns)
      let offline = await victim.program("group XI-ZPT.23 ALL --json --offline")
      #expect(offline.status == 0, "\(line), \(moment): \(offline.err)")
      #expect(contents(offline) == whole, "\(line), \(moment)")
      #expect(try await victim.drafts().count == Victim.cells.count, "\(line), \(moment)")
    }
    let after = await victim.program("group XI-ZPT.23 ALL --json")
    #expect(contents(after) == whole)
    #expect(after.err == "3 drafts not shown. Use --with-drafts to show them.\n")
    await victim.service.stop()
  }

  /// What was read, whenever that was.
  private func contents(_ run: Program.Run) -> [Substring] {
    run.out.split(separator: "\n").filter {
      !$0.contains("\"fetchedAt\":") && !$0.contains("\"stale\":")
    }
  }
}
