import CStringTables

/// The program's sentences in one language.
///
/// ```swift
/// let strings = Strings.load(.czech)
/// strings(.reviewChanges, [.count: 3])   // 3 změny
/// ```
package struct Strings: Sendable {
  package let language: Language
  private let texts: StringsTable
  /// Changes each sentence before its placeholders are replaced; nil where nothing is changed.
  private var edit: (@Sendable (String) -> String)?

  private static let czech = Strings(.czech, tableBytes(.czech))
  private static let english = Strings(.english, tableBytes(.english))

  /// Returns the sentences of a language from the table embedded in the program. The first call for
  /// a language reads its table.
  package static func load(_ language: Language) -> Strings {
    switch language {
    case .czech: czech
    case .english: english
    }
  }

  /// The embedded `.strings` file of a language.
  static func tableBytes(_ language: Language) -> [UInt8] {
    let table =
      switch language {
      case .czech: grades_czech_table()
      case .english: grades_english_table()
      }
    return Array(UnsafeBufferPointer(start: table.bytes, count: table.count))
  }

  init(_ language: Language, _ bytes: [UInt8]) {
    self.language = language
    texts = StringsTable(bytes)
  }

  /// The same sentences, each changed before its placeholders are replaced. Of what replaces them, only
  /// ``Argument/command(_:)`` is changed.
  package func editing(_ edit: @escaping @Sendable (String) -> String) -> Strings {
    var strings = self
    strings.edit = edit
    return strings
  }

  /// The sentences in another language, changed in the same way.
  package func translated(to language: Language) -> Strings {
    var strings = Self.load(language)
    strings.edit = edit
    return strings
  }

  /// The sentence of a message.
  ///
  /// `{name}` is replaced by the argument of that ``Placeholder``; without one it stays in its
  /// braces, so that a mistake is visible. ``Placeholder/count`` chooses the plural form. A message
  /// that the table lacks shows its key.
  package func callAsFunction(
    _ message: Message, _ arguments: Arguments = [:]
  ) -> String {
    let template = texts[message, arguments[.count]?.argument.pluralForm(in: language)]
    return fill(edited(template ?? message.key), arguments)
  }

  private func edited(_ text: String) -> String { edit?(text) ?? text }

  private func fill(_ template: String, _ arguments: Arguments) -> String {
    guard !arguments.isEmpty, template.utf8.contains(UInt8(ascii: "{")) else { return template }
    return template.replacingNames { name, _ in
      switch arguments.value(named: name) {
      case .edited(let command)?: edited(command)
      case let argument?: argument.text(self)
      case nil: "{\(name)}"
      }
    }
  }
}

extension String {
  /// The text with what stands for each name in braces, once: the result is not scanned again.
  func replacingNames(_ text: (_ name: Substring, _ rest: Substring) -> String) -> String {
    var result = ""
    var rest = self[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      result += rest[..<open]
      rest = rest[rest.index(after: close)...]
      result += text(name, rest)
    }
    return result + rest
  }
}
