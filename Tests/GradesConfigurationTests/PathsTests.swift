import GradesConfiguration
import Testing

@Suite("Where files are kept")
struct PathsTests {
  @Test("In the folders under the home")
  func home() throws {
    let paths = try Paths(environment: ["HOME": "/home/zkusade1"])
    #expect(paths.configurationFile.path == "/home/zkusade1/.config/grades/config.json")
    #expect(paths.settingsFile.path == "/home/zkusade1/.config/grades/settings.json")
    #expect(paths.cacheFile.path == "/home/zkusade1/.cache/grades/cache.sqlite")
    #expect(paths.credentialsFile.path == "/home/zkusade1/.local/state/grades/credentials.json")
    #expect(paths.draftsFile.path == "/home/zkusade1/.local/state/grades/drafts.sqlite")
    #expect(paths.demoDataFile.path == "/home/zkusade1/.local/state/grades/demo.sqlite")
  }

  @Test("In the folders of the XDG variables, when they are absolute")
  func variables() throws {
    let paths = try Paths(environment: [
      "HOME": "/home/zkusade1", "XDG_CONFIG_HOME": "/c f/ž", "XDG_CACHE_HOME": "relative",
      "XDG_STATE_HOME": "",
    ])
    #expect(paths.configurationFolder.path == "/c f/ž/grades")
    #expect(paths.configurationFile.path == "/c f/ž/grades/config.json")
    #expect(paths.cacheFolder.path == "/home/zkusade1/.cache/grades")
    #expect(paths.stateFolder.path == "/home/zkusade1/.local/state/grades")
  }

  @Test("Without a home only when no folder needs it")
  func noHome() throws {
    let missing = ConfigurationError(key: "HOME", reason: .missingHome)
    #expect(throws: missing) { try Paths(environment: [:]) }
    #expect(throws: missing) { try Paths(environment: ["HOME": ""]) }
    #expect(throws: missing) { try Paths(environment: ["HOME": "~", "XDG_CACHE_HOME": "/c"]) }
    let paths = try Paths(environment: [
      "XDG_CONFIG_HOME": "/a", "XDG_CACHE_HOME": "/b", "XDG_STATE_HOME": "/c",
    ])
    #expect(paths.cacheFile.path == "/b/grades/cache.sqlite")
  }
}
