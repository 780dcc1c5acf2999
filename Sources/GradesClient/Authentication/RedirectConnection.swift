import Foundation

/// One browser connection of a ``RedirectListener``: reads one request, writes one answer.
struct RedirectConnection {
  /// Bytes of the longest request that is read; addresses with a code are far below.
  static let longestRequest = 16 << 10

  let socket: Int32
  let deadline: ContinuousClock.Instant
  private var received: [UInt8] = []
  private var unsent: ArraySlice<UInt8> = []
  private(set) var isAnswered = false
  /// Whether the browser may still be sending: closing now would make the system take back the
  /// answer (RFC 9112 §9.6).
  private var isDraining = false

  init(socket: Int32, deadline: ContinuousClock.Instant) {
    self.socket = socket
    self.deadline = deadline
  }

  /// What came of reading.
  enum Reading {
    /// Nothing more for now.
    case partial
    /// The first line of a whole request head.
    case request(line: String)
    case tooLong, gone
  }

  /// What the connection waits for.
  var events: Int16 { Int16(hasUnsent ? POLLOUT : POLLIN) }

  /// Whether a part of the answer is still to be sent.
  var hasUnsent: Bool { !unsent.isEmpty }

  /// Reads what is there, without waiting; once answered, it is only thrown away.
  mutating func read() -> Reading {
    var buffer = [UInt8](repeating: 0, count: 4096)
    // Bounded, because whoever sends without end must not keep the others waiting.
    for _ in 0..<16 {
      let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count < 0 && errno == EINTR { continue }
      if count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) { return .partial }
      guard count > 0 else { return .gone }
      if isAnswered { continue }
      received += buffer[..<count]
      if received.count > Self.longestRequest { return .tooLong }
      let text = String(decoding: received, as: UTF8.self)
      if text.contains("\r\n\r\n") || text.contains("\n\n") {
        return .request(line: String(text.prefix { !$0.isNewline }))
      }
    }
    return .partial
  }

  /// Sets the answer; ``write()`` sends it.
  mutating func answer(_ bytes: [UInt8]) {
    isAnswered = true
    unsent = bytes[...]
  }

  /// Sets the answer to a request that has not come to its end.
  mutating func answerEarly(_ bytes: [UInt8]) {
    answer(bytes)
    isDraining = true
  }

  /// Sends what the browser takes, without waiting; true when there is nothing left to do.
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
