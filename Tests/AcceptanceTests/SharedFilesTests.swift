import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

@Suite("Processes that write the same files", .inTurn)
struct SharedFilesTests {
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
          "credits": {},
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
