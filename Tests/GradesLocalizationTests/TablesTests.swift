import Testing

@testable import GradesLocalization

@Suite("The tables of sentences")
struct TablesTests {
  private let czech: StringsSource
  private let english: StringsSource

  init() throws {
    czech = try StringsSource(.czech)
    english = try StringsSource(.english)
  }

  /// Messages whose count may be a fraction, so that Czech needs a fourth form.
  private static let fractions: Set<Message> = [.coursePoints]

  @Test("Both tables parse and hold the messages in their order")
  func sameKeys() {
    let expected = Message.allCases.map(\.rawValue)
    for source in [czech, english] {
      var messages: [String] = []
      for key in source.table.keys {
        let message = String(key.prefix { $0 != "#" })
        if messages.last != message { messages.append(message) }
      }
      #expect(messages == expected, "\(source.language)")
    }
  }

  @Test("A case is its key in camel case")
  func names() {
    for message in Message.allCases {
      let parts = message.rawValue.split(separator: ".")
      let name = parts.dropFirst().reduce(String(parts[0])) {
        $0 + $1.prefix(1).uppercased() + $1.dropFirst()
      }
      #expect("\(message)" == name)
    }
  }

  @Test("A counted message has every plural form of its language, others have none")
  func pluralForms() {
    for source in [czech, english] {
      let table = source.table
      for message in Message.allCases {
        let forms = table.keys.filter { $0.prefix { $0 != "#" } == message.rawValue }
          .map { String($0.dropFirst(message.rawValue.count + 1)) }
        let isCounted = forms.contains {
          table[$0.isEmpty ? message.rawValue : "\(message.rawValue)#\($0)"]?.contains("{count}")
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
        #expect(forms == expected, "\(source.language) \(message.rawValue)")
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
      #expect(sets.count == 1, "\(message.rawValue): \(sets)")
      #expect(sets.allSatisfy { known.isSuperset(of: $0) }, "\(message.rawValue)")
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
        for (key, text) in source.forms(of: message) {
          let place = "\(source.language) \(key): \(text)"
          #expect(!text.isEmpty, "\(place)")
          #expect(!text.contains { $0 == "\"" || $0 == "'" || $0 == "`" }, "\(place)")
          #expect(!text.contains("..."), "\(place)")
          #expect(!text.contains(" - "), "\(place)")
          #expect(!text.contains("  "), "\(place)")
          #expect(text.first?.isWhitespace == false, "\(place)")
          #expect(text.last?.isWhitespace == false, "\(place)")
          let quotes = text.filter { "„“”".contains($0) }
          let pair = source.language == .czech ? "„“" : "“”"
          #expect(
            quotes.isEmpty || quotes == String(repeating: pair, count: quotes.count / 2), "\(place)"
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

  private func placeholders(in text: String) -> Set<String> {
    Set(
      text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { part in
        String(part.prefix { $0 != "}" })
      })
  }
}

/// A table as it stands in the program.
private struct StringsSource {
  let language: Language

  let table: StringsTable

  init(_ language: Language) throws {
    self.language = language
    table = try StringsTable(
      parsing: language == .czech ? PackageResources.cs_strings : PackageResources.en_strings)
  }

  func forms(of message: Message) -> [(key: String, text: String)] {
    ([message.rawValue] + PluralForm.allCases.map { "\(message.rawValue)#\($0.rawValue)" })
      .compactMap { key in table[key].map { (key, $0) } }
  }
}
