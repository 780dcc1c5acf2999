import Foundation

/// One browser connection of a ``RedirectListener``: reads one request, writes one response.
struct RedirectConnection {
  /// Bytes of the longest request that is read; addresses with a code are far below.
  static let longestRequest = 16 << 10

  let socket: Int32
  let deadline: ContinuousClock.Instant
  private var received: [UInt8] = []
  private var unsent: ArraySlice<UInt8> = []
  private(set) var isAnswered = false
  /// Whether the browser may still be sending: closing now would make the system discard the
  /// response (RFC 9112 §9.6).
  private var isDraining = false

  init(socket: Int32, deadline: ContinuousClock.Instant) {
    self.socket = socket
    self.deadline = deadline
  }

  /// The result of reading.
  enum Reading {
    /// No complete request yet.
    case partial
    /// The first line of a whole request head.
    case request(line: String)
    case tooLong, gone
  }

  /// The events to wait for.
  var events: Int16 { Int16(hasUnsent ? POLLOUT : POLLIN) }

  /// Whether a part of the response is not sent yet.
  var hasUnsent: Bool { !unsent.isEmpty }

  /// Reads the available bytes without waiting; after the response they are discarded.
  mutating func read() -> Reading {
    var buffer = [UInt8](repeating: 0, count: 4096)
    // Bounded, because an endless sender must not block other connections.
    for _ in 0..<16 {
      let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count < 0 && errno == EINTR { continue }
      if count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) { return .partial }
      guard count > 0 else { return .gone }
      if isAnswered { continue }
      let seen = received.count
      received += buffer[..<count]
      if received.count > Self.longestRequest { return .tooLong }
      if hasEmptyLine(from: max(0, seen - 2)) {
        let line = String(decoding: received, as: UTF8.self).prefix { !$0.isNewline }
        return .request(line: String(line))
      }
    }
    return .partial
  }

  /// Whether an empty line ends the head at or after an index, so that bytes that come one by one are
  /// not searched again and again.
  private func hasEmptyLine(from start: Int) -> Bool {
    let newline = UInt8(ascii: "\n")
    var end = received[start...].firstIndex(of: newline)
    while let index = end {
      let rest = received[(index + 1)...]
      if rest.first == newline || rest.starts(with: [UInt8(ascii: "\r"), newline]) { return true }
      end = rest.firstIndex(of: newline)
    }
    return false
  }

  /// Sets the response; ``write()`` sends it.
  mutating func answer(_ bytes: [UInt8]) {
    isAnswered = true
    unsent = bytes[...]
  }

  /// Sets the response to an incomplete request.
  mutating func answerEarly(_ bytes: [UInt8]) {
    answer(bytes)
    isDraining = true
  }

  /// Sends as much as the browser accepts, without waiting; true when the connection is finished.
  mutating func write() -> Bool {
    if isDraining, unsent.isEmpty {
      if case .gone = read() { return true }
      return false
    }
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes {
        send(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) { return false }
      guard count > 0 else { return true }
      unsent = unsent.dropFirst(count)
    }
    if isDraining { shutdown(socket, Int32(SHUT_WR)) }
    return !isDraining
  }
}
