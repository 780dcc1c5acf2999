import GradesConfiguration
import TestSupport
import Testing

/// Files of configuration that were damaged: used, or refused with a line of them.
@Suite("Configurations of all kinds")
struct ConfigurationFuzzTests {
  private static let corpus = """
    {
      "client-id": "abc",
      "scopes": ["urn:ctu:oauth:read"],
      "timeouts": { "login": 120, "request": 30 },
      "credential-store": "file",
      "hosts": { "development": { "api-url": "https://dev.example.org/api/", "client-id": "d" } }
    }
    """

  @Test("Are used, or refused at a line of the file")
  func files() async throws {
    try await FuzzRun.seeds(200) { seed in
      var damage = ByteDamage(
        seed: seed,
        pieces: ["\"hosts\": ", "\"api-url\": \"http://a\"", "\"timeouts\"", "-1", "{}", "[]"])
      let text = String(decoding: damage.damaged(Array(Self.corpus.utf8)), as: UTF8.self)
      let run = try Run(file: text)
      for name in [nil, "development"] {
        guard let mistake = try run.mistake(.init(host: name)) else { continue }
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        #expect((1...lines).contains(mistake.line ?? 1), "seed \(seed)")
      }
    }
  }
}
