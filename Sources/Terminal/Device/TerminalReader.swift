import Foundation

/// Waits for a terminal and reads it, on the terminal's own thread.
struct TerminalReader: ~Copyable {
  struct Events {
    var isWoken = false
    var hasInput = false
    var hasRoom = false
  }

  private let line: TerminalLine
  private let escapeTime: Duration
  private let clock = ContinuousClock()
  private var decoder = KeyDecoder()
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// When an incomplete sequence counts as complete.
  private var deadline: ContinuousClock.Instant?
  private var lastRead: ContinuousClock.Instant?
  private var isContinued = false

  /// Shorter than a person needs from one key to another, longer than between the parts of a paste.
  private static let pause = Duration.milliseconds(50)
  /// How long the rest of a sequence is waited for that is late already.
  private static let lateTime = Duration.seconds(1)

  init(line: TerminalLine, escapeTime: Duration) {
    self.line = line
    self.escapeTime = escapeTime
  }

  var synchronizesOutput: Bool? { decoder.synchronizesOutput }

  func wait(pipe: WakePipe, isListening: Bool, wantsRoom: Bool) -> Events {
    // `poll` ignores a negative descriptor, whose hang-up would end every wait at once.
    var entries = [
      pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isListening ? line.input : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wantsRoom ? line.output : -1, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return Events() }
    return Events(
      isWoken: entries[0].revents != 0, hasInput: entries[1].revents != 0,
      hasRoom: entries[2].revents != 0)
  }

  /// The inputs in the available bytes; nil if the terminal is closed.
  mutating func read() -> Burst? {
    switch line.read(into: &buffer) {
    case .bytes(let count):
      isContinued = lastRead.map { clock.now - $0 < Self.pause } ?? false
      lastRead = clock.now
      return burst(decoder.decode(buffer[..<count]))
    case .later: return Burst([], isContinued: true)
    case .lost: return nil
    }
  }

  /// The inputs that are complete because nothing followed them in time; nil if it is not over.
  mutating func overdue() -> Burst? {
    guard let deadline, clock.now >= deadline else { return nil }
    return burst(decoder.flush())
  }

  private mutating func burst(_ inputs: [Input]) -> Burst {
    let patience = decoder.isLate ? Self.lateTime : escapeTime
    deadline = decoder.isWaiting ? clock.now + patience : nil
    return Burst(inputs, isContinued: isContinued)
  }

  /// Starts again: discards incomplete sequences.
  mutating func forget() {
    decoder = KeyDecoder()
    deadline = nil
  }

  private var milliseconds: Int32 {
    guard let deadline else { return -1 }
    let rest = (deadline - clock.now).components
    // Rounded up, so that the wait is never shorter than the time.
    let milliseconds = rest.seconds * 1_000 + rest.attoseconds / 1_000_000_000_000_000 + 1
    return Int32(clamping: max(0, milliseconds))
  }
}
