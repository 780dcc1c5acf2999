import FlyingSocks
import Foundation

/// Reads the requests of one connection, in memory and time that the limits bound.
struct RequestReader {
  /// Bytes of the longest request line with its header fields.
  static let headLimit = 16 << 10
  /// Bytes of the largest body; a save of ten thousand values has some 1.5 MB.
  static let bodyLimit = 8 << 20
  /// Bytes that are still read after a request was rejected, so that its sender gets the response.
  private static let rejectedLimit = 64 << 20

  private let socket: AsyncSocket
  private var buffer: [UInt8] = []
  /// The number of bytes of the buffer that were used already.
  private var used = 0

  init(_ socket: AsyncSocket) { self.socket = socket }

  /// The next request's head. Throws a ``RequestProblem``, and an error of the socket when the
  /// connection ends before.
  mutating func head() async throws -> RequestHead {
    var left = Self.headLimit
    var line = ""
    // Empty lines before a request are ignored (RFC 9112 §2.2).
    while line.isEmpty { line = try await self.line(&left, orThrow: .lineTooLong) }
    return try RequestHead(line: line, fields: await fields(&left))
  }

  /// The body that follows a head; throws as ``head()`` does.
  mutating func body(_ framing: RequestHead.Framing) async throws -> Data {
    var body = Data()
    switch framing {
    case .length(let length): try await take(length, into: &body)
    case .chunked:
      while true {
        var left = 256
        let line = try await self.line(&left, orThrow: .malformed)
        let digits = line.prefix { $0 != ";" && $0 != " " }
        guard digits.utf8.count <= 8, digits.utf8.first != UInt8(ascii: "+"),
          let length = Int(digits, radix: 16), length >= 0
        else { throw RequestProblem.malformed }
        if length == 0 { break }
        try await take(length, into: &body)
        guard try await self.line(&left, orThrow: .malformed).isEmpty else {
          throw RequestProblem.malformed
        }
      }
      var left = Self.headLimit
      _ = try await fields(&left)
    }
    return body
  }

  /// Reads what is left of a rejected request. A connection that is closed with unread bytes is reset,
  /// which would discard the response (RFC 9112 §9.6).
  mutating func drain() async throws {
    var count = 0
    while count < Self.rejectedLimit { count += try await socket.read(atMost: 4096).count }
  }

  /// The lines up to an empty one.
  private mutating func fields(_ left: inout Int) async throws -> [String] {
    var fields: [String] = []
    while case let line = try await self.line(&left, orThrow: .headTooLarge), !line.isEmpty {
      fields.append(line)
    }
    return fields
  }

  /// The next line without its end. `left` is the number of bytes that it and the following ones may
  /// have; every byte is looked at once.
  private mutating func line(
    _ left: inout Int, orThrow problem: RequestProblem
  ) async throws -> String {
    var scanned = 0
    while true {
      let rest = buffer[(used + scanned)...].prefix(left - scanned)
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        var line = buffer[used..<end]
        left -= line.count + 1
        used = end + 1
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard let text = String(validating: line, as: UTF8.self) else {
          throw RequestProblem.malformed
        }
        return text
      }
      scanned += rest.count
      guard scanned < left else { throw problem }
      try await fill()
    }
  }

  private mutating func take(_ count: Int, into body: inout Data) async throws {
    guard count <= Self.bodyLimit - body.count else { throw RequestProblem.bodyTooLarge }
    var left = count
    while left > 0 {
      if used == buffer.count { try await fill() }
      let bytes = buffer[used...].prefix(left)
      body.append(contentsOf: bytes)
      used += bytes.count
      left -= bytes.count
    }
  }

  private mutating func fill() async throws {
    buffer.removeFirst(used)
    used = 0
    buffer += try await socket.read(atMost: 4096)
  }
}
