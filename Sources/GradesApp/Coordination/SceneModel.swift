import Foundation
import GradesLocalization
import Observation
import Terminal

/// The view model of a scene that can be shown in the terminal app.
@MainActor
protocol SceneModel: AnyObject, Observable {
  associatedtype State: Equatable, Sendable
  associatedtype Action: Hashable, Sendable

  /// What the scene shows. Only the model changes it, and the view's fitting of it into the window.
  var state: State { get set }

  /// Called when the scene is opened, before anything is loaded.
  func begin() -> Response

  /// Loads what the scene shows, the stored first, and follows it as long as the scene is visible;
  /// also used for refreshing. Its errors are shown.
  func appear() async throws

  /// Called when the scene is visible again after another one, to update what may have changed
  /// there.
  func reappear() async throws

  /// Reads the drafts again after something else has changed them; returns whether the service has other values.
  func draftsChanged() async -> Bool

  /// Whether drafts are shown, and none is being changed.
  var showsDrafts: Bool { get }

  /// Called after the state was fitted into the window, which may show more than what is loaded.
  func fitted() -> Response

  /// Handles the action of a key.
  func handle(_ action: Action) -> Response

  /// The question before the scene is left; nil when nothing would be left unfinished. The answer that leaves
  /// responds with `leaving`.
  func questionBefore(_ leaving: Response) -> (any Overlay)?

  /// The question before Ctrl-C ends the app; nil when nothing has to be explained.
  var questionBeforeInterruption: (any Overlay)? { get }

  /// Whether something is on its way to the service, which matters more than what is being typed.
  var isSending: Bool { get }

  /// Waits for what must not be cut off when the scene ends, such as an edit on its way to the disk.
  func finish() async

  /// Says once what has happened beside the user's actions, such as what became of work in the background.
  /// After the scene was left and has finished, it is said in the next one.
  func report() -> Response
}

extension SceneModel {
  func begin() -> Response { .done }
  func fitted() -> Response { .done }
  func reappear() async throws {}
  func draftsChanged() async -> Bool { false }
  var showsDrafts: Bool { false }
  func questionBefore(_ leaving: Response) -> (any Overlay)? { nil }
  var questionBeforeInterruption: (any Overlay)? { nil }
  var isSending: Bool { false }
  func finish() async {}
  func report() -> Response { .done }
}

/// Draws a scene's state and defines its keys; pure, and made for each frame.
protocol SceneView: Sendable {
  associatedtype State
  associatedtype Action: Hashable & Sendable

  /// The language, the time zone and the time of what is drawn.
  var words: SceneWords { get }

  /// Makes the view in a language and a time zone.
  init(_ words: SceneWords)

  /// All keys that the scene can have, for the help and the documents.
  static var bindings: [KeyBinding<Action>] { get }

  /// The keys in a state; the first that fits does.
  func bindings(_ state: State) -> [KeyBinding<Action>]

  /// The reason why an action is disabled in a state; nil if it is enabled.
  func disabledReason(for action: Action, _ state: State) -> Message?

  /// Whether letters are text in a state, so that only the scene's own keys are commands.
  func takesText(_ state: State) -> Bool

  /// Whether the wheel of the mouse moves the focus in a state: not where that would take what is being
  /// written.
  func scrolls(_ state: State) -> Bool

  /// What a text does that no key is bound to.
  func typed(_ text: String, _ state: State) -> Action?

  /// What a pasted text does.
  func pasted(_ text: String, _ state: State) -> Action?

  /// What a key does that is not bound, where a text field has the cursor.
  func edited(_ key: Key, _ state: State) -> Action?

  /// What a click on a cell of the scene does.
  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action?

  /// The contents of the title bar.
  func title(_ state: State) -> SceneTitle

  /// Brings what scrolls to where it is seen.
  func fit(_ state: inout State, in rect: Rect)

  /// Draws the scene between the title bar and the footer.
  func draw(_ state: State, in rect: Rect, of frame: inout Frame)
}

extension SceneView {
  /// The texts in the language of the view.
  var strings: Strings { words.strings }

  func bindings(_ state: State) -> [KeyBinding<Action>] { Self.bindings }
  func disabledReason(for action: Action, _ state: State) -> Message? { nil }
  func takesText(_ state: State) -> Bool { false }
  func scrolls(_ state: State) -> Bool { true }
  func typed(_ text: String, _ state: State) -> Action? { nil }
  func pasted(_ text: String, _ state: State) -> Action? { typed(text, state) }
  func edited(_ key: Key, _ state: State) -> Action? { nil }
  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? { nil }
  func fit(_ state: inout State, in rect: Rect) {}
}

/// The contents of a scene's title bar.
struct SceneTitle: Equatable, Sendable {
  /// Where the user is, such as course and group.
  var leading: StyledText
  /// To how many cells that is cut before anything that holds for it goes; nil: nothing goes for it.
  var leastLeading: Int?
  /// What holds for it, the most important part last: it stays longest in a narrow window.
  var trailing: [StyledText]
  /// What must stay in sight, such as how much was changed; nothing if it is empty.
  var kept: StyledText
  /// The time of the shown data, if they are stale; nil if they are new.
  var staleSince: Date?

  /// Makes a title.
  init(
    _ leading: StyledText, leastLeading: Int? = nil, trailing: [StyledText] = [],
    kept: StyledText = "", staleSince: Date? = nil
  ) {
    self.leastLeading = leastLeading
    self.staleSince = staleSince
    self.leading = leading
    self.trailing = trailing
    self.kept = kept
  }
}
