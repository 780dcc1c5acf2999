import Foundation

/// The sources of the configuration, the strongest first: the first that has a key decides it.
struct ConfigurationLayers {
  typealias Values = [ConfigurationKey: ConfigurationValue]

  let host: ServiceHost.Name
  private let all: [Values]
  private let builtIn: [Values]

  init(
    flags: GradesConfiguration.Flags, environment: [String: String], paths: Paths
  ) throws(ConfigurationError) {
    let common = try ConfigurationFile(PackageResources.common_json, name: "common.json").values
    let file =
      flags.ignoresFile
      ? nil
      : try ConfigurationFile.read(
        flags.configurationFile ?? paths.configurationFile,
        isRequired: flags.configurationFile != nil)
    let flagValues = try Self.values(of: flags)
    var variables = try Self.variables(environment)
    if flags.usesEmbeddedService { variables = variables.filter { !$0.key.belongsToService } }
    var topLevel = file?.values ?? [:]

    let name = Self.first(.host, in: [flagValues, variables, topLevel, common])
    let host = name?.text.flatMap(ServiceHost.Name.init(rawValue:)) ?? .production
    let isDemo = host == .demo
    if isDemo {
      // The user's own client is registered at the faculty; the demo has its own.
      variables[.clientID] = nil
      variables[.clientSecret] = nil
      topLevel = topLevel.filter { !$0.key.belongsToService }
    }
    var section = file?.hosts[host.rawValue] ?? [:]
    if flags.usesEmbeddedService { section = section.filter { !$0.key.isAddress } }
    self.host = host
    // The faculty's login server does not serve the demo.
    builtIn = [try Self.hostValues(host), common.filter { !isDemo || !$0.key.isAddress }]
    all = [flagValues, variables, section, topLevel] + builtIn
  }

  private static func first(_ key: ConfigurationKey, in layers: [Values]) -> ConfigurationValue? {
    for layer in layers {
      if let value = layer[key] { return value }
    }
    return nil
  }

  private static func hostValues(
    _ host: ServiceHost.Name
  ) throws(ConfigurationError) -> Values {
    let bytes =
      switch host {
      case .production: PackageResources.production_json
      case .development: PackageResources.development_json
      case .demo: PackageResources.demo_json
      }
    return try ConfigurationFile(bytes, name: "\(host.rawValue).json").values
  }

  static func values(
    of flags: GradesConfiguration.Flags
  ) throws(ConfigurationError) -> Values {
    var values: Values = [:]
    if flags.usesEmbeddedService {
      values[.host] = .text(ServiceHost.Name.demo.rawValue)
    } else if let host = flags.host {
      values[.host] = try checked("--host") { () throws(Reason) in
        try ConfigurationKey.host.value(of: host)
      }
    }
    if let timeout = flags.timeout {
      values[.requestTimeout] = try checked("--timeout") {
        () throws(Reason) in try ConfigurationKey.requestTimeout.value(of: timeout)
      }
    }
    return values
  }

  /// The variables that count: known, not empty, checked.
  private static func variables(
    _ environment: [String: String]
  ) throws(ConfigurationError) -> Values {
    var variables: Values = [:]
    for key in ConfigurationKey.allCases {
      guard let name = key.variable, let text = environment[name], !text.isEmpty else { continue }
      variables[key] = try checked(name) { () throws(Reason) in try key.value(of: text) }
    }
    return variables
  }

  private typealias Reason = ConfigurationError.Reason

  private static func checked(
    _ name: String, _ value: () throws(Reason) -> ConfigurationValue
  ) throws(ConfigurationError) -> ConfigurationValue {
    do {
      return try value()
    } catch {
      throw ConfigurationError(key: name, reason: error)
    }
  }
}

extension ConfigurationLayers {
  func text(_ key: ConfigurationKey) -> String? { Self.first(key, in: all)?.text }

  func texts(_ key: ConfigurationKey) -> [String] { Self.first(key, in: all)?.texts ?? [] }

  func givenSeconds(_ key: ConfigurationKey) -> Duration? {
    Self.first(key, in: all)?.seconds.map { .seconds($0) }
  }

  func seconds(_ key: ConfigurationKey) -> Duration {
    .seconds(Self.first(key, in: all)?.seconds ?? 60)
  }

  /// A value that the built-in files have, so that it cannot be missing.
  func required<Value>(
    _ key: ConfigurationKey, _ parse: (String) throws(ConfigurationError.Reason) -> Value
  ) throws(ConfigurationError) -> Value {
    do {
      return try parse(text(key) ?? "")
    } catch {
      throw ConfigurationError(key: key.rawValue, reason: error)
    }
  }

  /// Where the service is; nil when the program has to start it.
  func addresses() throws(ConfigurationError) -> ServiceAddresses? {
    guard text(.apiURL) != nil || host != .demo else { return nil }
    let api = try required(.apiURL, ServiceURL.parse)
    if host == .demo {
      return ServiceAddresses(
        api: api,
        authorize: try address(.authorizeURL, all) ?? Self.sibling(of: api, "/oauth/authorize"),
        token: try address(.tokenURL, all) ?? Self.sibling(of: api, "/oauth/token"),
        checkToken: try address(.checkTokenURL, all) ?? Self.sibling(of: api, "/oauth/check_token"))
    }
    let token = try required(.tokenURL, ServiceURL.parse)
    let checkToken = try address(.checkTokenURL, all)
    // A token of another login server must not be shown to the built-in one.
    let knownToken = try address(.tokenURL, builtIn)
    let knownCheckToken = try address(.checkTokenURL, builtIn)
    let isForeign = token != knownToken && checkToken == knownCheckToken
    return ServiceAddresses(
      api: api, authorize: try required(.authorizeURL, ServiceURL.parse), token: token,
      checkToken: isForeign ? nil : checkToken)
  }

  /// The host's name, and every address that is not the one built in.
  func service(of addresses: ServiceAddresses?) throws(ConfigurationError) -> String {
    guard let addresses else { return host.rawValue }
    func known(
      _ key: ConfigurationKey, _ path: String
    ) throws(ConfigurationError) -> URL? {
      host == .demo ? Self.sibling(of: addresses.api, path) : try address(key, builtIn)
    }
    let pairs = [
      ("api", addresses.api, try address(.apiURL, builtIn)),
      ("authorize", addresses.authorize, try known(.authorizeURL, "/oauth/authorize")),
      ("token", addresses.token, try known(.tokenURL, "/oauth/token")),
      ("check-token", addresses.checkToken, try known(.checkTokenURL, "/oauth/check_token")),
    ]
    return pairs.reduce(host.rawValue) { identity, pair in
      let (name, url, known) = pair
      guard let url, url != known else { return identity }
      return "\(identity) \(name)=\(url.absoluteString)"
    }
  }

  /// Where the API is, unless that is the built-in address.
  func machine(of addresses: ServiceAddresses?) throws(ConfigurationError) -> String? {
    guard let addresses, addresses.api != (try address(.apiURL, builtIn)) else { return nil }
    let address = addresses.api.absoluteString
    let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    return String(address[start...].prefix { $0 != "/" })
  }

  private func address(
    _ key: ConfigurationKey, _ layers: [Values]
  ) throws(ConfigurationError) -> URL? {
    guard let text = Self.first(key, in: layers)?.text else { return nil }
    do throws(Reason) {
      return try ServiceURL.parse(text)
    } catch {
      throw ConfigurationError(key: key.rawValue, reason: error)
    }
  }

  /// The embedded service has its login pages next to its API.
  private static func sibling(of api: URL, _ path: String) -> URL {
    var components = URLComponents()
    components.scheme = api.scheme
    components.host = api.host(percentEncoded: false)
    components.port = api.port
    components.path = path
    return components.url ?? api
  }
}
