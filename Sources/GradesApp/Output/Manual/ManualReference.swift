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
    "grades courses --json | jq -r '.studying[] | select(.grade == null) | .code'",
  ]
}

/// The files of the program where no `XDG_…_HOME` moves them.
enum ManualFile: String, CaseIterable {
  case configuration = "~/.config/grades/config.json"
  case settings = "~/.config/grades/settings.json"
  case cache = "~/.cache/grades/cache.sqlite"
  case credentials = "~/.local/state/grades/credentials.json"
  case drafts = "~/.local/state/grades/drafts.sqlite"
  case watch = "~/.local/state/grades/watch-*"

  var path: String { rawValue }

  var meaning: Message {
    switch self {
    case .configuration: .fileConfiguration
    case .settings: .fileSettings
    case .cache: .fileCache
    case .credentials: .fileCredentials
    case .drafts: .fileDrafts
    case .watch: .fileWatch
    }
  }
}

/// Variables of the environment that are no key of the configuration.
enum ManualVariable: CaseIterable {
  case token, profile, accessible, color, editor, pager, browser, certificates, folders, locale,
    coreDumps

  var names: [String] {
    switch self {
    case .token: ["GRADES_TOKEN"]
    case .profile: [ProfileName.variable]
    case .accessible: ["ACCESSIBLE"]
    case .color: ["NO_COLOR", "CLICOLOR_FORCE"]
    case .editor: ["VISUAL", "EDITOR"]
    case .pager: ["GRADES_PAGER", "PAGER"]
    case .browser: ["BROWSER"]
    case .certificates: ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"]
    case .folders: ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"]
    case .locale: ["LC_ALL", "LC_MESSAGES", "LANG"]
    case .coreDumps: ["GRADES_ALLOW_CORE_DUMPS"]
    }
  }

  var meaning: Message {
    switch self {
    case .token: .variableToken
    case .profile: .variableProfile
    case .accessible: .variableAccessible
    case .color: .variableColor
    case .editor: .variableEditor
    case .pager: .variablePager
    case .browser: .variableBrowser
    case .certificates: .variableCertificates
    case .folders: .variableFolders
    case .locale: .variableLocale
    case .coreDumps: .variableCoreDumps
    }
  }
}

/// Command lines that the manual explains.
enum ManualExample: String, CaseIterable {
  case offline = "grades courses --semester previous --offline"
  case script = "grades courses --json | jq -r '.studying[] | [.code, .points, .grade] | @tsv'"
  case set = "grades set XI-AAA.23 zkusade1:du1=7,5 druhyst2:du1=9 --no-notify"
  case table = "grades import XI-AAA.23 quiz.csv --map \"HW 1=du1\" --group 101"
  case watch = "grades watch --desktop --hide-values"

  var line: String { rawValue }

  var meaning: Message {
    switch self {
    case .offline: .manualExampleOffline
    case .script: .manualExampleScript
    case .set: .manualExampleSet
    case .table: .manualExampleTable
    case .watch: .manualExampleWatch
    }
  }
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
