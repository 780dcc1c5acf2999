import Foundation

/// A request to the authorization page (Service contract, 4.2).
struct AuthorizationRequest: Sendable {
  /// The reasons to reject a request.
  enum Problem: Error {
    /// No redirect is allowed: the user sees a page.
    case page(PageWords.Problem)
    /// The redirect URI receives the error.
    case redirect(String)
  }

  let client: RegisteredClient
  /// The redirect URI.
  let redirectURI: String
  /// The redirect URI of the request, if it had one, which the token request has to repeat.
  let sentRedirectURI: String?
  let scopes: Set<String>
  let state: String?

  init(_ query: Fields, registry: ClientRegistry) throws {
    guard let id = query["client_id"], let client = registry.client(id),
      client.grants.contains("authorization_code")
    else { throw Problem.page(.unknownClient) }
    guard !client.isLocked else { throw Problem.page(.lockedClient) }
    let sent = query["redirect_uri"]
    // Only the whole registered address counts; other ports or longer paths do not, unless any port
    // of this machine was registered.
    let allowed = client.redirectURIs
    guard let address = sent ?? (allowed.count == 1 ? allowed.first : nil),
      // Port 0 stands for any port and is not an address itself.
      URLComponents(string: address)?.port != 0,
      allowed.contains(where: { Self.registered($0, covers: address) })
    else { throw Problem.page(.wrongRedirectURI) }
    self.client = client
    redirectURI = address
    sentRedirectURI = sent
    state = query["state"]
    let asked = Set(scopeText: query["scope"] ?? "")
    scopes = asked.isEmpty ? client.scopes : asked

    guard query["response_type"] == "code" else {
      throw Problem.redirect(
        answer(error: "unsupported_response_type", "Unsupported response type"))
    }
    guard scopes.isSubset(of: client.scopes) else {
      throw Problem.redirect(
        answer(error: "invalid_scope", "Invalid scope: \(asked.scopeText)"))
    }
  }

  /// Whether an address is the registered one. Port 0 was registered for any port of this machine
  /// (RFC 8252 §7.3).
  private static func registered(_ registered: String, covers address: String) -> Bool {
    if registered == address { return true }
    guard var parts = URLComponents(string: address), parts.host == "127.0.0.1",
      parts.port != nil
    else { return false }
    parts.port = 0
    return parts.string == registered
  }

  /// The redirect with a code.
  func answer(code: String) -> String { address(with: Fields([("code", code)])) }

  /// The redirect with an error.
  func answer(error: String, _ description: String) -> String {
    address(with: Fields([("error", error), ("error_description", description)]))
  }

  private func address(with fields: Fields) -> String {
    let all = state.map { fields.setting("state", to: $0) } ?? fields
    return redirectURI + (redirectURI.contains("?") ? "&" : "?") + all.encoded
  }
}
