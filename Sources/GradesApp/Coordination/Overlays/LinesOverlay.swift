import Terminal

/// Lines to read over the whole scene, such as a report; Enter and Escape close it.
@MainActor
final class LinesOverlay: Overlay {
  private let text: @MainActor (_ width: Int, SceneWords) -> [StyledText]
  private var scroll = TextScroll()
  /// The lines, made once for each width.
  private var drawn: (width: Int, lines: [StyledText])?

  /// Makes an overlay of lines, each of which fits the width.
  init(_ text: @escaping @MainActor (_ width: Int, SceneWords) -> [StyledText]) { self.text = text }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    switch input {
    case .key(.escape), .key(.enter), .key(.character("q")): return .close(.done)
    case .key(let key):
      if let movement = Movement.bindings.first(where: { $0.keys.contains(key) })?.action {
        scroll.take(movement)
      }
    case .mouse(let mouse):
      switch mouse.action {
      case .scrollUp: scroll.take(.up)
      case .scrollDown: scroll.take(.down)
      case .press, .release, .drag: break
      }
    case .paste, .resize, .resumed, .ended: break
    }
    return .stay
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    // How long it is, is known after the first frame.
    (drawn != nil && scroll.isWhole ? [] : [ShownKey([.up, .down], .keyMove)]) + [
      ShownKey([.escape], .keyClose)
    ]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    frame.fill(rect)
    frame.cursor = nil
    let inner = rect.inset(left: 1, right: 1)
    let lines = lines(width: inner.columns, words)
    scroll.fit(lineCount: lines.count, rows: inner.rows)
    frame.write(Array(lines[scroll.visible]), in: inner)
  }

  private func lines(width: Int, _ words: SceneWords) -> [StyledText] {
    if let drawn, drawn.width == width { return drawn.lines }
    let lines = text(width, words)
    drawn = (width, lines)
    return lines
  }
}
