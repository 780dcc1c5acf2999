import GradesConfiguration
import GradesLocalization

extension ManualPage {
  /// The configuration of a registered program, in `config.json`.
  static let configurationExample = [
    "{", "  \"hosts\": {",
    "    \"production\": { \"client-id\": \"…\", \"client-secret\": \"…\" }", "  }", "}",
  ]

  /// A program of the user's own, `grades-ungraded`.
  static let extensionExample = [
    "#!/bin/sh",
    "grades courses --json |",
    "  jq -r '.studying[] | select(.grade == null) | .code'",
  ]

  /// The files of the program where no `XDG_…_HOME` moves them.
  static let files: [(path: String, meaning: Message)] = [
    ("~/.config/grades/config.json", .fileConfiguration),
    ("~/.config/grades/settings.json", .fileSettings),
    ("~/.cache/grades/cache.sqlite", .fileCache),
    ("~/.local/state/grades/credentials.json", .fileCredentials),
    ("~/.local/state/grades/drafts.sqlite", .settingsPathDrafts),
    ("~/.local/state/grades/log.sqlite", .fileLog),
  ]

  /// Variables of the environment that are no key of the configuration.
  static let variables: [(names: [String], meaning: Message)] = [
    (["GRADES_TOKEN"], .variableToken), ([ProfileName.variable], .variableProfile),
    (["ACCESSIBLE"], .variableAccessible),
    (["NO_COLOR", "CLICOLOR_FORCE"], .variableColor),
    (["VISUAL", "EDITOR"], .variableEditor), (["GRADES_PAGER", "PAGER"], .variablePager),
    (["BROWSER"], .variableBrowser),
    (["CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"], .variableCertificates),
    (["HTTPS_PROXY", "NO_PROXY"], .variableProxies),
    (["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"], .variableFolders),
    (["LC_ALL", "LC_MESSAGES", "LANG"], .variableLocale),
    (["GRADES_ALLOW_CORE_DUMPS"], .variableCoreDumps),
  ]

  /// Command lines that the manual explains.
  static let examples: [(line: String, meaning: Message)] = [
    ("grades courses --semester previous --offline", .manualExampleOffline),
    ("grades set XI-AAA.23 zkusade1:du1=7,5 druhyst2:du1=9 --no-notify", .manualExampleSet),
    ("grades import XI-AAA.23 quiz.csv --map \"HW 1=du1\" --group 101", .manualExampleTable),
    ("grades watch --desktop --hide-values", .manualExampleWatch),
  ]
}

extension ConfigurationKey {
  /// What the key sets, in `config.json` and in the environment.
  var meaning: Message {
    switch self {
    case .host: .meaningHost
    case .apiURL: .meaningApiURL
    case .authorizeURL: .meaningAuthorizeURL
    case .tokenURL: .meaningTokenURL
    case .checkTokenURL: .meaningCheckTokenURL
    case .clientID: .meaningClientID
    case .clientSecret: .meaningClientSecret
    case .redirectURI: .meaningRedirectURI
    case .scopes: .meaningScopes
    case .writeScopes: .meaningWriteScopes
    case .serviceAccountScopes: .meaningServiceAccountScopes
    case .credentialStore: .meaningCredentialStore
    case .connectTimeout: .meaningConnectTimeout
    case .requestTimeout: .meaningRequestTimeout
    case .loginTimeout: .meaningLoginTimeout
    case .quietPeriod: .meaningQuietPeriod
    }
  }
}
