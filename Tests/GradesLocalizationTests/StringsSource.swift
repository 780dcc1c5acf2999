@testable import GradesLocalization

/// A table as it stands in the program.
struct StringsSource {
  let language: Language

  let table: StringsTable

  init(_ language: Language) throws {
    self.language = language
    table = try StringsTable(
      parsing: Strings.tableBytes(language))
  }

  func forms(of message: Message) -> [(key: String, text: String)] {
    ([message.key] + PluralForm.allCases.map { "\(message.key)#\($0.rawValue)" })
      .compactMap { key in table[key].map { (key, $0) } }
  }
}
