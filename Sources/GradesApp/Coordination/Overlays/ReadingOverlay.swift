import GradesLocalization
import Terminal

/// A text to read over the scene, of any length; Enter and Escape close it.
@MainActor
final class ReadingOverlay: Overlay {
  private let title: @MainActor (SceneWords) -> StyledText
  private let text: @MainActor (SceneWords) -> [StyledText]
  private var scroll = TextScroll()

  /// Makes a text, which is wrapped to the window.
  init(
    title: @escaping @MainActor (SceneWords) -> StyledText,
    text: @escaping @MainActor (SceneWords) -> [StyledText]
  ) {
    self.title = title
    self.text = text
  }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    guard case .key(let key) = input else { return .stay }
    if key == .escape || key == .enter { return .close(.done) }
    if let movement = Movement.bindings.first(where: { $0.keys.contains(key) })?.action {
      scroll.take(movement)
    }
    return .stay
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    (scroll.isWhole ? [] : [ShownKey([.up, .down], .keyMove)]) + [ShownKey([.escape], .keyClose)]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let width = 60
    let lines = text(words).flatMap { $0.wrapped(to: max(1, min(width, rect.columns - 4))) }
    let box = DialogBox(title: title(words), contentRows: lines.count, width: width)
    let content = box.draw(in: rect, of: &frame)
    scroll.fit(lineCount: lines.count, rows: content.rows)
    frame.write(Array(lines[scroll.visible]), in: content)
  }
}
