@testable import GradesLocalization

/// A table as it stands in the program.
struct StringsSource {
  let language: Language

  /// The keys in the order of the table.
  let keys: [String]
  private let texts: [String: String]

  init(_ language: Language) {
    self.language = language
    let table = StringsTable(Strings.tableBytes(language))
    keys = table.entries.map(table.key)
    texts = Dictionary(zip(keys, table.entries.map(table.text))) { _, last in last }
  }

  subscript(key: String) -> String? { texts[key] }

  func forms(of message: Message) -> [(key: String, text: String)] {
    ([message.key] + PluralForm.allCases.map { "\(message.key)#\($0.rawValue)" })
      .compactMap { key in texts[key].map { (key, $0) } }
  }
}
