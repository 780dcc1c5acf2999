/// Bytes that the terminal has not accepted yet, and the tasks that wait for it.
struct OutputQueue {
  private var bytes: [UInt8] = []
  private var start = 0
  /// The number of bytes written since the start.
  private var taken = 0
  private var waiting: [(ticket: Int, end: Int, continuation: CheckedContinuation<Void, Never>)] =
    []
  private var tickets = 0

  var isEmpty: Bool { start == bytes.count }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Returns a number for a task that is about to wait.
  mutating func ticket() -> Int {
    tickets += 1
    return tickets
  }

  /// Waits until all bytes queued so far are written.
  mutating func wait(_ ticket: Int, _ continuation: CheckedContinuation<Void, Never>) {
    waiting.append((ticket, taken + bytes.count - start, continuation))
  }

  /// Removes a waiting task.
  mutating func abandon(_ ticket: Int) -> CheckedContinuation<Void, Never>? {
    guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    return waiting.remove(at: index).continuation
  }

  /// Resumes all waiting tasks and keeps the bytes.
  mutating func release() -> [CheckedContinuation<Void, Never>] {
    defer { waiting = [] }
    return waiting.map(\.continuation)
  }

  /// Discards the bytes and returns the tasks that waited for them.
  mutating func drop() -> [CheckedContinuation<Void, Never>] {
    taken += bytes.count - start
    (bytes, start) = ([], 0)
    return release()
  }

  /// Writes as much as the line accepts; returns the tasks that can resume, and whether the line is
  /// lost.
  mutating func drain(
    to line: TerminalLine
  ) -> (ready: [CheckedContinuation<Void, Never>], isLost: Bool) {
    while !isEmpty {
      let outcome = bytes.withUnsafeBytes {
        line.write(UnsafeRawBufferPointer(rebasing: $0[start...]))
      }
      switch outcome {
      case .bytes(let count):
        start += count
        taken += count
      case .later: return (takeReady(), false)
      case .lost: return (drop(), true)
      }
    }
    (bytes, start) = ([], 0)
    return (takeReady(), false)
  }

  private mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
    let count = waiting.prefix { $0.end <= taken }.count
    defer { waiting.removeFirst(count) }
    return waiting.prefix(count).map(\.continuation)
  }
}
