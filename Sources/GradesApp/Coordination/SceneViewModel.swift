import Observation
import Terminal

/// One screen of the app: what it has, its keys, and what it shows. What scenes have in common is in its extension;
/// ``ListViewModel`` has what lists have in common.
@MainActor
protocol SceneViewModel: AnyObject, Observable {
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

  func begin() -> Response

  /// Loads and follows what the scene shows, until it is cancelled.
  func appear() async throws

  /// Looks at what may have changed while another scene was visible.
  func reappear() async throws

  /// Handles an input; nil if the scene has no action for it.
  func handle(_ input: Input, _ words: SceneWords) -> Response?

  /// The question before the scene is left; nil when nothing would be left unfinished.
  func questionBefore(_ leaving: Response) -> (any Overlay)?

  /// Reads the drafts again after something has changed them; returns whether the service has other values.
  func draftsChanged() async -> Bool

  /// Whether drafts are shown, and none is being changed.
  var showsDrafts: Bool { get }

  func finish() async

  /// Says once what has happened beside the user's actions.
  func report() -> Response

  func takesText(_ words: SceneWords) -> Bool

  /// The question before Ctrl-C ends the app; nil when there is nothing to explain.
  var questionBeforeInterruption: (any Overlay)? { get }

  var isSending: Bool { get }

  /// The keys of the state, with the reasons for disabled ones.
  func keys(_ words: SceneWords) -> [ShownKey]

  func title(_ words: SceneWords) -> SceneTitle

  /// Brings what scrolls to where it is seen; the response loads what there is room for.
  func fit(in rect: Rect, _ words: SceneWords) -> Response

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords)
}

extension SceneViewModel {
  var bindings: [Binding<Self>] { Self.keys.filter { $0.isOffered(self) } }
  func typing(_ text: String) -> (@MainActor () -> Response)? { nil }
  func paste(_ text: String) -> Response? { typing(text)?() }
  func edit(_ key: Key) -> Response? { nil }
  var scrolls: Bool { true }
  func click(_ position: Position, _ words: SceneWords) -> Response? { nil }

  func draftsChanged() async -> Bool { false }
  var showsDrafts: Bool { false }
  func report() -> Response { .done }
  var questionBeforeInterruption: (any Overlay)? { nil }
  var isSending: Bool { false }
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

  /// Whether a key would be written into the scene.
  func writes(_ key: Key) -> Bool { key.text.flatMap(typing) != nil }

  /// Whether the scene has a key of its own in any state.
  func hasKey(_ key: Key) -> Bool { Self.keys.contains { $0.keys.contains(key) } }

  func keys(_ words: SceneWords) -> [ShownKey] {
    bindings.compactMap { $0.shown(in: self) }.withCommandMenu
  }

  var menu: [CommandMenu.Entry] { bindings.compactMap { $0.menuEntry(in: self) } }
}
