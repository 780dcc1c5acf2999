/// What replaces a placeholder in a sentence.
public enum Argument: Hashable, Sendable {
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
public protocol ArgumentConvertible: Sendable {
  /// What stands in the sentence.
  var argument: Argument { get }
}

extension Argument: ArgumentConvertible {
  /// Itself.
  public var argument: Argument { self }
}

extension ArgumentConvertible where Self == Argument {
  /// Text as it is.
  public static func text(_ text: String) -> Argument { .plain(text) }
  /// A command.
  public static func command(_ command: String) -> Argument { .edited(command) }
  /// A whole number.
  public static func count(_ count: Int) -> Argument { .whole(count) }
  /// A number written by the rules of the language.
  public static func number(_ number: Double) -> Argument { .decimal(number) }
}

extension String: ArgumentConvertible {
  /// The text as it is.
  public var argument: Argument { .plain(self) }
}

extension Int: ArgumentConvertible {
  /// The number without separators.
  public var argument: Argument { .whole(self) }
}

extension Double: ArgumentConvertible {
  /// The number by the rules of the language.
  public var argument: Argument { .decimal(self) }
}

extension Argument: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Makes a text argument.
  public init(stringLiteral value: String) { self = .plain(value) }
}

extension Argument: ExpressibleByIntegerLiteral {
  /// Makes a count.
  public init(integerLiteral value: Int) { self = .whole(value) }
}

/// What replaces the placeholders of a sentence: `[.course: course, .count: 3]`.
public struct Arguments: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  private var values: [Placeholder: Argument] = [:]

  /// Makes arguments of values; of a placeholder that is named twice, the last one counts.
  public init(dictionaryLiteral elements: (Placeholder, any ArgumentConvertible)...) {
    for (placeholder, value) in elements { values[placeholder] = value.argument }
  }

  /// What replaces a placeholder; nil: nothing.
  public subscript(placeholder: Placeholder) -> (any ArgumentConvertible)? {
    get { values[placeholder] }
    set { values[placeholder] = newValue?.argument }
  }

  /// What replaces the placeholder of a name; nil: nothing.
  func value(named name: Substring) -> Argument? {
    Placeholder(rawValue: String(name)).flatMap { values[$0] }
  }

  /// Whether there are none.
  var isEmpty: Bool { values.isEmpty }

  /// These arguments and others, which count where both have one.
  public func merging(_ others: Arguments) -> Arguments {
    var merged = self
    merged.values.merge(others.values) { $1 }
    return merged
  }
}
