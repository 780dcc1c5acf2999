// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// An answer as it came over the socket.
package struct RawAnswer: Sendable {
  package var status = 0
  package var headers: [(name: String, value: String)] = []
  package var body = Data()
  /// Whether the connection ended before anything, or before the announced body was there.
  package var isBroken = false

  package init() {}

  /// The first value of a header field.
  package subscript(name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  package var text: String { String(decoding: body, as: UTF8.self) }

  package var json: Any? {
    try? JSONSerialization.jsonObject(with: body, options: [.fragmentsAllowed])
  }

  package func object() throws -> [String: Any] { try #require(json as? [String: Any]) }
  package func objects() throws -> [[String: Any]] { try #require(json as? [[String: Any]]) }
}

/// Speaks HTTP over plain sockets, so that tests see what was really sent.
package struct RawClient: Sendable {
  package let port: UInt16
  package var token: String?
  package var host = "127.0.0.1"

  /// Makes a client of a service on this machine, with an access token or without.
  package init(port: UInt16, token: String? = nil, host: String = "127.0.0.1") {
    self.port = port
    self.token = token
    self.host = host
  }

  package func get(_ target: String, headers: [String: String] = [:]) async throws -> RawAnswer {
    try await send("GET", target, headers: headers)
  }

  package func api(_ path: String) async throws -> RawAnswer {
    try await get("/api/v1/public/" + path)
  }

  package func put(_ path: String, _ body: String) async throws -> RawAnswer {
    try await send(
      "PUT", "/api/v1/public/" + path, headers: ["Content-Type": "application/json"],
      body: Data(body.utf8))
  }

  package func form(
    _ target: String, _ fields: [(String, String)], headers: [String: String] = [:]
  ) async throws -> RawAnswer {
    let body = fields.map { "\(Self.encode($0.0))=\(Self.encode($0.1))" }.joined(separator: "&")
    return try await send(
      "POST", target,
      headers: headers.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 },
      body: Data(body.utf8))
  }

  package static func encode(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
  }

  package func send(
    _ method: String, _ target: String, headers: [String: String] = [:], body: Data = Data()
  ) async throws -> RawAnswer {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
    if let token, headers["Authorization"] == nil { head += "Authorization: Bearer \(token)\r\n" }
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if !body.isEmpty || method != "GET" { head += "Content-Length: \(body.count)\r\n" }
    let bytes = Data((head + "\r\n").utf8) + body
    let answer = try await exchange(bytes)
    return Self.parse(answer)
  }

  /// Sends bytes and reads until the service closes; on a thread of its own.
  ///
  /// - Parameter thenEnds: shuts the sending side down after the bytes.
  package func exchange(_ bytes: Data, thenEnds: Bool = false) async throws -> Data {
    try await withCheckedThrowingContinuation { done in
      Thread.detachNewThread {
        done.resume(with: Result { try blockingExchange(bytes, thenEnds) })
      }
    }
  }

  /// Sends bytes in two parts, with something between them, and reads until the service closes.
  package func exchange(
    _ first: Data, then rest: Data, between: () async throws -> Void
  ) async throws -> Data {
    let socket = try connectToLoopback(port: port, host: host)
    defer { close(socket) }
    _ = sendAll(first, to: socket)
    try await between()
    return await withCheckedContinuation { done in
      Thread.detachNewThread {
        _ = sendAll(rest, to: socket)
        done.resume(returning: Self.readAll(socket))
      }
    }
  }

  private func blockingExchange(_ bytes: Data, _ thenEnds: Bool) throws -> Data {
    let socket = try connectToLoopback(port: port, host: host)
    defer { close(socket) }
    _ = sendAll(bytes, to: socket)
    if thenEnds { shutdown(socket, Int32(SHUT_WR)) }
    return Self.readAll(socket)
  }

  private static func readAll(_ socket: Int32) -> Data {
    var answer = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(socket, &buffer, buffer.count)
      guard count > 0 else { break }
      answer.append(contentsOf: buffer[0..<count])
    }
    return answer
  }

  private static func parse(_ bytes: Data) -> RawAnswer {
    var answer = RawAnswer()
    guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else {
      answer.isBroken = true
      return answer
    }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    answer.status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      answer.headers.append(
        (String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces)))
    }
    answer.body = Data(bytes[end.upperBound...])
    answer.isBroken = answer["Content-Length"].flatMap { Int($0) } != answer.body.count
    return answer
  }
}

/// Starts a service for one test, which stops it at its end.
package func startedService(
  _ options: EmbeddedService.Options = .init()
) async throws -> TestService {
  let service = try await TestService.start(options)
  TestEnd.close { await service.stop() }
  return service
}

extension TestService {
  /// A client with a token of its own for a person.
  package func client(
    for account: DemoAccounts.Person = DemoAccounts.student
  ) async throws -> RawClient {
    RawClient(port: port, token: try await control.issueTokens(username: account.username).access)
  }
}
