import Foundation
import JSON
import Spelling

/// A checked value of a key.
enum ConfigurationValue {
  case text(String)
  case texts([String])
  case seconds(Double)

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var texts: [String]? { if case .texts(let texts) = self { texts } else { nil } }
  var seconds: Double? { if case .seconds(let seconds) = self { seconds } else { nil } }
}

/// What the configuration consists of, as it is written in the files.
///
/// `api-url` in a file is `GRADES_API_URL` in the environment.
package enum ConfigurationKey: String, CaseIterable, Sendable {
  case host
  case apiURL = "api-url"
  case authorizeURL = "authorize-url"
  case tokenURL = "token-url"
  case checkTokenURL = "check-token-url"
  case clientID = "client-id"
  case clientSecret = "client-secret"
  case redirectURI = "redirect-uri"
  case scopes
  case writeScopes = "write-scopes"
  case serviceAccountScopes = "service-account-scopes"
  case credentialStore = "credential-store"
  case connectTimeout = "timeouts.connect"
  case requestTimeout = "timeouts.request"
  case loginTimeout = "timeouts.login"
  case quietPeriod = "timeouts.quiet-period"

  typealias Reason = ConfigurationError.Reason

  /// One day; a longer time-out is a typing mistake.
  static let longestTimeout = 86_400.0
  static let shortestTimeout = 0.1

  /// Whether the key says where a service is or who asks it; such keys of one service must not
  /// reach another.
  var belongsToService: Bool { self != .host && self != .credentialStore && !isTimeout }

  /// Whether the key is the address of an endpoint.
  var isAddress: Bool { rawValue.hasSuffix("-url") }

  private var isTimeout: Bool { rawValue.hasPrefix("timeouts.") }

  /// The variable of the environment; nil for what only files set (Product rules, Configuration).
  package var variable: String? {
    switch self {
    case .host, .apiURL, .authorizeURL, .tokenURL, .clientID, .clientSecret, .redirectURI:
      "GRADES_" + rawValue.uppercased().replacing("-", with: "_")
    default: nil
    }
  }

  /// The value of a node in a file, checked.
  func value(of node: JSONNode) throws(Reason) -> ConfigurationValue {
    switch self {
    case .scopes, .writeScopes, .serviceAccountScopes:
      guard let nodes = try? node.allElements() else { throw .notTexts }
      var texts: [String] = []
      for node in nodes {
        guard let text = try? node.string(), !text.isEmpty else { throw .notTexts }
        texts.append(text)
      }
      guard !texts.isEmpty else { throw .empty }
      return .texts(texts)
    case _ where isTimeout:
      guard node.kind == .number else { throw .notNumber }
      return try value(of: (try? node.number()) ?? .infinity)
    default:
      guard let text = try? node.string() else { throw .notText }
      return try value(of: text)
    }
  }

  /// A number of seconds, checked.
  func value(of seconds: Double) throws(Reason) -> ConfigurationValue {
    guard Self.shortestTimeout...Self.longestTimeout ~= seconds else {
      throw .outOfRange(minimum: Self.shortestTimeout, maximum: Self.longestTimeout)
    }
    return .seconds(seconds)
  }

  /// A text from a file, the environment or a flag, checked.
  func value(of text: String) throws(Reason) -> ConfigurationValue {
    guard !text.isEmpty else { throw .empty }
    switch self {
    case .host:
      let known = ServiceHost.Name.allCases.map(\.rawValue)
      guard known.contains(text) else {
        throw .unknownHost(
          text, known: known, suggestion: NearNames.find(text, among: known, limit: 1).first)
      }
    case .credentialStore:
      guard GradesConfiguration.CredentialStore(rawValue: text) != nil else {
        throw .unknownStore(
          text, known: GradesConfiguration.CredentialStore.allCases.map(\.rawValue))
      }
    case _ where isAddress: _ = try ServiceURL.parse(text)
    case .redirectURI: _ = try ServiceURL.parseRedirect(text)
    default: break
    }
    return .text(text)
  }
}
