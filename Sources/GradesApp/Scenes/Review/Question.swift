import GradesLocalization

/// A question that is answered with a letter.
struct Question<Answer: Sendable>: Sendable {
  /// One of the answers.
  struct Choice: Sendable {
    let letter: Message
    let answer: Answer
    /// A whole word that means the same.
    var word: Message?

    init(_ letter: Message, _ answer: Answer, word: Message? = nil) {
      self.letter = letter
      self.answer = answer
      self.word = word
    }
  }

  /// The question with its letters.
  let text: String
  let choices: [Choice]

  /// What a typed line means; nil when it means nothing.
  func answer(to line: String, _ strings: Strings) -> Answer? {
    let typed = line.lowercased().filter { !$0.isWhitespace }
    return choices.first { choice in
      typed == strings(choice.letter) || choice.word.map { typed == strings($0) } ?? false
    }?.answer
  }
}

extension Context {
  /// Asks until the answer is one of the letters; nil at the end of the input.
  func ask<Answer>(
    _ question: Question<Answer>, orUse flag: String
  ) async throws -> Answer? {
    while let line = try await printer.ask(question.text, orUse: flag) {
      if let answer = question.answer(to: line, strings) { return answer }
      printer.notice(strings(.reviewAnswerUnknown))
    }
    return nil
  }
}
