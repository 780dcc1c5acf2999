import GradesClient
import GradesConfiguration

/// The host in use by default, which is shown and chosen like a setting and kept with the logins: that of the
/// last login, until another one is chosen.
enum DefaultHost {
  /// The name by which users type it.
  static let key = ConfigurationKey.host.rawValue
  /// The names that it can have.
  static let names = ServiceHost.Name.allCases.map(\.rawValue)

  /// Chooses a host as typed and returns its name; throws ``Failure/invalidOption(_:typed:allowed:)`` and
  /// what the credentials throw.
  static func choose(_ typed: [String], in context: Context) async throws -> String {
    let text = typed.joined(separator: " ")
    guard let name = ServiceHost.Name(rawValue: text.lowercased()) else {
      throw Failure.invalidOption(key, typed: text, allowed: names)
    }
    let host = try context.configuration(at: name.rawValue).host
    try await context.services.credentials.choose(host.service)
    return name.rawValue
  }
}
