import Testing

@testable import GradesLocalization

@Suite("The tables of sentences")
struct TablesTests {
  private let czech: StringsSource
  private let english: StringsSource

  init() {
    czech = StringsSource(.czech)
    english = StringsSource(.english)
  }

  @Test("A table has nothing but entries, comments and empty lines")
  func format() {
    for language in [Language.czech, .english] {
      let bytes = Strings.tableBytes(language)
      let table = StringsTable(bytes)
      var rest = ""
      var end = 0
      for entry in table.entries {
        #expect(bytes[entry.key.upperBound..<entry.text.lowerBound].elementsEqual("\" = \"".utf8))
        rest += String(decoding: bytes[end..<entry.key.lowerBound - 1], as: UTF8.self)
        end = entry.text.upperBound + 2
      }
      rest += String(decoding: bytes[end...], as: UTF8.self)
      let others = rest.split(separator: "\n").filter { !$0.hasPrefix("//") }
      #expect(others == [], "\(language)")
    }
  }

  @Test("Escapes are replaced, and a program whose table is broken still says what it means")
  func reading() {
    let table = StringsTable(Array("// a\n\"a\" = \"q\\\"b\\\\n\\nx\ny\";\n\"k\" = \"".utf8))
    #expect(table.entries.map(table.key) == ["a"])
    #expect(table.entries.map(table.text) == ["q\"b\\n\nx\ny"])
    #expect(Strings(.czech, Array("broken".utf8))(.settingsTitle) == "settingsTitle")
  }

  /// Messages whose count may be a fraction, so that Czech needs a fourth form.
  private static let fractions: Set<Message> = [
    .coursePoints, .coursePoints, .studyCredits, .studyCreditsAtLeast,
  ]

  @Test("Both tables parse and hold the messages in their order")
  func sameKeys() {
    let expected = Message.allCases.map(\.key)
    for source in [czech, english] {
      var messages: [String] = []
      for key in source.keys {
        let message = String(key.prefix { $0 != "#" })
        if messages.last != message { messages.append(message) }
      }
      #expect(messages == expected, "\(source.language)")
      #expect(Set(source.keys).count == source.keys.count, "\(source.language)")
    }
  }

  @Test("Each message says its own text, in each form")
  func ownTexts() {
    for source in [czech, english] {
      let strings = Strings.load(source.language)
      let counts: [PluralForm: Argument] = [.one: 1, .few: 2, .many: .number(1.5), .other: 7]
      for (position, message) in Message.allCases.enumerated() {
        #expect(message.position == position)
        for (key, text) in source.forms(of: message) {
          let form = key.split(separator: "#").dropFirst().first.flatMap {
            PluralForm(rawValue: "\($0)")
          }
          let count = form.flatMap { counts[$0] }
          let expected = count.map { text.replacing("{count}", with: $0.text(strings)) }
          #expect(strings(message, count.map { [.count: $0] } ?? [:]) == expected ?? text, "\(key)")
        }
      }
    }
  }

  @Test("A counted message has every plural form of its language, others have none")
  func pluralForms() {
    for source in [czech, english] {
      let keys = Dictionary(grouping: source.keys) { String($0.prefix { $0 != "#" }) }
      for message in Message.allCases {
        let forms = (keys[message.key] ?? []).map { String($0.dropFirst(message.key.count + 1)) }
        let isCounted = forms.contains {
          source[$0.isEmpty ? message.key : "\(message.key)#\($0)"]?.contains("{count}")
            ?? false
        }
        let expected =
          switch (isCounted, source.language) {
          case (false, _): [""]
          case (true, .english): ["one", "other"]
          case (true, .czech):
            Self.fractions.contains(message)
              ? ["one", "few", "many", "other"] : ["one", "few", "other"]
          }
        #expect(forms == expected, "\(source.language) \(message.key)")
      }
    }
  }

  @Test("Every form in both languages has the same known placeholders")
  func placeholders() {
    let known = Set(Placeholder.allCases.map(\.rawValue))
    for message in Message.allCases {
      var sets: Set<Set<String>> = []
      for source in [czech, english] {
        for (_, text) in source.forms(of: message) { sets.insert(placeholders(in: text)) }
      }
      #expect(sets.count == 1, "\(message.key): \(sets)")
      #expect(sets.allSatisfy { known.isSuperset(of: $0) }, "\(message.key)")
    }
  }

  @Test("Every placeholder is used by a message")
  func noSuperfluousPlaceholder() {
    let used = Message.allCases.reduce(into: Set<String>()) { used, message in
      for (_, text) in english.forms(of: message) {
        used.formUnion(placeholders(in: text))
      }
    }
    #expect(Set(Placeholder.allCases.map(\.rawValue)).subtracting(used) == [])
  }

  @Test("Prose is set with typographic signs and without space around it")
  func typography() {
    for source in [czech, english] {
      for message in Message.allCases {
        for (key, whole) in source.forms(of: message) {
          let text = Self.parts(of: whole, message).prose
          let context = "\(source.language) \(key): \(text)"
          #expect(!text.isEmpty, "\(context)")
          #expect(!text.contains { $0 == "\"" || $0 == "'" || $0 == "`" }, "\(context)")
          #expect(!text.contains("..."), "\(context)")
          #expect(!text.contains(" - "), "\(context)")
          #expect(!text.contains("  "), "\(context)")
          #expect(text.first?.isWhitespace == false, "\(context)")
          #expect(text.last?.isWhitespace == false, "\(context)")
          let quotes = text.filter { "„“”".contains($0) }
          let pair = source.language == .czech ? "„“" : "“”"
          #expect(
            quotes.isEmpty || quotes == String(repeating: pair, count: quotes.count / 2),
            "\(context)"
          )
        }
      }
    }
  }

  @Test("Czech keeps one-letter prepositions and conjunctions at their word")
  func czechNoBreakSpaces() {
    for message in Message.allCases {
      for (key, text) in czech.forms(of: message) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).dropLast()
        for word in words {
          let last = word.split(whereSeparator: { $0 == "\u{A0}" || $0 == "(" }).last ?? ""
          #expect(!"aikosuvzAIKOSUVZ".contains(where: { String($0) == last }), "\(key): \(text)")
        }
      }
    }
  }

  @Test("Commands have the same examples in both languages")
  func examples() {
    for message in Message.allCases {
      let examples = [czech, english].map { source in
        Self.parts(of: source[message.key] ?? "", message).examples
      }
      #expect(examples[0] == examples[1], "\(message.key)")
    }
  }

  /// The examples in the text of a command, which are typed as they are, and the rest of it.
  private static func parts(
    of text: String, _ message: Message
  ) -> (examples: [Substring], prose: String) {
    guard message.key.hasPrefix("help") else { return ([], text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let examples = lines.dropFirst().prefix { !$0.isEmpty }
    return (
      Array(examples), (lines.prefix(1) + lines[examples.endIndex...]).joined(separator: "\n")
    )
  }

  private func placeholders(in text: String) -> Set<String> {
    Set(
      text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { part in
        String(part.prefix { $0 != "}" })
      })
  }
}
