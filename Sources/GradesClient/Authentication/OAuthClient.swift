import Foundation
import JSON

/// The token endpoint and the token check, as described in Service contract, 4.3 to 4.6.
struct OAuthClient: Sendable {
  let configuration: OAuthConfiguration
  let client: HTTPClient

  enum Grant: Sendable {
    case code(String, redirectURI: URL, verifier: String)
    case refresh(String)
    case serviceAccount
  }

  /// Requests a token, once. Throws the errors of Service contract, 4.5 as follows:
  ///
  /// * `invalid_grant`, and 401 `invalid_token` for a refresh: ``GradesError/Reason/notSignedIn(_:)`` with
  ///   `expired` for a refresh, else ``LoginFailure/codeRefused``
  /// * every other 401, 403, `invalid_client` and the like: ``LoginFailure/clientRefused``
  /// * other OAuth errors: ``LoginFailure/refused(error:)``
  /// * 429, 5xx and everything that is not an OAuth response as for any request
  ///
  /// The server's descriptions are never shown: they repeat codes and tokens.
  func token(_ grant: Grant) async throws -> TokenAnswer {
    guard let id = configuration.clientID, !id.isEmpty, let secret = configuration.clientSecret,
      !secret.isEmpty
    else { throw GradesError.login(.clientMissing) }
    let basic = Data("\(formEncoded(id)):\(formEncoded(secret))".utf8).base64EncodedString()
    let response = try await post(
      fields(of: grant), to: configuration.tokenURL,
      headers: [HTTPHeader("Authorization", "Basic \(basic)")])
    guard 200..<300 ~= response.status else { throw refusal(response, of: grant) }
    return try TokenAnswer(response)
  }

  /// The server's description of a token; throws ``GradesError/Reason/notSignedIn(_:)`` with `rejected`
  /// for an invalid one. Nil where there is no such endpoint.
  func check(_ token: String) async throws -> TokenCheck? {
    guard let url = configuration.checkTokenURL else { return nil }
    // As a form, not as a query: servers and proxies log queries.
    let response = try await post([("token", token)], to: url, headers: [])
    if response.status == 400, errorName(in: response) == "invalid_token" {
      throw GradesError.notSignedIn(.rejected)
    }
    guard 200..<300 ~= response.status else { throw failure(response) }
    return try TokenCheck(response)
  }

  private func post(
    _ fields: [(name: String, value: String)], to url: URL, headers: [HTTPHeader]
  ) async throws -> HTTPResponse {
    try await client.exchange(
      HTTPRequest(
        method: .post, url: url,
        headers: headers + [
          HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
          HTTPHeader("Accept", "application/json"),
        ],
        body: Data(formEncoded(fields).utf8)))
  }

  private func fields(of grant: Grant) -> [(name: String, value: String)] {
    switch grant {
    case .code(let code, let redirectURI, let verifier):
      [
        ("grant_type", "authorization_code"), ("code", code),
        ("redirect_uri", redirectURI.absoluteString), ("code_verifier", verifier),
      ]
    case .refresh(let token):
      [("grant_type", "refresh_token"), ("refresh_token", token)]
    case .serviceAccount:
      [
        ("grant_type", "client_credentials"),
        ("scope", configuration.serviceAccountScopes.joined(separator: " ")),
      ]
    }
  }

  private func refusal(_ response: HTTPResponse, of grant: Grant) -> GradesError {
    switch (response.status, errorName(in: response), grant) {
    case (400, "invalid_grant", .refresh), (401, "invalid_token", .refresh):
      .notSignedIn(.expired)
    case (400, "invalid_grant", .code): .login(.codeRefused)
    case (401, _, _), (403, _, _), (400, "invalid_client", _), (400, "unauthorized_client", _):
      .login(.clientRefused)
    case (400, let name?, _): .login(.refused(error: name))
    default: failure(response)
    }
  }

  /// A failure without a relation to tokens or the client. 404 here is not a missing course.
  private func failure(_ response: HTTPResponse) -> GradesError {
    response.status == 429 || response.status >= 500
      ? GradesError(status: response, now: client.clock.now())
      : .unexpectedStatus(response.status)
  }

  private func errorName(in response: HTTPResponse) -> String? {
    let name = try? JSONReader.read([UInt8](response.body)).root.object().string("error")
    return name.flatMap(oauthErrorName)
  }
}
