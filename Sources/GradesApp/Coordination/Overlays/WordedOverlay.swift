import Terminal

/// An overlay whose texts need the current language, which only the app has: it is made when it is
/// first shown.
@MainActor
final class WordedOverlay: Overlay {
  private let make: @MainActor (SceneWords) -> any Overlay
  private var made: (any Overlay)?

  /// Makes an overlay later.
  init(_ make: @escaping @MainActor (SceneWords) -> any Overlay) { self.make = make }

  var isOpen: Bool { made?.isOpen ?? true }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    overlay(words).handle(input, words)
  }

  func keys(_ words: SceneWords) -> [ShownKey] { overlay(words).keys(words) }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    overlay(words).draw(in: rect, of: &frame, words)
  }

  private func overlay(_ words: SceneWords) -> any Overlay {
    if let made { return made }
    let overlay = make(words)
    made = overlay
    return overlay
  }
}
