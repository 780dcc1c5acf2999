import Foundation
import GradesConfiguration
import TestSupport

/// One resolution of the configuration in a home of its own.
struct Run {
  let home: TemporaryFolder

  init(file: String? = nil) throws {
    home = try TemporaryFolder()
    if let file {
      try FileManager.default.createDirectory(
        at: paths.configurationFolder, withIntermediateDirectories: true)
      try Data(file.utf8).write(to: paths.configurationFile)
    }
  }

  var paths: Paths {
    Paths(environment: ["HOME": home.url.path])
  }

  func resolve(
    _ flags: GradesConfiguration.Flags = .init(), environment: [String: String] = [:]
  ) throws -> GradesConfiguration {
    try GradesConfiguration(flags: flags, environment: environment, paths: paths)
  }

  /// The mistake that the resolution finds; nil when it finds none.
  func mistake(
    _ flags: GradesConfiguration.Flags = .init(), environment: [String: String] = [:]
  ) throws -> ConfigurationError? {
    do {
      _ = try resolve(flags, environment: environment)
      return nil
    } catch let error as ConfigurationError {
      return error
    }
  }
}
