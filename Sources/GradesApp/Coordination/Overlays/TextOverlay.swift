import GradesLocalization
import Terminal

/// Asks for a text of several lines. It can be completed from texts that are in use, and written in the
/// user's editor.
@MainActor
final class TextOverlay: Overlay {
  private let title: Sentence
  private let suggestions: [String]
  private let accepting: @MainActor (String) -> Response
  private var field: TextField
  /// What the field began with, and how it shows that: without what a terminal cannot.
  private let initial: (text: String, shown: String)
  /// What the suggestions are looked for with while they are taken one after the other.
  private var completion: (query: String, index: Int)?

  private static let shownSuggestions = 4
  private static let width = 64

  /// Makes a prompt.
  ///
  /// - Parameters:
  ///   - text: what the field begins with; the first key replaces it.
  ///   - suggestions: texts to complete from, the most likely first.
  ///   - accepting: what follows with the text.
  init(
    _ title: Sentence, text: String, isSelected: Bool = true, suggestions: [String] = [],
    accepting: @escaping @MainActor (String) -> Response
  ) {
    self.title = title
    self.suggestions = suggestions
    self.accepting = accepting
    let field = TextField(text, isSelected: isSelected, hasLines: true)
    self.field = field
    initial = (text, field.text)
  }

  func takes(typedAhead input: Input) -> Bool { true }
  var hasTypedText: Bool { field.text != initial.shown }

  /// What a typed text stands for: one that was not changed stays as it was.
  private func meant(_ typed: String) -> String { typed == initial.shown ? initial.text : typed }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    switch input {
    case .key(.escape): return .close(.done)
    case .key(.enter): return .close(accepting(meant(field.text)))
    case .key(.tab): complete(by: 1)
    case .key(.backTab): complete(by: -1)
    case .key(.control("e")):
      return .perform(
        .edit(field.text) { [weak self] text in
          self?.completion = nil
          self?.field = TextField(text, hasLines: true)
        })
    case .key(let key):
      if field.handle(key) { completion = nil }
    case .paste(let text):
      field.insert(text)
      completion = nil
    case .mouse, .resize, .resumed, .ended: break
    }
    return .stay
  }

  /// The suggestions that have what was typed.
  private var matching: [String] {
    let query = completion?.query ?? (field.isSelected ? "" : field.text)
    let search = SearchQuery(query)
    return suggestions.filter { $0 != query && search.matches([$0]) }
  }

  private func complete(by step: Int) {
    let matching = matching
    guard !matching.isEmpty else { return }
    let query = completion?.query ?? (field.isSelected ? "" : field.text)
    let index = completion.map { $0.index + step } ?? (step > 0 ? 0 : -1)
    let taken = (index % matching.count + matching.count) % matching.count
    completion = (query, taken)
    field = TextField(matching[taken], hasLines: true)
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    let complete = matching.isEmpty ? [] : [ShownKey([.tab], .keyComplete)]
    return [ShownKey([.enter], .keyAccept)] + complete + [
      ShownKey([.escape], .keyCancel), ShownKey([Key(.enter, .alt)], .keyNewLine, in: .footer),
      ShownKey([.control("e")], .keyEditor, in: .footer),
    ]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let matching = matching
    let first = completion.map { max(0, $0.index - Self.shownSuggestions + 1) } ?? 0
    let shown = matching.dropFirst(first).prefix(Self.shownSuggestions)
    let inner = min(Self.width, rect.columns - 4)
    let wanted = min(max(field.rowCount(width: inner), shown.isEmpty ? 3 : 1), 12)
    let listRows = shown.isEmpty ? 0 : shown.count + 1
    let box = DialogBox(
      title: StyledText(title.text(words.strings), .heading), contentRows: wanted + listRows,
      width: Self.width)
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
