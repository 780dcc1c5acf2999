import Foundation

/// One attempt to log in, from the address that a user opens to the code in the redirect.
package struct AuthorizationRequest: Sendable {
  package let url: URL
  let redirectURI: URL
  let scopes: [String]
  let secrets: LoginSecrets

  /// Makes the request of RFC 6749 §4.1.1 with a random state and PKCE (Service contract, 4.2);
  /// throws ``LoginFailure/clientMissing``.
  init(
    _ configuration: OAuthConfiguration, redirectURI: URL, writing: Bool, secrets: LoginSecrets
  ) throws {
    guard let clientID = configuration.clientID, !clientID.isEmpty else {
      throw GradesError.login(.clientMissing)
    }
    var items = [
      (name: "response_type", value: "code"), (name: "client_id", value: clientID),
      (name: "redirect_uri", value: redirectURI.absoluteString),
    ]
    scopes = configuration.scopes(writing: writing)
    if !scopes.isEmpty { items.append((name: "scope", value: scopes.joined(separator: " "))) }
    items += [
      (name: "state", value: secrets.state), (name: "code_challenge", value: secrets.challenge),
      (name: "code_challenge_method", value: "S256"),
    ]
    let base = configuration.authorizeURL.absoluteString
    guard let url = URL(string: base + (base.contains("?") ? "&" : "?") + formEncoded(items)) else {
      throw GradesError.login(.clientMissing)
    }
    self.url = url
    self.redirectURI = redirectURI
    self.secrets = secrets
  }

  /// The code of a redirect, or its error, which names the scopes if the server rejected those.
  func code(in answer: RedirectAnswer) throws -> String {
    do {
      return try answer.code()
    } catch GradesError.login(.refused(error: "invalid_scope")) {
      throw GradesError.login(.scopesRefused(scopes))
    }
  }

  /// Reads the code from a pasted text: the whole address of the redirect, or its query. A code
  /// alone is not enough, because it would not prove that it belongs to this attempt.
  func code(inPasted text: String) throws -> String {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let query = text.firstIndex(of: "?").map { text[text.index(after: $0)...] } ?? text[...]
    let end = query.firstIndex(of: "#") ?? query.endIndex
    do {
      return try code(in: RedirectAnswer(query: query[..<end], state: secrets.state))
    } catch RedirectAnswer.Refusal.wrongState
      where query.contains("code=") || query.contains("error=")
    {
      throw GradesError.login(query.contains("state=") ? .wrongState : .notARedirect)
    } catch is RedirectAnswer.Refusal {
      throw GradesError.login(.notARedirect)
    }
  }
}

extension AuthorizationRequest: HidesSecrets {
  /// The address without its secrets.
  public var description: String { url.withoutSecrets }
}
