import Foundation

/// The resolved configuration of a run: options override the environment,
/// that beats the user's file, and that the files built into the program (Product rules,
/// Configuration).
package struct GradesConfiguration: Sendable {
  /// The command line's values.
  package struct Flags: Hashable, Sendable {
    package var host: String?
    /// `--profile`: one of several logins at the host.
    package var profile: String?
    /// `--config`: this file instead of the user's usual one; it must be there.
    package var configurationFile: URL?
    /// `--timeout`, in seconds: the time limit of each request; the app applies it to the whole command, too (Product rules, Offline).
    package var timeout: Double?
    /// `--color` or `--no-color`; nil: as the environment and the output say.
    package var colour: Colour?
    /// The command is about the embedded service (`grades demo`, `--demo`): the host is `demo`, and
    /// addresses, client and token in the environment mean another service.
    package var usesEmbeddedService: Bool
    /// What `GRADES_TOKEN` is to the command.
    package var tokenUse = TokenUse.insteadOfLogin
    /// Whether the user's file counts as one that does not exist.
    var ignoresFile = false

    package init(
      host: String? = nil, profile: String? = nil, configurationFile: URL? = nil,
      timeout: Double? = nil,
      colour: Colour? = nil, usesEmbeddedService: Bool = false
    ) {
      self.host = host
      self.profile = profile
      self.configurationFile = configurationFile
      self.timeout = timeout
      self.colour = colour
      self.usesEmbeddedService = usesEmbeddedService
    }
  }

  /// What `GRADES_TOKEN` is to a command.
  package enum TokenUse: Hashable, Sendable {
    /// It is used instead of a stored login, so that no profile of the environment is.
    case insteadOfLogin
    /// The command makes a stored login, that of the profile of the environment.
    case besideLogin
    /// The command is about stored logins alone.
    case none
  }

  /// When what is printed has colours.
  package enum Colour: String, Sendable, CaseIterable {
    /// On a terminal that has them.
    case auto
    case always, never
  }

  /// How long to wait.
  package struct Timeouts: Hashable, Sendable {
    /// For a connection.
    package let connect: Duration
    /// For a whole answer.
    package let request: Duration
    /// For a person at the login page.
    package let login: Duration
    /// For the service to carry out a request whose answer never came (Product rules, Changing grades). Unless it is
    /// given, the limit of a request and a minute, but at least two minutes.
    package let quietPeriod: Duration
  }

  package enum CredentialStore: String, Sendable, CaseIterable {
    case file
    /// In the user's keyring, through `secret-tool`.
    case keyring
  }

  package let host: ServiceHost
  /// Where the service is; nil for the embedded one.
  package let addresses: ServiceAddresses?
  package let clientID: String?
  /// The application's secret; never shown.
  package let clientSecret: String?
  /// The address to which the browser comes back, exactly as it is registered.
  package let redirectURI: URL
  /// What a person asks for when logging in.
  package let scopes: [String]
  /// What a person who changes grades asks for as well.
  package let writeScopes: [String]
  /// What a course's own script asks for.
  package let serviceAccountScopes: [String]
  package let credentialStore: CredentialStore
  package let timeouts: Timeouts
  /// `GRADES_TOKEN`: used as it is, and nothing is stored.
  package private(set) var givenToken: String?
  /// The profile of `GRADES_PROFILE` that is not used, because a token is given.
  package let unusedProfile: ProfileName?
  /// When there are colours: as the command line says, else as `NO_COLOR` (no-color.org) and `CLICOLOR_FORCE`
  /// (bixense.com/clicolors) do, when they are not empty.
  package let colour: Colour

  /// Resolves the configuration. Reads the user's file, if there is one, and two built-in ones.
  package init(
    flags: Flags = Flags(), environment: [String: String], paths: Paths
  ) throws(ConfigurationError) {
    let layers = try ConfigurationLayers(flags: flags, environment: environment, paths: paths)
    let found = try layers.addresses()
    let profile = try ProfileName.resolve(flag: flags.profile, environment: environment)
    let token = flags.givenToken(in: environment)
    unusedProfile =
      flags.profile == nil && flags.tokenReplacesProfile(environment) ? profile : nil
    host = ServiceHost(
      name: layers.host, isEmbedded: found == nil, service: try layers.service(of: found),
      profile: unusedProfile == nil ? profile : nil, machine: try layers.machine(of: found))
    addresses = found
    clientID = layers.text(.clientID)
    clientSecret = layers.text(.clientSecret)
    redirectURI = try layers.required(.redirectURI, ServiceURL.parseRedirect)
    scopes = layers.texts(.scopes)
    writeScopes = layers.texts(.writeScopes)
    serviceAccountScopes = layers.texts(.serviceAccountScopes)
    credentialStore =
      layers.text(.credentialStore).flatMap(CredentialStore.init(rawValue:)) ?? .file
    let request = layers.seconds(.requestTimeout)
    timeouts = Timeouts(
      connect: layers.seconds(.connectTimeout), request: request,
      login: layers.seconds(.loginTimeout),
      quietPeriod: layers.givenSeconds(.quietPeriod)
        ?? max(.seconds(120), request + .seconds(60)))
    givenToken = token
    colour =
      flags.colour
      ?? (!(environment["NO_COLOR"] ?? "").isEmpty
        ? .never : ["", "0"].contains(environment["CLICOLOR_FORCE"] ?? "") ? .auto : .always)
  }

  /// The same configuration with a token that is used as it is.
  package func using(token: String) -> GradesConfiguration {
    var configuration = self
    configuration.givenToken = token
    return configuration
  }
}

extension GradesConfiguration.Flags {
  /// Throws for a host or a profile that cannot exist.
  package func check() throws(ConfigurationError) {
    _ = try ConfigurationLayers.values(of: self)
    _ = try ProfileName.resolve(flag: profile, environment: [:])
  }

  /// Whether neither the command line nor the environment names the host.
  package func lacksHost(_ environment: [String: String]) -> Bool {
    host == nil && (environment["GRADES_HOST"] ?? "").isEmpty && !usesEmbeddedService
  }

  /// The profile as it was typed, else that of the environment, unless a token is used instead; nil without one.
  package func usedProfile(_ environment: [String: String]) -> String? {
    if let profile { return profile }
    let text = tokenReplacesProfile(environment) ? nil : environment[ProfileName.variable]
    return text?.isEmpty == false ? text : nil
  }

  /// The token of the environment that the command uses; a blank one counts as none.
  package func givenToken(in environment: [String: String]) -> String? {
    guard !usesEmbeddedService, tokenUse != .none else { return nil }
    let token = environment["GRADES_TOKEN"]?.trimmingCharacters(in: .whitespacesAndNewlines)
    return token?.isEmpty == false ? token : nil
  }

  fileprivate func tokenReplacesProfile(_ environment: [String: String]) -> Bool {
    tokenUse == .insteadOfLogin && givenToken(in: environment) != nil
  }
}

extension GradesConfiguration: CustomStringConvertible, CustomReflectable {
  /// The host, and nothing secret.
  package var description: String { "GradesConfiguration(\(host))" }

  /// Only what may be seen in a log: neither the client's secret nor the token.
  package var customMirror: Mirror {
    Mirror(self, children: ["host": host.identity, "redirectURI": redirectURI, "scopes": scopes])
  }
}
