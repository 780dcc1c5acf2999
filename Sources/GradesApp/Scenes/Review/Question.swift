import GradesLocalization

/// A question that is answered with a letter.
struct Question<Answer: Sendable>: Sendable {
  struct Choice: Sendable {
    let letter: Message
    let answer: Answer
    var word: Message?
    var meaning: Message?

    init(_ letter: Message, _ answer: Answer, word: Message? = nil, meaning: Message? = nil) {
      self.letter = letter
      self.answer = answer
      self.word = word
      self.meaning = meaning ?? word
    }
  }

  let text: String
  let choices: [Choice]

  /// What a typed line means; nil when it means nothing.
  ///
  /// Letters and words of the other language are accepted as well, unless they mean something else in
  /// the language of the question.
  func answer(to line: String, _ strings: Strings) -> Answer? {
    let typed = line.lowercased().filter { !$0.isWhitespace }
    let others = Language.allCases.filter { $0 != strings.language }
    for strings in [strings] + others.map(Strings.load) {
      let choice = choices.first { choice in
        typed == strings(choice.letter) || choice.word.map { typed == strings($0) } ?? false
      }
      if let choice { return choice.answer }
    }
    return nil
  }

  func help(_ strings: Strings) -> [String] {
    choices.compactMap { choice in
      choice.meaning.map { "  \(strings(choice.letter))  \(strings($0))" }
    }
  }
}

extension Question where Answer == Bool {
  init(yesOrNo text: String) {
    self.init(
      text: text,
      choices: [.init(.letterYes, true, word: .wordYes), .init(.letterNo, false, word: .wordNo)])
  }
}

extension Context {
  /// Asks until the answer is one of the letters; nil at the end of the input. `?` explains the letters.
  func ask<Answer>(
    _ question: Question<Answer>, orUse flag: String
  ) async throws -> Answer? {
    while let line = try await printer.ask(question.text, orUse: flag) {
      if let answer = question.answer(to: line, strings) { return answer }
      if line.filter({ !$0.isWhitespace }) == "?" {
        question.help(strings).forEach(printer.notice)
      } else {
        notice(.reviewAnswerUnknown)
      }
    }
    return nil
  }
}
