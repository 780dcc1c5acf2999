/// Collects what happens while the app does something else, and hands all of it over at once.
@MainActor
final class EventQueue<Event> {
  private var events: [Event] = []
  private var waiter: CheckedContinuation<Void, Never>?

  var isEmpty: Bool { events.isEmpty }

  func put(_ event: Event) {
    events.append(event)
    waiter?.resume()
    waiter = nil
  }

  /// Takes everything out; waits until there is something.
  func take() async -> [Event] {
    if events.isEmpty { await withCheckedContinuation { waiter = $0 } }
    defer { events = [] }
    return events
  }
}
