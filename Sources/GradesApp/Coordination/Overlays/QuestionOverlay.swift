import GradesLocalization
import Terminal

/// A question with a few answers, each with a key of its own; Escape takes none of them.
///
/// The key that asked must not be the key that confirms (Product rules, Terminal app), so Enter
/// answers only where a choice names it.
@MainActor
final class QuestionOverlay: Overlay {
  struct Choice {
    /// The letter for it in the current language, as a message with one letter.
    var letter: Message
    var label: Message
    var response: @MainActor () -> Response
  }

  private let title: Sentence
  private let text: [Sentence]
  private let choices: [Choice]
  private let cancelling: @MainActor () -> Response
  private let condition: @MainActor () -> Bool
  private let needsEnter: Bool
  /// What was typed where Enter has to follow the letter.
  private var typed = ""

  /// Makes a question; `cancelling` follows when none of the answers is taken. It is asked only as long
  /// as the condition holds.
  ///
  /// - Parameter needsEnter: whether only the letter alone, followed by Enter, is an answer, because words may
  ///   be typed without looking at the screen.
  init(
    _ title: Sentence, text: [Sentence] = [], choices: [Choice], needsEnter: Bool = false,
    cancelling: @escaping @MainActor () -> Response = { .done },
    while condition: @escaping @MainActor () -> Bool = { true }
  ) {
    self.condition = condition
    self.title = title
    self.text = text
    self.choices = choices
    self.needsEnter = needsEnter
    self.cancelling = cancelling
  }

  /// What is asked before the app ends while a text or a value is being typed, which may be kept.
  static func beforeDropping(keeping choice: Choice? = nil) -> QuestionOverlay {
    QuestionOverlay(
      Sentence(.gridWritingTitle),
      choices: (choice.map { [$0] } ?? []) + [
        Choice(letter: .letterYes, label: .keyQuit) { .leave(.quit) },
        Choice(letter: .letterStay, label: .gridLeaveStay) { .done },
      ])
  }

  var isOpen: Bool { condition() }

  func handle(_ input: Input, _ words: SceneWords) -> OverlayStep {
    guard case .key(let key) = input else { return .stay }
    if key == .escape { return .close(cancelling()) }
    if needsEnter, key != .enter {
      typed = key == .backspace ? String(typed.dropLast()) : typed + (key.text?.lowercased() ?? "")
      return .stay
    }
    let answer = needsEnter ? typed : key.text?.lowercased()
    typed = ""
    guard let choice = choices.first(where: { words.strings($0.letter) == answer }) else {
      return .stay
    }
    return .close(choice.response())
  }

  func keys(_ words: SceneWords) -> [ShownKey] {
    choices.map { choice in
      ShownKey(
        words.strings(choice.letter).prefix(1).map(Key.character) + (needsEnter ? [.enter] : []),
        choice.label, in: .footer)
    } + [ShownKey([.escape], .keyCancel, in: .last)]
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    let strings = words.strings
    let text = needsEnter ? text + [Sentence(.questionNeedsEnter)] : text
    let lines = text.map { StyledText($0.text(strings)) }
    var answers = choices.map { choice in
      StyledText(strings(choice.letter), .accent) + "  " + StyledText(strings(choice.label))
    }
    if needsEnter { answers.append(StyledText("› " + typed)) }
    var box = DialogBox(
      title: StyledText(title.text(strings), .heading), lines: lines, contentRows: 1)
    // Where the window is low, the explanation gives way.
    answers = answers.flatMap { [box] in
      $0.wrapped(to: max(1, box.layout(in: rect).content.columns))
    }
    box.contentRows = answers.count
    frame.write(answers, in: box.draw(in: rect, of: &frame))
  }
}
