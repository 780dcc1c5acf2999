import Foundation

/// The loop of a ``RedirectListener``, confined to the listener's thread.
struct RedirectLoop {
  /// The most connections at a time; a further one replaces the oldest.
  private static let mostConnections = 16
  /// The time limit of a request and its response.
  private static let connectionTimeLimit: Duration = .seconds(10)
  /// The time limit for sending the last page.
  private static let farewellTimeLimit: Duration = .seconds(3)

  private let socket: LoopbackSocket
  private let path: String
  private let state: String
  private let pages: RedirectPages
  private var connections: [RedirectConnection] = []
  private var answer: RedirectAnswer?

  init(socket: LoopbackSocket, path: String, state: String, pages: RedirectPages) {
    self.socket = socket
    self.path = path
    self.state = state
    self.pages = pages
    // accept must not block when a connection was closed after poll reported it.
    _ = fcntl(socket.listener, F_SETFL, fcntl(socket.listener, F_GETFL) | O_NONBLOCK)
  }

  /// Serves until the right redirect was received and its page was sent; nil when stopped before.
  consuming func run() -> RedirectAnswer? {
    defer { for connection in connections { close(connection.socket) } }
    while answer == nil {
      guard step() else { return nil }
    }
    // From now on only the connection of the redirect is served.
    let end = ContinuousClock.now + Self.farewellTimeLimit
    while connections.contains(where: \.hasUnsent), ContinuousClock.now < end {
      guard step(until: end) else { break }
    }
    return answer
  }

  /// Waits once and handles the events; false when stopped.
  private mutating func step(until end: ContinuousClock.Instant? = nil) -> Bool {
    var files = [
      pollfd(fd: socket.stopSignal, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket.listener, events: Int16(POLLIN), revents: 0),
    ]
    files += connections.map { pollfd(fd: $0.socket, events: $0.events, revents: 0) }
    let next = (connections.map(\.deadline) + [end].compactMap { $0 }).min()
    poll(&files, nfds_t(files.count), next.map(Self.milliseconds(until:)) ?? -1)
    if files[0].revents != 0 { return false }

    for index in connections.indices.reversed() {
      let isReady = files[index + 2].revents != 0
      if isReady ? serve(index) : ContinuousClock.now >= connections[index].deadline {
        close(connections.remove(at: index).socket)
      }
    }
    if files[1].revents != 0, answer == nil { accept() }
    return true
  }

  private static func milliseconds(until moment: ContinuousClock.Instant) -> Int32 {
    let left = (moment - ContinuousClock.now).components
    // Rounded up, so that the wait never ends before the moment.
    return Int32(max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1))
  }

  private mutating func accept() {
    let browser = Foundation.accept(socket.listener, nil, nil)
    guard browser >= 0 else { return }
    _ = fcntl(browser, F_SETFD, FD_CLOEXEC)
    if connections.count >= Self.mostConnections { close(connections.removeFirst().socket) }
    connections.append(
      RedirectConnection(socket: browser, deadline: ContinuousClock.now + Self.connectionTimeLimit))
  }

  /// Continues one connection; true when it is finished.
  private mutating func serve(_ index: Int) -> Bool {
    if !connections[index].isAnswered {
      switch connections[index].read() {
      case .partial: return false
      case .gone: return true
      case .tooLong:
        connections[index].answerEarly(RedirectPages.answer("431 Request Header Fields Too Large"))
      case .request(let line): connections[index].answer(reply(to: line))
      }
    }
    return connections[index].write()
  }

  private mutating func reply(to line: String) -> [UInt8] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
      return RedirectPages.answer("400 Bad Request")
    }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard target.first.map(String.init) == path else {
      return RedirectPages.answer("404 Not Found")
    }
    guard words[0] == "GET" else { return RedirectPages.answer("405 Method Not Allowed") }
    guard answer == nil,
      let given = try? RedirectAnswer(query: target.count == 2 ? target[1] : "", state: state)
    else { return pages.answer("400 Bad Request", pages.foreign) }
    answer = given
    if case .error = given { return pages.answer("200 OK", pages.denied) }
    return pages.answer("200 OK", pages.accepted)
  }
}
