extension GradesConfiguration {
  /// Resolves the configuration without its mistakes, and returns them.
  ///
  /// A file with a mistake counts as one that does not exist, a variable with a mistake as one that is not set. Where
  /// an address could be lost with it, neither a token nor a client of the environment is used, because they could
  /// belong to that address. Throws for a mistake on the command line.
  package static func withoutMistakes(
    flags: Flags, environment: [String: String], paths: Paths
  ) throws(ConfigurationError) -> (
    configuration: GradesConfiguration, mistakes: [ConfigurationError]
  ) {
    var (flags, environment) = (flags, environment)
    var mistakes: [ConfigurationError] = []
    while true {
      do {
        let configuration = try GradesConfiguration(
          flags: flags, environment: environment, paths: paths)
        return (configuration, mistakes)
      } catch {
        if error.file != nil, !flags.ignoresFile {
          flags.ignoresFile = true
        } else if let variable = error.key, environment[variable] != nil {
          environment[variable] = nil
        } else {
          throw error
        }
        mistakes.append(error)
        environment = withoutForeignSecrets(environment)
      }
    }
  }

  /// The environment without what is secret and could belong to an address that it does not have.
  private static func withoutForeignSecrets(_ environment: [String: String]) -> [String: String] {
    func isGiven(_ key: ConfigurationKey) -> Bool {
      key.variable.flatMap { environment[$0] }?.isEmpty == false
    }
    var kept = environment
    if !isGiven(.apiURL) { kept["GRADES_TOKEN"] = nil }
    if !isGiven(.tokenURL) {
      for key in [ConfigurationKey.clientID, .clientSecret] {
        if let variable = key.variable { kept[variable] = nil }
      }
    }
    return kept
  }
}
