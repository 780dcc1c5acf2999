import GradesLocalization
import Terminal

/// A text to read over the scene, of any length; Enter and Escape close it. A letter may answer a question
/// about it; Enter does not.
@MainActor
final class ReadingOverlay: Overlay {
  /// The title of a box; nil where the text takes the whole scene.
  private let title: (@MainActor (SceneWords) -> StyledText)?
  private let text: @MainActor (_ width: Int, SceneWords) -> [StyledText]
  private var scroll = TextScroll()
  /// The lines of a whole scene, made once for each width.
  private var drawn: (width: Int, lines: [StyledText])?

  private let width: Int
  private let question: (text: Message, choice: QuestionOverlay.Choice)?

  /// Makes a text in a box, in which it is wrapped.
  init(
    title: @escaping @MainActor (SceneWords) -> StyledText,
    text: @escaping @MainActor (SceneWords) -> [StyledText]
  ) {
    self.title = title
    self.text = { width, words in text(words).flatMap { $0.wrapped(to: width) } }
    (width, question) = (60, nil)
  }

  /// Makes lines in a box of a width, and a question that a letter answers.
  init(
    _ title: Message, width: Int, question: Message, choice: QuestionOverlay.Choice,
    text: @escaping @MainActor (_ width: Int, SceneWords) -> [StyledText]
  ) {
    self.title = { StyledText($0.strings(title), .heading) }
    (self.text, self.width, self.question) = (text, width, (question, choice))
  }

  /// Makes lines over the whole scene, such as a report, each of which fits the width.
  init(_ text: @escaping @MainActor (_ width: Int, SceneWords) -> [StyledText]) {
    (title, question, width) = (nil, nil, 0)
    self.text = text
  }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    switch input {
    case .key(.escape): return .close(.done)
    case .key(.enter) where question == nil: return .close(.done)
    case .key(.character("q")) where title == nil || question != nil: return .close(.done)
    case .key(let key):
      if let choice = question?.choice, key.text?.lowercased() == words.strings(choice.letter) {
        return .close(choice.response())
      }
      if let movement = Movement(reading: key) { scroll.take(movement) }
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
    let move = isWhole ? [] : [ShownKey([.up, .down], .keyMove)]
    guard let choice = question?.choice else { return move + [ShownKey([.escape], .keyClose)] }
    return [ShownKey(words.strings(choice.letter).prefix(1).map(Key.character), choice.label)]
      + move + [ShownKey([.escape], .keyCancel)]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    var inner = rect.inset(left: 1, right: 1)
    let lines: [StyledText]
    if let title {
      lines = text(max(1, min(width, rect.columns - 4)), words)
      let note = question.map { StyledText(words.strings($0.text), .accent) } ?? ""
      let box = DialogBox(
        title: title(words), note: note, contentRows: lines.count, width: width)
      inner = box.draw(in: rect, of: &frame)
    } else {
      frame.fill(rect)
      frame.cursor = nil
      if drawn?.width != inner.columns { drawn = (inner.columns, text(inner.columns, words)) }
      lines = drawn?.lines ?? []
    }
    scroll.fit(lineCount: lines.count, rows: inner.rows)
    scroll.draw(lines, in: inner, of: &frame)
  }
}
