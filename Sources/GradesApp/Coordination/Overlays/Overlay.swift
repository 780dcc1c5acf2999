import GradesLocalization
import Terminal

/// Something that is asked or shown over a scene, and takes all keys while it is there.
@MainActor
protocol Overlay: AnyObject {
  /// Does what an input asks for.
  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep
  /// The keys for the footer.
  func keys(_ words: SceneWords) -> [ShownKey]
  /// Draws itself over what is there; the rect is the scene's.
  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords)
  /// Whether it is still about something; one that is not goes away of itself.
  var isOpen: Bool { get }
  /// What it asks where nothing is drawn.
  func plain(_ words: SceneWords) -> PlainQuestion
}

extension Overlay {
  var isOpen: Bool { true }
}

/// What becomes of an overlay after an input.
@MainActor
enum OverlayStep {
  /// It stays.
  case stay
  /// It is done, and something follows.
  case close(Response)
}
