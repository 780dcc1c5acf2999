/// What replaces a placeholder in a sentence.
package enum Argument: Hashable, Sendable {
  /// Text as it is; braces in it are not replaced.
  case plain(String)
  /// A command, which is changed like the sentence itself (``Strings/editing(_:)``).
  case edited(String)
  /// Another message with what replaces its placeholders.
  indirect case message(Message, Arguments = [:])
  /// A number written by the rules of the language; as ``Placeholder/count`` it also chooses the
  /// plural form.
  case decimal(Double)
  /// A whole number without separators; as ``Placeholder/count`` it also chooses the plural form.
  case whole(Int)

  func text(_ strings: Strings) -> String {
    switch self {
    case .plain(let text), .edited(let text): text
    case .message(let message, let arguments): strings(message, arguments)
    case .whole(let count): String(count)
    case .decimal(let number): NumberText.text(number, strings.language)
    }
  }

  func pluralForm(in language: Language) -> PluralForm? {
    switch self {
    case .plain, .edited, .message: nil
    case .whole(let count): PluralForm(Double(count), language)
    case .decimal(let number): PluralForm(number, language)
    }
  }
}

/// A value that can stand in a sentence, such as a text, a number or an identifier.
package protocol ArgumentConvertible: Sendable {
  var argument: Argument { get }
}

extension Argument: ArgumentConvertible {
  package var argument: Argument { self }
}

extension ArgumentConvertible where Self == Argument {
  package static func text(_ text: String) -> Argument { .plain(text) }
  package static func command(_ command: String) -> Argument { .edited(command) }
  package static func count(_ count: Int) -> Argument { .whole(count) }
  package static func number(_ number: Double) -> Argument { .decimal(number) }
}

extension String: ArgumentConvertible {
  package var argument: Argument { .plain(self) }
}

extension Int: ArgumentConvertible {
  package var argument: Argument { .whole(self) }
}

extension Double: ArgumentConvertible {
  package var argument: Argument { .decimal(self) }
}

extension Argument: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self = .plain(value) }
}

extension Argument: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self = .whole(value) }
}

/// What replaces the placeholders of a sentence: `[.course: course, .count: 3]`.
package struct Arguments: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  private var values: [Placeholder: Argument] = [:]

  /// Makes arguments of values; of a placeholder that is named twice, the last one counts.
  package init(dictionaryLiteral elements: (Placeholder, any ArgumentConvertible)...) {
    for (placeholder, value) in elements { values[placeholder] = value.argument }
  }

  package subscript(placeholder: Placeholder) -> (any ArgumentConvertible)? {
    get { values[placeholder] }
    set { values[placeholder] = newValue?.argument }
  }

  func value(named name: Substring) -> Argument? {
    Placeholder(rawValue: String(name)).flatMap { values[$0] }
  }

  var isEmpty: Bool { values.isEmpty }

  /// These arguments and others, which count where both have one.
  package func merging(_ others: Arguments) -> Arguments {
    var merged = self
    merged.values.merge(others.values) { $1 }
    return merged
  }
}
