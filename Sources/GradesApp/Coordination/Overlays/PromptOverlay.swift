import GradesLocalization
import Terminal

/// Asks for a text of one line, or of several. The latter can be completed from texts that are in use, and written in
/// the user's editor.
@MainActor
final class PromptOverlay: Overlay {
  private let title: Sentence
  private let explanation: [Sentence]
  private let hasLines: Bool
  private let isSecret: Bool
  private let suggestions: [String]
  private let problem: @MainActor (String) -> Sentence?
  private let accepting: @MainActor (String) -> Response
  private let cancelling: @MainActor () -> Response
  private var field: TextField
  /// What the field began with, and how it shows that: without what a terminal or a line cannot.
  private let initial: (text: String, shown: String)
  /// The mistake in the text, shown when the user tries to accept it.
  private var complaint: Sentence?
  /// What the suggestions are looked for with while they are taken one after the other.
  private var completion: (query: String, index: Int)?

  private static let shownSuggestions = 4
  private var width: Int { hasLines ? 64 : 60 }

  /// - Parameters:
  ///   - text: what the field begins with; where it is selected, the first key replaces it.
  ///   - suggestions: texts to complete from, the most likely first.
  ///   - isSecret: whether only the number of characters is seen.
  ///   - complains: whether the mistake is shown at once.
  ///   - problem: what is wrong with a text; nil: nothing.
  init(
    _ title: Sentence, explanation: [Sentence] = [], text: String = "", hasLines: Bool = false,
    isSecret: Bool = false, isSelected: Bool = true, suggestions: [String] = [],
    complains: Bool = false,
    problem: @escaping @MainActor (String) -> Sentence? = { _ in nil },
    cancelling: @escaping @MainActor () -> Response = { .done },
    accepting: @escaping @MainActor (String) -> Response
  ) {
    self.title = title
    self.explanation = explanation
    self.hasLines = hasLines
    self.isSecret = isSecret
    self.suggestions = suggestions
    self.problem = problem
    self.accepting = accepting
    self.cancelling = cancelling
    let field = TextField(text, isSelected: isSelected, hasLines: hasLines)
    self.field = field
    initial = (text, field.text)
    complaint = complains ? problem(text) : nil
  }

  var hasTypedText: Bool { field.text != initial.shown }

  /// Without its first letters a text would be another one; the key that accepts a line has to be seen first.
  func takes(typedAhead input: Input) -> Bool {
    if hasLines { return true }
    return if case .key(let key) = input { key.text != nil || key == .escape } else { false }
  }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    switch input {
    case .key(.escape): return .close(cancelling())
    case .key(.enter):
      // What was not changed stays as it was.
      let text = field.text == initial.shown ? initial.text : field.text
      complaint = problem(text)
      guard complaint != nil else { return .close(accepting(text)) }
      // As in a cell: the next key replaces what was rejected.
      field = TextField(field.text, isSelected: true, hasLines: hasLines)
    case .key(.tab) where hasLines: complete(by: 1)
    case .key(.backTab) where hasLines: complete(by: -1)
    case .key(.control("e")) where hasLines:
      return .perform(
        .edit(field.text) { [weak self] text in
          self?.completion = nil
          self?.field = TextField(text, hasLines: true)
        })
    case .key(let key):
      if field.handle(key) { (completion, complaint) = (nil, nil) }
    case .paste(let text):
      field.insert(text)
      (completion, complaint) = (nil, nil)
    case .mouse, .resize, .resumed, .ended: break
    }
    return .stay
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    guard hasLines else {
      return [ShownKey([.enter], .keyAccept), ShownKey([.escape], .keyCancel)]
    }
    return [ShownKey([.enter], .keyAccept)]
      + (matching.isEmpty ? [] : [ShownKey([.tab], .keyComplete)]) + [
        ShownKey([.escape], .keyCancel), ShownKey([Key(.enter, .alt)], .keyNewLine, in: .footer),
        ShownKey([.control("e")], .keyEditor, in: .footer),
      ]
  }

  private var query: String { completion?.query ?? (field.isSelected ? "" : field.text) }

  private var matching: [String] {
    let query = query
    let search = SearchQuery(query)
    return suggestions.filter { $0 != query && search.matches([$0]) }
  }

  private func complete(by step: Int) {
    let matching = matching
    guard !matching.isEmpty else { return }
    let index = completion.map { $0.index + step } ?? (step > 0 ? 0 : -1)
    let taken = (index % matching.count + matching.count) % matching.count
    completion = (query, taken)
    field = TextField(matching[taken], hasLines: true)
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let title = StyledText(title.text(words.strings), .heading)
    if hasLines { return drawLines(title, in: rect, of: &frame) }
    var lines = explanation.map { StyledText($0.text(words.strings)) }
    if let complaint { lines.append(StyledText(complaint.text(words.strings), .bad)) }
    let box = DialogBox(title: title, lines: lines, contentRows: 1, width: width)
    let shown = isSecret ? TextField(String(repeating: "•", count: field.text.count)) : field
    shown.draw(in: box.draw(in: rect, of: &frame), of: &frame, showsCursor: true)
  }

  private func drawLines(_ title: StyledText, in rect: Rect, of frame: inout Frame) {
    let matching = matching
    let first = completion.map { max(0, $0.index - Self.shownSuggestions + 1) } ?? 0
    let shown = matching.dropFirst(first).prefix(Self.shownSuggestions)
    let inner = min(width, rect.columns - 4)
    let wanted = min(max(field.rowCount(width: inner), shown.isEmpty ? 3 : 1), 12)
    let listRows = shown.isEmpty ? 0 : shown.count + 1
    let box = DialogBox(title: title, contentRows: wanted + listRows, width: width)
    let content = box.draw(in: rect, of: &frame)
    // In a low window the text matters, not what it could be.
    let below = content.rows > wanted + 1 ? min(listRows, content.rows - wanted) : 0
    field.drawLines(in: content.inset(bottom: below), of: &frame)
    guard below > 1 else { return }
    let lines = shown.indices.map { index in
      let isTaken = completion?.index == index
      let line = SafeText.singleLine(matching[index])
      return StyledText(isTaken ? "▌" : " ", .accent)
        + StyledText(line, isTaken ? .plain : .quiet).truncated(to: content.columns - 1)
    }
    frame.write(lines, in: content.inset(top: content.rows - below + 1))
  }
}
