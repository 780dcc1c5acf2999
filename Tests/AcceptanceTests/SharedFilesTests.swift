import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

@Suite("Processes that write the same files", .inTurn)
struct SharedFilesTests {
  @Test("a token that the service took back is renewed once")
  func takenBack() async throws {
    let service = try await TestService.opened()
    let user = try await Program.signedIn(to: service, now: { Date() })
    // By the clock of the processes it is valid for an hour; the service says 401.
    try await service.control.expireTokens()
    for run in try await user.execute("course XI-LOG.23 --json", times: 6) {
      #expect(run.status == 0, "\(run.err)")
      #expect(run.err == "")
    }
    #expect(service.control.requestLog.count { $0.path == "/oauth/token" } == 1)
  }

  @Test("settings that many change at once stay whole")
  func settings() async throws {
    let user = try Program()
    let changes = [
      "hidden-courses XI-AAA.23", "pinned-courses XI-BBB.23", "notify no", "hide-ungraded yes",
      "language cs", "semester B232",
    ]
    try await withThrowingTaskGroup { group in
      for change in changes + changes {
        group.addTask { try await user.execute("settings set \(change)") }
      }
      for try await run in group { #expect(run.status == 0, "\(run.err)") }
    }
    // What one has chosen, no other one has taken back.
    #expect(
      try String(contentsOf: user.paths.settingsFile, encoding: .utf8) == """
        {
          "hidden-courses": [
            "XI-AAA.23"
          ],
          "hide-ungraded": true,
          "language": "cs",
          "notify": false,
          "pinned-courses": [
            "XI-BBB.23"
          ],
          "semester": "B232"
        }

        """)
    let folder = user.paths.configurationFolder
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["settings.json", "settings.json.lock"])
  }
}
