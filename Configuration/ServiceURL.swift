import Foundation

/// Addresses that may be used to talk to a service.
enum ServiceURL {
  typealias Reason = ConfigurationError.Reason

  /// Reads an address: https, or http to this machine (Figures, Safe with credentials), without a
  /// user, a query or a fragment; a slash at its end is left out.
  static func parse(_ text: String) throws(Reason) -> URL {
    let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard let url = URL(string: trimmed, encodingInvalidCharacters: false),
      let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http",
      let host = url.host(percentEncoded: false), !host.isEmpty,
      url.user == nil, url.password == nil, url.query == nil, url.fragment == nil,
      (url.port ?? 443) <= UInt16.max
    else { throw .invalidURL(text) }
    guard scheme == "https" || isLoopback(host) else { throw .insecureURL(text) }
    return url
  }

  /// Reads the address to which the browser comes back: plain http on this machine, with a port
  /// (RFC 8252 §7.3); it stays as it is written, since it is compared with the registered one.
  static func parseRedirect(_ text: String) throws(Reason) -> URL {
    guard let url = URL(string: text, encodingInvalidCharacters: false),
      url.scheme?.lowercased() == "http", let host = url.host(percentEncoded: false),
      isLoopback(host), let port = url.port, 1...Int(UInt16.max) ~= port,
      url.user == nil, url.query == nil, url.fragment == nil
    else { throw .invalidRedirect(text) }
    return url
  }

  /// Whether a name means this machine: `localhost`, 127.0.0.0/8, `::1`.
  private static func isLoopback(_ host: String) -> Bool {
    let name = host.lowercased()
    if ["localhost", "::1", "[::1]"].contains(name) { return true }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}
