import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

@testable import GradesApp

/// `grades changes`: what has changed since the user last looked.
@Suite("Changes in the shell", .hangLimit, .inTurn)
struct ChangesCommandTests {
  private func colleague(
    _ service: TestService, _ item: String, _ value: CellValue?, note: String? = ""
  ) async throws {
    try await service.control.changeAsColleague(
      course: "XI-ZPT.23", username: "zkusade1", item: item, value: value, note: note)
  }

  @Test("The first look begins the change log; what changes then is new until it was looked at")
  func story() async throws {
    let (program, service) = try await Program.atService()
    #expect(
      await program("changes").out == """
        New
          No changes.

        """)
    try await colleague(service, "du1", .number(9), note: "late")
    try await colleague(service, "du2", nil)
    let seen = await program("changes")
    #expect(
      seen.out == """
        New since 21 Nov 2026 13:00  Course     Item            Old  →  New
          21 Nov 2026 13:00          XI-ZPT.23  Task 1         8.75  →    9
            note: no note → late
          21 Nov 2026 13:00          XI-ZPT.23  Task 2         6.5   →    –
          21 Nov 2026 13:00          XI-ZPT.23  Grade          B     →    C
          21 Nov 2026 13:00          XI-ZPT.23  Homework      30.25  →   24
          21 Nov 2026 13:00          XI-ZPT.23  Total points  80.25  →   74

        """)
    #expect(
      program.plain(await program("changes --lang cs").out) == """
        Nové od 21. 11. 2026 13:00
          Žádné změny.

        Dříve                 Předmět    Položka       Dosud  →  Nově
          21. 11. 2026 13:00  XI-ZPT.23  Úloha 1        8,75  →     9
            poznámka: bez poznámky → late
          21. 11. 2026 13:00  XI-ZPT.23  Úloha 2        6,5   →     –
          21. 11. 2026 13:00  XI-ZPT.23  Známka         B     →     C
          21. 11. 2026 13:00  XI-ZPT.23  Domácí úlohy  30,25  →    24
          21. 11. 2026 13:00  XI-ZPT.23  Body celkem   80,25  →    74

        """)
  }

  @Test("Programs get documents, and looking with them is no look")
  func documents() async throws {
    let (program, service) = try await Program.atService()
    #expect(await program("course XI-ZPT.23").status == 0)
    try await colleague(service, "du1", .number(9))
    for _ in 0..<2 {
      let run = await program("changes XI-ZPT --json")
      #expect(
        run.out.contains(
          """
              {
                "course": "XI-ZPT.23",
                "semester": "B261",
                "identifier": "du1",
                "name": "Task 1",
                "from": 8.75,
                "to": 9,
                "noteFrom": null,
                "noteTo": null,
                "removed": false,
                "changedAt": "2026-11-21T12:00:00Z",
                "noticedAt": "2026-11-21T12:00:00Z",
                "new": true
              },
          """))
      #expect(
        run.out.hasSuffix(
          """
            "lookedAt": null,
            "fetchedAt": "2026-11-21T12:00:00Z",
            "stale": false
          }

          """))
    }
    let csv = await program("changes --csv --offline")
    #expect(
      csv.out.hasPrefix(
        "course,semester,identifier,name,from,to,noteFrom,noteTo,changedAt,noticedAt,new\n"
          + "XI-ZPT.23,B261,du1,Task 1,8.75,9,,,2026-11-21T12:00:00"))
    #expect(csv.err.hasPrefix("Offline; showing data from"))
  }

  @Test("Who names a moment gets its changes under it, seen or not")
  func since() async throws {
    let (program, service) = try await Program.atService()
    #expect(await program("course XI-ZPT.23").status == 0)
    try await colleague(service, "du1", .number(9))
    #expect(await program("changes").status == 0)
    let seen = await program("changes --since 1h --offline")
    let lines = seen.out.replacing("\u{A0}", with: " ").split(separator: "\n")
    #expect(lines.first?.hasPrefix("Changed since 21 Nov 2026 12:00") == true)
    #expect(lines.contains { $0.contains("8") && $0.hasSuffix("9") })
    #expect(!seen.out.contains("\n\n"))
    let future = await program("changes --since 2027-01-01 --offline")
    #expect(future.out.contains("No changes."))
    #expect(!future.out.contains("XI-ZPT.23"))
  }

  @Test("Dates and courses narrow the list, also offline")
  func narrowed() async throws {
    let (program, service) = try await Program.atService()
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
      #expect(run.status == 64, "\(wrong)")
    }
    #expect(await program("changes XI-NO").status == 65)
  }
}

@Suite("Moments as they are typed", .inTurn)
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
