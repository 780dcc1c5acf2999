import Testing

@testable import GradesLocalization

/// The rules of the texts that a test can keep (Product rules, Texts).
@Suite("The rules of texts")
struct TextRulesTests {
  private struct Text: CustomStringConvertible {
    let language: Language
    let key: String
    let text: String

    var description: String { "\(language) \(key): \(text)" }

    /// Whether the key is a group's name followed by a capital letter.
    func belongs(to group: String) -> Bool {
      key.hasPrefix(group) && key.dropFirst(group.count).first?.isUppercase == true
    }
  }

  private let texts: [Text]

  init() {
    texts = [Language.czech, .english].flatMap { language in
      let source = StringsSource(language)
      return Message.allCases.flatMap { message in
        source.forms(of: message).map { Text(language: language, key: $0.key, text: $0.text) }
      }
    }
  }

  @Test("Empty states are phrases: no sentence begins with “There is no”")
  func emptyStates() {
    for text in texts where text.language == .english {
      for opening in ["There is no", "There are no", "There is not", "There was no"] {
        #expect(
          !text.text.hasPrefix(opening) && !text.text.contains(". \(opening)"), "\(text)")
      }
    }
  }

  /// A word that the interface has another one for, and the texts that are right with it.
  private static let avoided:
    [(language: Language, word: String, instead: String, but: Set<String>)] = [
      (.english, "sign in", "log in", []), (.english, "signed in", "logged in", []),
      (.english, "silently", "without notifying", []),
      (
        .english, "refuse", "reject",
        [
          "errorUnreachableRefused"
        ]
      ),
      (.english, "the answer", "response", []), (.english, "scene", "screen", []),
      (.english, "leave out", "skip", []), (.english, "deliver", "publish", []),
      (.english, "somebody", "someone", []), (.english, "whoever", "a noun", []),
      (.english, "the service knows", "Grades has", []),
      (.english, "course credit", "assessment", []),
      (.english, "Id ", "ID", []), (.english, "anew", "again", []), (.english, "told", "shown", []),
      (.czech, "kurz", "předmět", []), (.czech, "oznámení", "upozornění", []),
      (.czech, "cizí", "jejich", []), (.czech, "Zima ", "ZS", []), (.czech, "Léto ", "LS", []),
      (.czech, "scén", "obrazovka", []), (.czech, "tiše", "bez upozornění", []),
      (.czech, "služba říká", "podle služby", []), (.czech, "služba ví", "v Grades je", []),
      (.czech, "Id ", "ID", []), (.czech, "vyučující si", "vyučující", []),
    ]

  @Test("One word for one concept")
  func words() {
    for text in texts {
      for word in Self.avoided where word.language == text.language {
        guard !word.but.contains(text.key) else { continue }
        let forms = [word.word, word.word.prefix(1).uppercased() + word.word.dropFirst()]
        #expect(
          !forms.contains { " \(text.text) ".contains(" \($0)") },
          "\(text) – use “\(word.instead)”")
      }
    }
  }

  @Test("Sentences end with a full stop, a question mark, a colon or an ellipsis")
  func sentences() {
    let sentences = [
      "error", "usage", "argument", "option", "disabled", "exitStatus", "meaning", "variable",
      "progress",
    ]
    let fragments: Set = ["errorTitle", "errorBadRequestDetail"]
    for text in texts where sentences.contains(where: { text.belongs(to: $0) }) {
      guard !fragments.contains(text.key) else { continue }
      #expect(text.text.last.map { ".?!…:".contains($0) } == true, "\(text)")
    }
    for text in texts where text.key.hasPrefix("help") && text.key.hasSuffix("Discussion") {
      #expect(text.text.hasSuffix("."), "\(text)")
    }
  }

  @Test("Fragments in columns are lower case without a full stop")
  func fragments() {
    for text in texts
    where ["problem", "configReason", "file"].contains(where: { text.belongs(to: $0) }) {
      #expect(!text.text.hasSuffix("."), "\(text)")
      #expect(text.text.first?.isUppercase == false, "\(text)")
    }
  }

  @Test("Czech help is in the third person and addresses nobody in the singular")
  func czechHelp() {
    let singular = [" jsi ", " můžeš", " chceš", " tvoje", " tvůj", "Zkus ", " ses "]
    for text in texts where text.language == .czech {
      for word in singular { #expect(!text.text.contains(word), "\(text)") }
    }
  }

  @Test("Heads of columns leave room for what stands below them")
  func columnHeads() {
    let heads = texts.filter { $0.key.contains(#/Column[A-Z]/#) }
    #expect(!heads.isEmpty)
    for head in heads { #expect(head.text.count <= 14, "\(head)") }
  }
}
