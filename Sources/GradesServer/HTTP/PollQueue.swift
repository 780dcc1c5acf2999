import FlyingSocks
import Foundation
import Synchronization

/// Reports ready sockets to FlyingFox, with `poll`.
///
/// FlyingFox's own queue leaks a descriptor for each stopped server, and tests start and stop
/// hundreds in one process.
final class PollQueue: EventQueue, Sendable {
  private struct State {
    var events: [Socket.FileDescriptor: Socket.Events] = [:]
    /// A pipe that interrupts a wait; nil while closed.
    var pipe: (reading: Int32, writing: Int32)?
    var isStopped = true
    var isWaiting = false
  }

  private let state = Mutex(State())

  func open() throws {
    var ends: [Int32] = [-1, -1]
    guard SystemCalls.makePipe(&ends) == 0 else { throw SocketError.makeFailed("pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    state.withLock { $0 = State(pipe: (ends[0], ends[1]), isStopped: false) }
  }

  func stop() throws {
    state.withLock { state in
      state.isStopped = true
      Self.interrupt(state)
    }
  }

  /// Called after the last wait has ended.
  func close() throws {
    state.withLock { state in
      guard let pipe = state.pipe else { return }
      SystemCalls.closeFile(pipe.reading)
      SystemCalls.closeFile(pipe.writing)
      state.pipe = nil
    }
  }

  func addEvents(_ events: Socket.Events, for socket: Socket.FileDescriptor) throws {
    state.withLock { state in
      state.events[socket, default: []].formUnion(events)
      if state.isWaiting { Self.interrupt(state) }
    }
  }

  func removeEvents(_ events: Socket.Events, for socket: Socket.FileDescriptor) throws {
    // A running wait may still report the socket, which then resumes no task.
    state.withLock { state in
      let rest = (state.events[socket] ?? []).subtracting(events)
      state.events[socket] = rest.isEmpty ? nil : rest
    }
  }

  func getNotifications() throws -> [EventNotification] {
    var waits: [pollfd] = try state.withLock { state in
      guard !state.isStopped, let pipe = state.pipe else { throw SocketError.disconnected }
      state.isWaiting = true
      return [pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)]
        + state.events.map { pollfd(fd: $0.key.rawValue, events: $0.value.bits, revents: 0) }
    }
    let count = poll(&waits, nfds_t(waits.count), -1)
    let failure = errno
    try state.withLock { state in
      state.isWaiting = false
      if waits[0].revents != 0 { Self.drain(waits[0].fd) }
      if state.isStopped { throw SocketError.disconnected }
    }
    guard count >= 0 else {
      // A signal is not a failure: wait again.
      if failure == EINTR { return [] }
      throw SocketError.makeFailed("poll")
    }
    return waits.dropFirst().compactMap(EventNotification.init)
  }

  private static func interrupt(_ state: State) {
    var byte: UInt8 = 0
    if let pipe = state.pipe { _ = write(pipe.writing, &byte, 1) }
  }

  private static func drain(_ end: Int32) {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(end, &bytes, bytes.count) == bytes.count {}
  }
}

extension Socket.Events {
  fileprivate var bits: Int16 {
    Int16((contains(.read) ? POLLIN : 0) | (contains(.write) ? POLLOUT : 0))
  }
}

extension EventNotification {
  /// The event of one socket; nil without one.
  fileprivate init?(_ wait: pollfd) {
    let happened = Int32(wait.revents)
    guard happened != 0 else { return nil }
    var events: Socket.Events = []
    if happened & POLLIN != 0 { events.insert(.read) }
    if happened & POLLOUT != 0 { events.insert(.write) }
    var errors: Set<EventNotification.Error> = []
    if happened & POLLHUP != 0, happened & POLLIN == 0 { errors.insert(.endOfFile) }
    if happened & (POLLERR | POLLNVAL) != 0 { errors.insert(.error) }
    // An error ends each wait for the socket.
    if !errors.isEmpty { events = [.read, .write] }
    self.init(file: .init(rawValue: wait.fd), events: events, errors: errors)
  }
}
