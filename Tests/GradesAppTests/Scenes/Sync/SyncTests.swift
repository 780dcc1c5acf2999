import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// `grades sync`.
@Suite("Loading everything for offline use", .inTurn)
struct SyncTests {
  @Test("Says what it loaded, and all of it is there offline")
  func student() async throws {
    let (program, service) = try await Program.atService()
    let run = await program("sync", width: 80)
    #expect(run.status == 0)
    #expect(run.err == "")
    #expect(
      run.out == """
        Winter 2026/27 (B261)

        Loaded for offline use
          Courses with results       9
          Notifications              yes
          Semesters of your studies  yes

        """)
    service.control.resetRequestLog()
    for command in ["courses", "course XI-LOG.23", "course XI-TVA", "notifications --all", "study"]
    {
      #expect(await program(command + " --offline").status == 0)
    }
    #expect(service.control.requestCount == 0)
  }

  @Test("A teacher's own groups, as a document")
  func teacher() async throws {
    let program = try await Program.signedIn(to: .shared(), as: DemoAccounts.teacher.username)
    let run = await program("sync --json")
    #expect(run.status == 0)
    let document = try run.object()
    let teaching = try #require(document["teaching"] as? [[String: Any]])
    #expect(
      teaching.compactMap { $0["code"] as? String } == ["XI-BEZ.22", "XI-DAT.23", "XI-ZPT.23"])
    #expect(teaching.allSatisfy { ($0["groups"] as? [String])?.isEmpty == false })
    #expect((document["notLoaded"] as? [Any])?.isEmpty == true)
    #expect(await program("group XI-ZPT.23 MY_PARALLELS --offline").status == 0)
    #expect(await program("items XI-DAT.23 --offline").status == 0)
  }

  @Test("What cannot be loaded is named, with its status; the rest is loaded")
  func partly() async throws {
    let (program, service) = try await Program.atService()
    service.control.add(Fault(nil, "/XI-LOG.23/", times: nil, .answer(status: 500)))
    let run = await program("sync --lang cs", width: 80)
    #expect(run.status == 69)
    #expect(run.out.contains("Nenačteno\n  XI-LOG.23"))
    #expect(await program("course XI-TVA --offline").status == 0)
    #expect(await program("course XI-LOG.23 --offline").status == 69)
    service.control.add(Fault(nil, "/api/", times: nil, .disconnectBeforeHandling))
    let away = await program("sync --json")
    #expect(away.status == 69)
    #expect(away.out == "")
  }
}
