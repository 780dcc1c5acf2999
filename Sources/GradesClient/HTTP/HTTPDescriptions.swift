import Foundation

/// A value with tokens, codes or the client's secret, none of which may appear when it is printed, logged or
/// dumped by a failing check (Figures, Safe with credentials): its description, which has none, is all that is
/// shown.
public protocol HidesSecrets: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{}

extension HidesSecrets {
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// The description alone.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension HTTPHeader: HidesSecrets {
  private static let harmless: Set = [
    "accept", "accept-encoding", "cache-control", "connection", "content-encoding",
    "content-length", "content-type", "date", "retry-after", "server", "transfer-encoding",
    "user-agent", "vary",
  ]

  /// The field as it is sent; the value of any but well-known harmless fields is hidden.
  public var description: String {
    "\(name): \(Self.harmless.contains(name.lowercased()) ? value : "(hidden)")"
  }
}

extension HTTPRequest: HidesSecrets {
  /// Method, address without secrets, and the body's size.
  public var description: String {
    "\(method.rawValue) \(url.withoutSecrets)" + (body.map { " (\($0.count) bytes)" } ?? "")
  }
}

extension HTTPRequest {
  /// Whether a text repeats the token, or another credential, of this request.
  func hasSecret(in text: String) -> Bool {
    headers.contains { header in
      guard header.name.lowercased() == "authorization",
        let secret = header.value.split(separator: " ").last
      else { return false }
      return text.contains(secret)
    }
  }
}

extension HTTPResponse: HidesSecrets {
  /// Status and the body's size.
  public var description: String { "\(status) (\(body.count) bytes)" }
}

extension URL {
  private static let secretNames: Set = [
    "access_token", "client_secret", "code", "code_verifier", "id_token", "password",
    "refresh_token", "state", "token",
  ]

  /// The address with the values of secret query items, and any user and password, hidden.
  var withoutSecrets: String {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return "(address)"
    }
    if parts.user != nil || parts.password != nil {
      parts.user = "hidden"
      parts.password = nil
    }
    parts.fragment = nil
    parts.percentEncodedQueryItems = parts.percentEncodedQueryItems?.map { item in
      Self.secretNames.contains((item.name.removingPercentEncoding ?? item.name).lowercased())
        ? URLQueryItem(name: item.name, value: "hidden") : item
    }
    return parts.string ?? "(address)"
  }
}
