import Files
import Foundation

/// The paths of the program's files (XDG Base Directory Specification 0.8).
package struct Paths: Hashable, Sendable {
  package let configurationFolder: URL
  /// Data that may be deleted at any time.
  package let cacheFolder: URL
  /// Credentials, drafts, history and the demo's data.
  package let stateFolder: URL
  /// Whether a folder needs `HOME`, which is missing or relative: nothing is there, and nothing can be stored.
  package let lackHome: Bool

  /// A file can have nothing below it.
  private static let nowhere = "/dev/null/no-home"

  /// Finds the folders in the environment. A relative path in an `XDG_` variable is ignored, as
  /// the specification asks.
  package init(environment: [String: String]) {
    var lackHome = false
    func folder(_ name: String, _ fallback: String) -> URL {
      let base: String
      if let path = environment[name], path.hasPrefix("/") {
        base = path
      } else if let home = environment["HOME"], home.hasPrefix("/") {
        base = home + "/" + fallback
      } else {
        lackHome = true
        base = Self.nowhere
      }
      return URL(filePath: base, directoryHint: .isDirectory)
        .appending(path: "grades", directoryHint: .isDirectory)
    }
    configurationFolder = folder("XDG_CONFIG_HOME", ".config")
    cacheFolder = folder("XDG_CACHE_HOME", ".cache")
    stateFolder = folder("XDG_STATE_HOME", ".local/state")
    self.lackHome = lackHome
  }

  /// What the user wrote: hosts, client, time-outs.
  package var configurationFile: URL { file("config.json", in: configurationFolder) }
  /// What `grades settings set` writes.
  package var settingsFile: URL { file("settings.json", in: configurationFolder) }
  /// The user's own headers of tables: among the settings, and of each profile of a host in a file of its own.
  package func headersFile(of host: ServiceHost) -> URL {
    host.profile == nil ? settingsFile : file("headers", of: host, in: configurationFolder)
  }
  package var credentialsFile: URL { file("credentials.json", in: stateFolder) }
  package var cacheFile: URL { file("cache.sqlite", in: cacheFolder) }
  /// Drafts and the history.
  package var draftsFile: URL { file("drafts.sqlite", in: stateFolder) }
  /// What has changed, and what was told of it.
  package var logFile: URL { file("log.sqlite", in: stateFolder) }
  /// The structures of courses that are being edited.
  package var structuresFolder: URL {
    stateFolder.appending(path: "structures", directoryHint: .isDirectory)
  }
  /// Backups of what was changed or removed of courses' structures.
  package var structureBackupsFolder: URL {
    stateFolder.appending(path: "structure-backups", directoryHint: .isDirectory)
  }
  /// Which scene of the terminal app was visible last to the user of a login.
  package func lastSceneFile(of host: ServiceHost) -> URL {
    file("last-scene", of: host, in: stateFolder)
  }
  /// The groups and the items that were chosen last.
  package var lastChoicesFile: URL { file("last-groups.json", in: stateFolder) }
  package var demoDataFile: URL { file("demo.sqlite", in: stateFolder) }

  /// Whether a file can never be there, because ``lackHome``.
  package static func isNowhere(_ path: String) -> Bool { path.hasPrefix(nowhere + "/") }

  private func file(_ name: String, of host: ServiceHost, in folder: URL) -> URL {
    file("\(name)-\(Checksum.name(of: host.identity)).json", in: folder)
  }

  private func file(_ name: String, in folder: URL) -> URL {
    folder.appending(path: name, directoryHint: .notDirectory)
  }
}
