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

  func document<Value>(
    _ address: ServiceAddress, _ read: (JSONNode) throws -> Value
  ) async throws -> Value {
    try await get(address) { try ServiceAnswer.value(in: $0, read) }
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
    try await get(address, accepting: Self.anything, read)
  }

  /// Reads a response, or what was kept of an earlier one; throws ``GradesError/Reason/notFound`` where nothing was.
  private func get<Value>(
    _ address: ServiceAddress, accepting types: String = "application/json",
    _ read: (HTTPResponse) throws -> Value
  ) async throws -> Value {
    if let find {
      guard let body = find(address.key) else { throw GradesError.notFound }
      return try read(HTTPResponse(status: 200, body: body))
    }
    return try await send(try request(.get, address, accepting: types)) {
      try Task.checkCancellation()
      let value = try read($0)
      keep(address.key, $0.body)
      return value
    }
  }

  /// Sends a request that changes something, once; accepts any successful response (Service contract, 3.2).
  ///
  /// After a 401 it was not applied, but only a caller that reads again may write again (Figures, Retries): a token
  /// that had expired and was replaced is ``GradesError/Reason/tokenReplaced``.
  func write(
    _ method: HTTPRequest.Method, _ address: ServiceAddress, _ body: JSONWriter?
  ) async throws {
    try await send(try request(method, address, body), isRepeatable: false) { _ in }
  }

  /// Sends a request that sets a state. It is idempotent, so a rejected token is replaced as it is for
  /// reading.
  func set(
    _ method: HTTPRequest.Method, _ address: ServiceAddress, _ body: JSONWriter? = nil
  ) async throws {
    try await send(try request(method, address, body)) { _ in }
  }

  /// Sends a request that the caller has made and returns the response of any status; a method that writes is
  /// sent as by ``write(_:_:_:)``.
  func call(_ call: ServiceRequest) async throws -> HTTPResponse {
    var request = request(
      call.method, try baseURL.appending(encoded: call.path.text), accepting: Self.anything,
      call.body, of: call.contentType)
    for header in call.headers where header.name.lowercased() != "authorization" {
      request.headers.removeAll { $0.name.lowercased() == header.name.lowercased() }
      request.headers.append(header)
    }
    return try await converting(request) { [request] token in
      try await exchange(request, token, isRepeatable: call.method.isReading)
    }
  }

  // MARK: Requests

  private func send<Value>(
    _ request: HTTPRequest, isRepeatable: Bool = true, read: (HTTPResponse) throws -> Value
  ) async throws -> Value {
    try await converting(request) { token in
      let response = try await exchange(request, token, isRepeatable: isRepeatable)
      if let failure = response.failure { throw failure }
      return try read(response)
    }
  }

  /// Sends a request; a rejected token is replaced at most once (Service contract, 3.3). 403 never means an
  /// expired one.
  private func exchange(
    _ request: HTTPRequest, _ token: String, isRepeatable: Bool
  ) async throws -> HTTPResponse {
    let response = try await attempt(request, token)
    guard response.status == 401, let other = try await tokens.replacement(for: token),
      other != token
    else { return response }
    let better = try sendable(other)
    guard isRepeatable else { throw response.failure?.meaning(.tokenReplaced) ?? .tokenReplaced }
    return try await attempt(request, better)
  }

  private func attempt(_ request: HTTPRequest, _ token: String) async throws -> HTTPResponse {
    let request = request.authorized(by: token)
    var response = try await client.exchange(request)
    if response.status == 401 { response.failure = response.failure?.meaning(.notPermitted) }
    response.headers = response.headers.map { header in
      request.hasSecret(in: header.value) ? HTTPHeader(header.name, "(hidden)") : header
    }
    return response
  }

  private static let anything = "application/json, */*;q=0.8"

  private func request(
    _ method: HTTPRequest.Method, _ address: ServiceAddress,
    accepting types: String = "application/json", _ body: JSONWriter? = nil
  ) throws -> HTTPRequest {
    request(
      method, try address.url(below: baseURL), accepting: types, body.map { Data($0.bytes) },
      of: "application/json;charset=UTF-8")
  }

  private func request(
    _ method: HTTPRequest.Method, _ url: URL, accepting types: String, _ body: Data?,
    of type: String
  ) -> HTTPRequest {
    let headers = [HTTPHeader("Accept", types)]
    guard let body else { return HTTPRequest(method: method, url: url, headers: headers) }
    return HTTPRequest(
      method: method, url: url, headers: headers + [HTTPHeader("Content-Type", type)], body: body)
  }

  /// A token that is valid in a header field: a line break in it would begin another field.
  private func sendable(_ token: String) throws -> String {
    guard token.isBearerToken else { throw GradesError.notSignedIn(.rejected) }
    return token
  }

  /// Does work with a token for a request, if the token may be sent there: over TLS or to this machine only
  /// (Figures, Safe with credentials). Converts each failure into a ``GradesError`` of the request.
  private func converting<Value>(
    _ request: HTTPRequest, _ work: (_ token: String) async throws -> Value
  ) async throws -> Value {
    do {
      try Task.checkCancellation()
      try request.check()
      return try await work(try sendable(try await tokens.accessToken()))
    } catch let error as GradesError {
      throw error.of(request.method, request.url)
    } catch is CancellationError {
      throw GradesError.cancelled
    } catch {
      throw GradesError.unreachable(.other(code: 0)).of(request.method, request.url)
    }
  }
}

extension HTTPRequest {
  fileprivate func authorized(by token: String) -> HTTPRequest {
    var request = self
    request.headers.insert(HTTPHeader("Authorization", "Bearer \(token)"), at: 0)
    return request
  }
}
