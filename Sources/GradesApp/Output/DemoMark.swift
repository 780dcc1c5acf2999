import Synchronization

/// The line above what a run prints about made-up data; once a run is enough.
final class DemoMark: Sendable {
  private let text: Mutex<String?>

  /// Makes the mark of a run.
  init(_ text: String) { self.text = Mutex(text) }

  /// The line for the first time, then nil.
  func takeText() -> String? {
    text.withLock { text in
      defer { text = nil }
      return text
    }
  }
}
