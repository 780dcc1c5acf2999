import Terminal

/// A question or a text over a scene, which receives all keys while it is open.
@MainActor
protocol Overlay: AnyObject {
  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep
  func keys(_ words: SceneWords) -> [ShownKey]
  /// Draws itself over what is there; the rect is the scene's.
  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords)
  /// Whether it is still relevant; one that is not closes by itself.
  var isOpen: Bool { get }
  var hasTypedText: Bool { get }
  /// Whether it takes an input that arrived before it was seen. It is no answer to a question, but may close it.
  func takes(typedAhead input: Input) -> Bool
}

extension Overlay {
  var isOpen: Bool { true }
  var hasTypedText: Bool { false }
  func takes(typedAhead input: Input) -> Bool { input == .key(.escape) }
}

@MainActor
enum OverlayStep {
  case stay
  case perform(Response)
  case close(Response)
}
