import Foundation
import GradesCore
import TestSupport
import Testing

/// Files of settings that were damaged: read, or refused and left as they are.
@Suite("Settings of all kinds")
struct SettingsFuzzTests {
  private static let corpus = """
    {
      "column-titles": { "XI-AAA.23": { "Homework": "du1" } },
      "hidden-courses": ["XI-BBB", "XI-CCC.22"],
      "hide-ungraded": true,
      "language": "cs",
      "notify": false,
      "pinned-courses": [],
      "semester": "B232",
      "unknown": [1, { "a": null }]
    }
    """

  @Test("A change is stored and read again, or the file stays as it is")
  func files() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("settings.json")
    let repository = SettingsRepository(file: file)
    try await FuzzRun.seeds(200) { seed in
      var damage = ByteDamage(
        seed: seed,
        pieces: [
          "\"notify\": ", "\"semester\": \"current\"", "\"language\": 1", "true", "{}", "[]",
        ])
      let bytes = Data(damage.damaged(Array(Self.corpus.utf8)))
      try bytes.write(to: file)
      let read = try? repository.settings()
      do {
        try repository.change { $0.hidesUngraded.toggle() }
        #expect(read != nil, "seed \(seed)")
        #expect(
          try repository.settings().hidesUngraded == !(read?.hidesUngraded ?? true), "seed \(seed)")
      } catch is SettingsProblem {
        #expect(try Data(contentsOf: file) == bytes, "seed \(seed)")
      }
      do {
        try repository.change(correcting: "notify") { $0.notifiesStudents = true }
        #expect(try repository.settingsWithoutMistakes().notifiesStudents, "seed \(seed)")
      } catch is SettingsProblem {
        // The file is not JSON, or other settings are mistakes.
      }
    }
  }
}
