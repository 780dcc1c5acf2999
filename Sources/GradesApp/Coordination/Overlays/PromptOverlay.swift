import GradesLocalization
import Terminal

/// Asks for one line of text.
@MainActor
final class PromptOverlay: Overlay {
  private let title: Sentence
  private let explanation: [Sentence]
  private let problem: @MainActor (String) -> Sentence?
  private let accepting: @MainActor (String) -> Response
  private let cancelling: @MainActor () -> Response
  private var field: TextField
  /// What the field began with, and how it shows that: on one line.
  private let initial: (text: String, shown: String)
  /// The mistake in the text, shown when the user tries to accept it.
  private var complaint: Sentence?

  /// Makes a prompt.
  ///
  /// - Parameters:
  ///   - text: what the field begins with; the first key replaces it.
  ///   - complains: whether the mistake is shown at once.
  ///   - problem: what is wrong with a text; nil: nothing.
  ///   - accepting: what follows with the text.
  ///   - cancelling: what follows without one.
  init(
    _ title: Sentence, explanation: [Sentence] = [], text: String = "", complains: Bool = false,
    problem: @escaping @MainActor (String) -> Sentence? = { _ in nil },
    cancelling: @escaping @MainActor () -> Response = { .done },
    accepting: @escaping @MainActor (String) -> Response
  ) {
    self.title = title
    self.explanation = explanation
    self.problem = problem
    self.accepting = accepting
    self.cancelling = cancelling
    let field = TextField(text, isSelected: true)
    self.field = field
    initial = (text, field.text)
    complaint = complains ? problem(text) : nil
  }

  var hasTypedText: Bool { field.text != initial.shown }

  /// Without its first letters a text would be another one; the key that accepts it has to be seen first.
  func takes(typedAhead input: Input) -> Bool {
    if case .key(let key) = input { key.text != nil || key == .escape } else { false }
  }

  /// What a typed text stands for: one that was not changed keeps its line breaks.
  private func meant(_ typed: String) -> String {
    typed == initial.shown ? initial.text : typed
  }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    switch input {
    case .key(.escape): return .close(cancelling())
    case .key(.enter):
      let text = meant(field.text)
      complaint = problem(text)
      guard complaint != nil else { return .close(accepting(text)) }
      // As in a cell: the next key replaces what was rejected.
      field = TextField(field.text, isSelected: true)
    case .key(let key):
      if field.handle(key) { complaint = nil }
    case .paste(let text):
      field.insert(text)
      complaint = nil
    case .mouse, .resize, .resumed, .ended: break
    }
    return .stay
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    [ShownKey([.enter], .keyAccept), ShownKey([.escape], .keyCancel)]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let strings = words.strings
    var lines = explanation.map { StyledText($0.text(strings)) }
    if let complaint { lines.append(StyledText(complaint.text(strings), .bad)) }
    let box = DialogBox(
      title: StyledText(title.text(strings), .heading), lines: lines, contentRows: 1,
      width: 60)
    let content = box.draw(in: rect, of: &frame)
    field.draw(in: content, of: &frame, showsCursor: true)
  }
}
