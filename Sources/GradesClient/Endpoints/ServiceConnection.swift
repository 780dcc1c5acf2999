import Foundation

/// Sends requests to one service in the name of one user.
struct ServiceConnection: Sendable {
  let baseURL: URL
  let client: HTTPClient
  let tokens: any TokenSource

  /// Gets a JSON document.
  func document(_ address: ServiceAddress) async throws -> JSONNode {
    try ServiceAnswer.document(in: try await get(address, accepting: "application/json"))
  }

  /// Gets a list; its elements that are null are left out.
  func list(_ address: ServiceAddress) async throws -> [JSONNode] {
    try await document(address).elements()
  }

  /// Gets a short text. Its media type is unknown, so every type is welcome.
  func text(_ address: ServiceAddress) async throws -> String {
    try ServiceAnswer.text(in: try await get(address, accepting: "application/json, */*;q=0.8"))
  }

  /// Puts a JSON document; any answer of success will do (Service contract, 3.2).
  ///
  /// It is sent once, with a refused token, too: nothing has been saved then, but only a caller who
  /// reads again may decide to write again (Figures, Retries). What 401 means is found out as for
  /// reading: the user has to sign in, or is not permitted, or the token had ended meanwhile and
  /// was replaced, which is ``GradesError/tokenReplaced``.
  func put(_ address: ServiceAddress, _ json: String) async throws {
    try await converting {
      let url = try secureURL(address)
      let token = try await token()
      var request = request(.put, url, accepting: "application/json", token: token)
      request.headers.append(HTTPHeader("Content-Type", "application/json;charset=UTF-8"))
      request.body = Data(json.utf8)
      do {
        _ = try await client.send(request)
      } catch let error as GradesError where error.isRefusedToken {
        _ = try await replacement(for: token)
        throw GradesError.tokenReplaced
      }
    }
  }

  /// Puts a JSON document that says how something shall be. To say so twice changes nothing, so a
  /// refused token is replaced as it is for reading.
  func set(_ address: ServiceAddress, _ json: String) async throws {
    _ = try await send(.put, address, accepting: "application/json", json)
  }

  /// Deletes, with the same rules as ``set(_:_:)``.
  func delete(_ address: ServiceAddress) async throws {
    _ = try await send(.delete, address, accepting: "application/json")
  }

  // MARK: Requests

  private func get(_ address: ServiceAddress, accepting types: String) async throws -> HTTPResponse
  {
    try await send(.get, address, accepting: types)
  }

  /// Sends a request; a refused token is replaced at most once (Service contract, 3.3).
  private func send(
    _ method: HTTPRequest.Method, _ address: ServiceAddress, accepting types: String,
    _ json: String? = nil
  ) async throws -> HTTPResponse {
    try await converting {
      let url = try secureURL(address)
      func send(_ token: String) async throws -> HTTPResponse {
        var request = request(method, url, accepting: types, token: token)
        if let json {
          request.headers.append(HTTPHeader("Content-Type", "application/json;charset=UTF-8"))
          request.body = Data(json.utf8)
        }
        return try await client.send(request)
      }
      let token = try await token()
      do {
        return try await send(token)
      } catch let error as GradesError where error.isRefusedToken {
        let other = try await replacement(for: token)
        do {
          return try await send(other)
        } catch let error as GradesError where error.isRefusedToken {
          throw GradesError.notPermitted
        }
      }
    }
  }

  private func request(
    _ method: HTTPRequest.Method, _ url: URL, accepting types: String, token: String
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, url: url,
      headers: [HTTPHeader("Authorization", "Bearer \(token)"), HTTPHeader("Accept", types)])
  }

  // MARK: Credentials

  private func token() async throws -> String { try sendable(try await tokens.accessToken()) }

  /// Another token than the refused one; throws ``GradesError/notPermitted`` where there is none.
  private func replacement(for refused: String) async throws -> String {
    guard let other = try await tokens.replacement(for: refused), other != refused else {
      throw GradesError.notPermitted
    }
    return try sendable(other)
  }

  /// A token as it may stand in a header field: a line break in it would begin another field.
  private func sendable(_ token: String) throws -> String {
    guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw GradesError.notSignedIn(.rejected)
    }
    return token
  }

  /// The whole address, if a token may be sent there: over TLS or to this machine only
  /// (Figures, Safe with credentials).
  private func secureURL(_ address: ServiceAddress) throws -> URL {
    let url = try address.url(below: baseURL)
    guard url.isSecureForTokens else { throw GradesError.unreachable(.insecureAddress) }
    return url
  }

  /// Makes every failure a ``GradesError``.
  private func converting<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
    do {
      try Task.checkCancellation()
      return try await work()
    } catch let error as GradesError {
      throw error
    } catch is CancellationError {
      throw GradesError.cancelled
    } catch {
      throw GradesError.unreachable(.other(code: 0))
    }
  }
}

extension GradesError {
  /// The status of a token that has expired or is not enough; 403 never is about the token's age.
  fileprivate var isRefusedToken: Bool { self == .unexpectedStatus(401) }
}

extension URL {
  /// Whether it is https, or http to an address of this machine itself.
  fileprivate var isSecureForTokens: Bool {
    guard let host = host?.lowercased(), !host.isEmpty else { return false }
    switch scheme?.lowercased() {
    case "https": return true
    case "http":
      let parts = host.split(separator: ".", omittingEmptySubsequences: false)
      let isLoopback4 =
        parts.count == 4 && parts[0] == "127"
        && parts.allSatisfy { UInt8($0) != nil && $0.utf8.allSatisfy { $0 &- 0x30 < 10 } }
      return isLoopback4 || ["localhost", "::1", "[::1]"].contains(host)
    default: return false
    }
  }
}
