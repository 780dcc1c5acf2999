import Foundation
import JSON

/// Sends requests to one service on behalf of one user.
struct ServiceConnection: Sendable {
  let baseURL: URL
  let client: HTTPClient
  let tokens: any TokenSource
  /// Finds a body that was kept; where there is one, no request is sent.
  var find: (@Sendable (RequestKey) -> Data?)?
  /// Keeps the body of a response that was read.
  var keep: @Sendable (RequestKey, Data) -> Void = { _, _ in }

  /// Gets a JSON document and reads a value from it.
  func document<Value>(
    _ address: ServiceAddress, _ read: (JSONNode) throws -> Value
  ) async throws -> Value {
    if find != nil { return try ServiceAnswer.value(in: found(address), check: {}, read) }
    // The limit of a request's time includes reading the response.
    let check = client.timeCheck()
    let response = try await get(address, accepting: "application/json")
    let value = try ServiceAnswer.value(in: response, check: check, read)
    keep(address.key, response.body)
    return value
  }

  /// A response that was kept; throws ``GradesError/notFound`` without one.
  private func found(_ address: ServiceAddress) throws -> HTTPResponse {
    guard let body = find?(address.key) else { throw GradesError.notFound }
    return HTTPResponse(status: 200, body: body)
  }

  /// Gets a list and reads a value from each element; elements that are null are left out.
  func list<Value>(
    _ address: ServiceAddress, _ read: (JSONNode) throws -> Value
  ) async throws -> [Value] {
    try await document(address) { try $0.list(read) }
  }

  /// Gets a short text of any media type, because the type is unknown.
  func text<Value>(
    _ address: ServiceAddress, _ read: (HTTPResponse) throws -> Value
  ) async throws -> Value {
    if find != nil { return try read(found(address)) }
    let response = try await get(address, accepting: "application/json, */*;q=0.8")
    let value = try read(response)
    keep(address.key, response.body)
    return value
  }

  /// Puts a JSON document; accepts any successful response (Service contract, 3.2).
  ///
  /// It is sent once. A 401 means that the request was not applied, but only a caller that reads
  /// again may write again (Figures, Retries). As for reading, a 401 means that the user has to
  /// log in, or is not permitted, or that the token had expired and was replaced, which is
  /// ``GradesError/tokenReplaced``.
  func put(_ address: ServiceAddress, _ body: JSONWriter) async throws {
    try await write(.put, address, body)
  }

  /// Sends a request that changes something, with the same rules as ``put(_:_:)``.
  func write(
    _ method: HTTPRequest.Method, _ address: ServiceAddress, _ body: JSONWriter?
  ) async throws {
    try await converting {
      let url = try secureURL { try address.url(below: baseURL) }
      let token = try await token()
      var request = request(method, url, accepting: "application/json", token: token)
      if let body {
        request.headers.append(HTTPHeader("Content-Type", "application/json;charset=UTF-8"))
        request.body = Data(body.bytes)
      }
      do {
        _ = try await client.send(request)
      } catch let error as GradesError where error.isRefusedToken {
        _ = try await replacement(for: token)
        throw GradesError.tokenReplaced
      }
    }
  }

  /// Puts a JSON document that sets a state. The request is idempotent, so a rejected token is
  /// replaced as it is for reading.
  func set(_ address: ServiceAddress, _ body: JSONWriter) async throws {
    _ = try await send(.put, address, accepting: "application/json", body)
  }

  /// Deletes, with the same rules as ``set(_:_:)``.
  func delete(_ address: ServiceAddress) async throws {
    _ = try await send(.delete, address, accepting: "application/json")
  }

  /// The body of a response of unknown shape, to a request that changes nothing.
  func body(
    _ method: HTTPRequest.Method, _ address: ServiceAddress, _ body: JSONWriter? = nil
  ) async throws -> String {
    let response = try await send(method, address, accepting: "application/json", body)
    return String(decoding: response.body, as: UTF8.self)
  }

  // MARK: Any request

  /// Sends a request that the caller has made and returns the response of any status.
  ///
  /// A rejected token is replaced as for ``document(_:_:)`` where the method only reads, and as for
  /// ``put(_:_:)`` where it writes. Without another token the rejection is the response.
  func call(_ call: ServiceRequest) async throws -> ServiceResponse {
    try await converting {
      let url = try secureURL { try baseURL.appending(encoded: call.path.text) }
      func exchange(_ token: String) async throws -> ServiceResponse {
        var request = request(
          call.method, url, accepting: "application/json, */*;q=0.8", token: token)
        if let body = call.body {
          request.headers.append(HTTPHeader("Content-Type", call.contentType))
          request.body = body
        }
        let response = try await client.exchange(request)
        var failure = client.failure(response, for: request)
        if failure?.isRefusedToken == true { failure = .notPermitted }
        if failure == nil, response.isWebPage { failure = .unreadable(.html) }
        let headers = response.headers.map { header in
          request.hasSecret(in: header.value) ? HTTPHeader(header.name, "(hidden)") : header
        }
        return ServiceResponse(
          status: response.status, headers: headers, body: response.body, failure: failure)
      }
      let token = try await token()
      let response = try await exchange(token)
      guard response.status == 401, let other = try await tokens.replacement(for: token),
        other != token
      else { return response }
      guard call.method.isReading else { throw GradesError.tokenReplaced }
      return try await exchange(try sendable(other))
    }
  }

  // MARK: Requests

  private func get(_ address: ServiceAddress, accepting types: String) async throws -> HTTPResponse
  {
    try await send(.get, address, accepting: types)
  }

  /// Sends a request; a rejected token is replaced at most once (Service contract, 3.3).
  private func send(
    _ method: HTTPRequest.Method, _ address: ServiceAddress, accepting types: String,
    _ body: JSONWriter? = nil
  ) async throws -> HTTPResponse {
    try await converting {
      let url = try secureURL { try address.url(below: baseURL) }
      func send(_ token: String) async throws -> HTTPResponse {
        var request = request(method, url, accepting: types, token: token)
        if let body {
          request.headers.append(HTTPHeader("Content-Type", "application/json;charset=UTF-8"))
          request.body = Data(body.bytes)
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

  /// Another token than the rejected one; throws ``GradesError/notPermitted`` where there is none.
  private func replacement(for refused: String) async throws -> String {
    guard let other = try await tokens.replacement(for: refused), other != refused else {
      throw GradesError.notPermitted
    }
    return try sendable(other)
  }

  /// A token that is valid in a header field: a line break in it would begin another field.
  private func sendable(_ token: String) throws -> String {
    guard token.isBearerToken else { throw GradesError.notSignedIn(.rejected) }
    return token
  }

  /// The whole address, if a token may be sent there: over TLS or to this machine only
  /// (Figures, Safe with credentials).
  private func secureURL(_ address: () throws -> URL) throws -> URL {
    let url = try address()
    guard url.isSecureForTokens else { throw GradesError.unreachable(.insecureAddress) }
    return url
  }

  /// Converts each failure into a ``GradesError``.
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
  /// The status for a token that has expired or is not sufficient; 403 never means an expired one.
  fileprivate var isRefusedToken: Bool { self == .unexpectedStatus(401) }
}

extension URL {
  /// Whether it is https, or http to this machine.
  fileprivate var isSecureForTokens: Bool {
    guard let host = host?.lowercased(), !host.isEmpty else { return false }
    switch scheme?.lowercased() {
    case "https": return true
    case "http":
      return isLoopback(host: host)
    default: return false
    }
  }
}
