import GradesConfiguration
import Testing

@Suite("Where files are kept")
struct PathsTests {
  @Test("In the folders under the home")
  func home() {
    let paths = Paths(environment: ["HOME": "/home/zkusade1"])
    #expect(paths.configurationFile.path == "/home/zkusade1/.config/grades/config.json")
    #expect(paths.settingsFile.path == "/home/zkusade1/.config/grades/settings.json")
    #expect(paths.cacheFile.path == "/home/zkusade1/.cache/grades/cache.sqlite")
    #expect(paths.credentialsFile.path == "/home/zkusade1/.local/state/grades/credentials.json")
    #expect(paths.draftsFile.path == "/home/zkusade1/.local/state/grades/drafts.sqlite")
    #expect(paths.demoDataFile.path == "/home/zkusade1/.local/state/grades/demo.sqlite")
  }

  @Test("In the folders of the XDG variables, when they are absolute")
  func variables() {
    let paths = Paths(environment: [
      "HOME": "/home/zkusade1", "XDG_CONFIG_HOME": "/c f/ž", "XDG_CACHE_HOME": "relative",
      "XDG_STATE_HOME": "",
    ])
    #expect(paths.configurationFolder.path == "/c f/ž/grades")
    #expect(paths.configurationFile.path == "/c f/ž/grades/config.json")
    #expect(paths.cacheFolder.path == "/home/zkusade1/.cache/grades")
    #expect(paths.stateFolder.path == "/home/zkusade1/.local/state/grades")
  }

  @Test("Nowhere without a home, when a folder needs it")
  func noHome() {
    for environment in [[:], ["HOME": ""], ["HOME": "~", "XDG_CACHE_HOME": "/c"]] {
      let paths = Paths(environment: environment)
      #expect(paths.lackHome)
      #expect(Paths.isNowhere(paths.draftsFile.path))
    }
    let paths = Paths(environment: [
      "XDG_CONFIG_HOME": "/a", "XDG_CACHE_HOME": "/b", "XDG_STATE_HOME": "/c",
    ])
    #expect(!paths.lackHome)
    #expect(paths.cacheFile.path == "/b/grades/cache.sqlite")
  }
}
