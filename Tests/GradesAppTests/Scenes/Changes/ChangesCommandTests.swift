import Foundation
import GradesServer
import TestSupport
import Testing

@testable import GradesApp

/// `grades changes`: what has changed since the user last looked.
@Suite("Changes in the shell", .timeLimit(.minutes(5)))
struct ChangesCommandTests {
  private func colleague(
    _ service: EmbeddedService, _ item: String, _ value: CellValue?, note: String? = ""
  ) async throws {
    try await service.control.changeAsColleague(
      course: "XI-ZPT.23", username: "zkusade1", item: item, value: value, note: note)
  }

  @Test("Dates and courses narrow the list, also offline")
  func narrowed() async throws {
    let service = try await EmbeddedService.standing()
    let program = try await Program.signedIn(to: service)
    #expect(await program("changes --offline").status == 69)
    #expect(await program("changes").status == 0)
    try await colleague(service, "du1", .number(9))
    #expect(await program("changes --json").out.contains("du1"))
    for since in ["2026-11-21", "2026-11-21T13:00", "21.11.2026", "1h", "2026-11-21T12:00:00Z"] {
      let run = await program("changes --offline --json --since \(since)")
      #expect(run.out.contains("du1"), "\(since)")
    }
    for since in ["2026-11-22", "2026-11-21T13:01", "2026-11-21T12:00:01Z"] {
      let run = await program("changes --offline --json --since \(since)")
      #expect(!run.out.contains("du1"), "\(since)")
    }
    #expect(!(await program("changes XI-LOG --offline --json").out.contains("du1")))
    for wrong in ["whenever", "2026-13-01", "2026-02-30", "5", "-1d"] {
      let run = await program.run(["changes", "--offline", "--since=\(wrong)"])
      #expect(run.status == 65, "\(wrong)")
    }
    #expect(await program("changes XI-NO").status == 65)
    await service.stop()
  }
}

@Suite("Moments as they are typed")
struct SinceTextTests {
  private let now = Date.usual
  private let prague = TimeZone(identifier: "Europe/Prague")!

  @Test(
    "Days, times and distances",
    arguments: [
      ("2026-11-20", "2026-11-19T23:00:00Z"), ("2026-07-01 8:05", "2026-07-01T06:05:00Z"),
      ("2026-11-20T12:00:00Z", "2026-11-20T12:00:00Z"), ("20. 11. 2026", "2026-11-19T23:00:00Z"),
      ("1. 7. 2026 12:30", "2026-07-01T10:30:00Z"), ("3d", "2026-11-18T12:00:00Z"),
      ("12h", "2026-11-21T00:00:00Z"), (" 2w ", "2026-11-07T12:00:00Z"),
    ])
  func read(typed: String, meant: String) {
    #expect(SinceText.read(typed, now: now, timeZone: prague) == .moment(meant))
  }

  @Test(
    "Nothing else",
    arguments: ["", "d", "99999d", "2026", "2026-11-31", "2026-11-20 25:00", "20.11.", "3 d"])
  func refuse(typed: String) {
    #expect(SinceText.read(typed, now: now, timeZone: prague) == nil)
  }
}
