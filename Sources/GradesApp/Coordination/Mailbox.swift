/// Collects what happens while the app does something else, and hands all of it over at once.
@MainActor
final class Mailbox<Letter> {
  private var letters: [Letter] = []
  private var waiter: CheckedContinuation<Void, Never>?

  /// Whether nothing waits to be taken.
  var isEmpty: Bool { letters.isEmpty }

  /// Puts something in.
  func put(_ letter: Letter) {
    letters.append(letter)
    waiter?.resume()
    waiter = nil
  }

  /// Takes everything out; waits until there is something.
  func take() async -> [Letter] {
    if letters.isEmpty { await withCheckedContinuation { waiter = $0 } }
    defer { letters = [] }
    return letters
  }
}
