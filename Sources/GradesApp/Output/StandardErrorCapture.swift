import Synchronization

/// Holds back what a run writes while a window shows something else, and writes it afterwards.
final class StandardErrorCapture: Sendable {
  private typealias Piece = (text: String, isError: Bool)

  private struct State {
    var isActive = false
    var kept: [Piece] = []
    var size = 0
    var notices: [String] = []
    var onNotice: @Sendable () -> Void = {}
  }

  /// Of what is held back for days only the end is kept, in bytes.
  private static let limit = 1 << 20

  private let original: Streams
  private let state = Mutex(State())

  init(_ streams: Streams) { original = streams }

  var streams: Streams {
    var streams = original
    streams.out = { self.write((text: $0, isError: false)) }
    streams.err = { self.write((text: $0, isError: true)) }
    return streams
  }

  /// Writes a notice to standard error or, while the app has the window, queues it for the app.
  func notice(_ text: String) {
    let onNotice = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.isActive else { return nil }
      state.notices.append(text)
      return state.onNotice
    }
    if let onNotice { onNotice() } else { streams.errLines(text) }
  }

  func takeNotice() -> String? {
    state.withLock { $0.notices.isEmpty ? nil : $0.notices.removeFirst() }
  }

  /// Stops writing; `onNotice` is called with each notice.
  func begin(onNotice: @escaping @Sendable () -> Void) {
    state.withLock { ($0.isActive, $0.onNotice) = (true, onNotice) }
  }

  /// Writes the captured output, and the notices that were not shown.
  func end() {
    let (kept, notices) = state.withLock { state in
      defer { state = State() }
      return (state.kept, state.notices)
    }
    kept.forEach(write)
    notices.forEach(streams.errLines)
  }

  private func write(_ piece: Piece) {
    // Under the lock, so that nothing still is on its way to the terminal when the window opens.
    state.withLock { state in
      guard state.isActive else {
        return piece.isError ? original.err(piece.text) : original.out(piece.text)
      }
      state.kept.append(piece)
      state.size += piece.text.utf8.count
      guard state.size > Self.limit else { return }
      state.kept.removeFirst((state.kept.count + 1) / 2)
      state.size = state.kept.reduce(0) { $0 + $1.text.utf8.count }
    }
  }
}
