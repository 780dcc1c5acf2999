import Observation
import Terminal

/// One screen of the app: what it has, its keys, and what it shows. What scenes have in common is in its extension;
/// ``ListViewModel`` has what lists have in common.
@MainActor
protocol SceneViewModel: Screen, Observable {
  /// All keys that the scene can have, for the help and the documents.
  nonisolated static var keys: [Binding<Self>] { get }

  /// The keys in the present state; the first that fits does.
  var bindings: [Binding<Self>] { get }

  /// What a text would do that no key is bound to; nil: nothing.
  func typing(_ text: String) -> (@MainActor () -> Response)?

  /// What a pasted text does; nil: nothing. By default it is typed.
  func paste(_ text: String) -> Response?

  /// What a key does that is not bound, where a text field has the cursor; nil: nothing.
  func edit(_ key: Key) -> Response?

  /// Whether the wheel of the mouse moves the focus: not where that would take what is being written.
  var scrolls: Bool { get }

  /// What a click on a cell of the scene does; nil: nothing.
  func click(_ position: Position, _ words: SceneWords) -> Response?
}

extension SceneViewModel {
  var bindings: [Binding<Self>] { Self.keys.filter { $0.isOffered(self) } }
  func typing(_ text: String) -> (@MainActor () -> Response)? { nil }
  func paste(_ text: String) -> Response? { typing(text)?() }
  func edit(_ key: Key) -> Response? { nil }
  var scrolls: Bool { true }
  func click(_ position: Position, _ words: SceneWords) -> Response? { nil }

  func begin() -> Response { .done }
  func reappear() async throws {}
  func finish() async {}
  func questionBefore(_ leaving: Response) -> (any Overlay)? { nil }
  func takesText(_ words: SceneWords) -> Bool { false }

  func handle(_ input: Input, _ words: SceneWords) -> Response? {
    switch input {
    case .key(let key):
      if let binding = bindings.first(where: { $0.keys.contains(key) }) {
        return binding.perform(on: self)
      }
      return key.text.flatMap(typing)?() ?? edit(key)
    case .paste(let text): return paste(text)
    case .mouse(let mouse):
      switch mouse.action {
      case .scrollUp where !scrolls, .scrollDown where !scrolls: return .done
      case .scrollUp: return handle(.key(.up), words)
      case .scrollDown: return handle(.key(.down), words)
      case .press: return click(mouse.position, words)
      case .release, .drag: return nil
      }
    case .resize, .resumed, .ended: return nil
    }
  }

  func writes(_ key: Key, _ words: SceneWords) -> Bool { key.text.flatMap(typing) != nil }

  func hasKey(_ key: Key) -> Bool { Self.keys.contains { $0.keys.contains(key) } }

  func keys(_ words: SceneWords) -> [ShownKey] {
    bindings.compactMap { $0.shown(in: self) }.withCommandMenu
  }

  func menu(_ words: SceneWords) -> [CommandMenu.Entry] {
    bindings.compactMap { $0.menuEntry(in: self) }
  }
}
