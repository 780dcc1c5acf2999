/// What replaces a placeholder in a sentence.
public enum Argument: Hashable, Sendable {
  /// Text as it is; braces in it are not replaced.
  case text(String)
  /// A command, which is changed like the sentence itself (``Strings/editing(_:)``).
  case command(String)
  /// A whole number; as ``Placeholder/count`` it also chooses the plural form.
  case count(Int)
  /// Another message with what replaces its placeholders.
  indirect case message(Message, [Placeholder: Argument] = [:])
  /// A number written by the rules of the language; as ``Placeholder/count`` it also chooses the
  /// plural form.
  case number(Double)

  func text(_ strings: Strings) -> String {
    switch self {
    case .text(let text), .command(let text): text
    case .message(let message, let arguments): strings(message, arguments)
    case .count(let count): String(count)
    case .number(let number): NumberText.text(number, strings.language)
    }
  }

  func pluralForm(in language: Language) -> PluralForm? {
    switch self {
    case .text, .command, .message: nil
    case .count(let count): PluralForm(Double(count), language)
    case .number(let number): PluralForm(number, language)
    }
  }
}

extension Argument: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Makes a text argument.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension Argument: ExpressibleByIntegerLiteral {
  /// Makes a count.
  public init(integerLiteral value: Int) { self = .count(value) }
}
