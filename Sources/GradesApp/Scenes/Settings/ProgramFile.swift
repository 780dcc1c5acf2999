import GradesConfiguration
import GradesLocalization

/// One of the program's files that users may care about.
struct ProgramFile: Equatable, Sendable {
  let title: Message
  let key: String
  let path: String

  /// The path as shells write it: `~` for the home folder.
  func shown(home: String?) -> String {
    guard let home, !home.isEmpty, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }
}

extension Paths {
  var files: [ProgramFile] {
    [
      ProgramFile(
        title: .settingsPathConfiguration, key: "configuration", path: configurationFile.path),
      ProgramFile(title: .settingsTitle, key: "settings", path: settingsFile.path),
      ProgramFile(title: .statusCredentials, key: "credentials", path: credentialsFile.path),
      ProgramFile(title: .statusCache, key: "cache", path: cacheFile.path),
      ProgramFile(title: .settingsPathDrafts, key: "drafts", path: draftsFile.path),
      ProgramFile(title: .settingsPathLog, key: "log", path: logFile.path),
      ProgramFile(title: .settingsPathDemo, key: "demo", path: demoDataFile.path),
    ]
  }
}
