import Foundation

/// Reads the requests of one connection, in memory and time that the limits bound.
struct RequestReader {
  /// Why no request was read.
  enum End: Error {
    /// What came is rejected.
    case rejected(RequestProblem)
    /// The connection has ended, or was silent for too long.
    case silent
  }

  /// Bytes of the longest request line with its header fields; browsers send up to 20 kB of cookies.
  static let headLimit = 64 << 10
  /// Bytes of the largest body; a save of ten thousand values has some 1.5 MB.
  static let bodyLimit = 8 << 20
  /// Bytes that are still read after a request was rejected, so that its sender gets the response.
  private static let rejectedLimit = 64 << 20
  /// From the first byte of a head to its last.
  private static let headTime = Duration.seconds(10)
  /// For a body, and for the rest of a rejected request.
  private static let bodyTime = Duration.seconds(60)

  private let file: Int32
  private let heard: () -> Void
  private var buffer: [UInt8] = []
  /// The number of bytes of the buffer that were used already.
  private var used = 0
  /// Nil before a request begins.
  private var deadline: ContinuousClock.Instant?

  /// `heard` is called whenever something came.
  init(_ file: Int32, heard: @escaping () -> Void) {
    self.file = file
    self.heard = heard
  }

  /// The next request's head.
  mutating func head() throws(End) -> RequestHead {
    deadline = nil
    if used == buffer.count { try fill() }
    deadline = .now + Self.headTime
    var left = Self.headLimit
    var line = ""
    // Empty lines before a request are ignored (RFC 9112 §2.2).
    while line.isEmpty { line = try self.line(&left, orReject: .lineTooLong) }
    let fields = try fields(&left)
    do { return try RequestHead(line: line, fields: fields) } catch { throw .rejected(error) }
  }

  /// The body that follows a head.
  ///
  /// - Parameter counting: counts bytes before they are kept; false where they are too many. The caller
  ///   takes back what was counted of a body that it got.
  mutating func body(
    _ framing: RequestHead.Framing, counting: (Int) -> Bool
  ) throws(End) -> Data {
    deadline = .now + Self.bodyTime
    var body = Data()
    do throws(End) {
      switch framing {
      case .length(let length): try take(length, into: &body, counting)
      case .chunked:
        while case let length = try chunkLength(), length > 0 {
          try take(length, into: &body, counting)
          var left = 2
          guard try line(&left, orReject: .malformed).isEmpty else { throw .rejected(.malformed) }
        }
        var left = Self.headLimit
        _ = try fields(&left)
      }
    } catch {
      _ = counting(-body.count)
      throw error
    }
    return body
  }

  private mutating func chunkLength() throws(End) -> Int {
    var left = 256
    let line = try self.line(&left, orReject: .malformed)
    let digits = line.prefix { $0 != ";" && $0 != " " }
    guard digits.utf8.count <= 8, digits.allSatisfy(\.isHexDigit),
      let length = Int(digits, radix: 16)
    else { throw .rejected(.malformed) }
    return length
  }

  /// Reads what is left of a rejected request.
  mutating func drain() {
    deadline = .now + Self.bodyTime
    var count = 0
    while count < Self.rejectedLimit {
      used = buffer.count
      guard (try? fill()) != nil else { return }
      count += buffer.count
    }
  }

  /// The lines up to an empty one.
  private mutating func fields(_ left: inout Int) throws(End) -> [String] {
    var fields: [String] = []
    while case let line = try self.line(&left, orReject: .headTooLarge), !line.isEmpty {
      fields.append(line)
    }
    return fields
  }

  /// The next line without its end. `left` is the number of bytes that it and the following ones may
  /// have; every byte is looked at once.
  private mutating func line(
    _ left: inout Int, orReject problem: RequestProblem
  ) throws(End) -> String {
    var scanned = 0
    while true {
      let rest = buffer[(used + scanned)...].prefix(left - scanned)
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        var line = buffer[used..<end]
        left -= line.count + 1
        used = end + 1
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard let text = String(validating: line, as: UTF8.self) else {
          throw .rejected(.malformed)
        }
        return text
      }
      scanned += rest.count
      guard scanned < left else { throw .rejected(problem) }
      try fill()
    }
  }

  private mutating func take(
    _ count: Int, into body: inout Data, _ counting: (Int) -> Bool
  ) throws(End) {
    guard count <= Self.bodyLimit - body.count else { throw .rejected(.bodyTooLarge) }
    var left = count
    while left > 0 {
      if used == buffer.count { try fill() }
      let bytes = buffer[used...].prefix(left)
      body.append(contentsOf: bytes)
      guard counting(bytes.count) else { throw .rejected(.tooBusy) }
      used += bytes.count
      left -= bytes.count
    }
  }

  private mutating func fill() throws(End) {
    buffer.removeFirst(used)
    used = 0
    let bytes = try [UInt8](unsafeUninitializedCapacity: 16 << 10) { bytes, count throws(End) in
      count = try receive(UnsafeMutableRawBufferPointer(bytes))
    }
    buffer += bytes
    heard()
  }

  private func receive(_ bytes: UnsafeMutableRawBufferPointer) throws(End) -> Int {
    while true {
      if let deadline {
        let left = (deadline - .now).components
        var wait = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        // Rounded up, so that the wait never ends before the deadline.
        let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1
        let ready = poll(&wait, 1, Int32(max(0, milliseconds)))
        if ready < 0, errno == EINTR { continue }
        guard ready != 0 else { throw .silent }
      }
      let count = recv(file, bytes.baseAddress, bytes.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .silent }
      return count
    }
  }
}
