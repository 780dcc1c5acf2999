import Foundation
import GradesClient
import GradesConfiguration
import GradesCore

extension Context {
  /// What the doctor uses of the host.
  var doctorService: DoctorService {
    let services = services
    let environment = environment
    var clock = requestClock
    clock.now = now
    return DoctorService(
      access: access, usesTLS: services.api.baseURL.scheme == "https",
      curlVersion: {
        // Its own version and that of its TLS library; a dozen others follow.
        CurlTransport.libraryVersion(.init(environment: environment))?
          .split(separator: " ").prefix(2).joined(separator: " ")
      },
      knock: { try await services.knock() }, call: { try await services.askOnce($0) },
      credentials: { try await services.authenticator.credentials() },
      scopes: (read: configuration.scopes, write: configuration.writeScopes),
      clock: clock)
  }

  /// The program's files that the doctor checks.
  var doctorFiles: [DoctorFile] {
    [
      DoctorFile("config", paths.configurationFile, .bytes),
      DoctorFile("settings", paths.settingsFile, .bytes, isPrivate: false),
      DoctorFile("state", paths.stateFolder, .folder),
      DoctorFile(
        "credentials", paths.credentialsFile, .document(isSound: FileCredentialStore.isSound)),
      DoctorFile("drafts", paths.draftsFile, .database),
      DoctorFile("cache", paths.cacheFile, .database),
      DoctorFile("structures", paths.structuresFolder, .folder),
      DoctorFile("backups", paths.structureBackupsFolder, .folder),
    ]
  }
}
