import Terminal

/// A text to read over the scene, of any length; Enter and Escape close it.
@MainActor
final class ReadingOverlay: Overlay {
  /// The title of a box; nil where the text takes the whole scene.
  private let title: (@MainActor (SceneWords) -> StyledText)?
  private let text: @MainActor (_ width: Int, SceneWords) -> [StyledText]
  private var scroll = TextScroll()
  /// The lines of a whole scene, made once for each width.
  private var drawn: (width: Int, lines: [StyledText])?

  private static let width = 60

  /// Makes a text in a box, in which it is wrapped.
  init(
    title: @escaping @MainActor (SceneWords) -> StyledText,
    text: @escaping @MainActor (SceneWords) -> [StyledText]
  ) {
    self.title = title
    self.text = { width, words in text(words).flatMap { $0.wrapped(to: width) } }
  }

  /// Makes lines over the whole scene, such as a report, each of which fits the width.
  init(_ text: @escaping @MainActor (_ width: Int, SceneWords) -> [StyledText]) {
    title = nil
    self.text = text
  }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    switch input {
    case .key(.escape), .key(.enter): return .close(.done)
    case .key(.character("q")) where title == nil: return .close(.done)
    case .key(let key):
      if let movement = Movement(key) {
        scroll.take(movement)
      }
    case .mouse(let mouse):
      if mouse.action == .scrollUp { scroll.take(.up) }
      if mouse.action == .scrollDown { scroll.take(.down) }
    case .paste, .resize, .resumed, .ended: break
    }
    return .stay
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    // How long lines of a whole scene are, is known after the first frame.
    let isWhole = scroll.isWhole && (title != nil || drawn != nil)
    return (isWhole ? [] : [ShownKey([.up, .down], .keyMove)]) + [ShownKey([.escape], .keyClose)]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    var inner = rect.inset(left: 1, right: 1)
    let lines: [StyledText]
    if let title {
      lines = text(max(1, min(Self.width, rect.columns - 4)), words)
      let box = DialogBox(title: title(words), contentRows: lines.count, width: Self.width)
      inner = box.draw(in: rect, of: &frame)
    } else {
      frame.fill(rect)
      frame.cursor = nil
      if drawn?.width != inner.columns { drawn = (inner.columns, text(inner.columns, words)) }
      lines = drawn?.lines ?? []
    }
    scroll.fit(lineCount: lines.count, rows: inner.rows)
    frame.write(Array(lines[scroll.visible]), in: inner)
  }
}
