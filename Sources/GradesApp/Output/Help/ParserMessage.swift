import Foundation
import GradesLocalization

/// The argument parser's complaints as sentences in the language of the run.
///
/// The parser only speaks English; its sentences are recognised by their fixed words. One that is
/// not recognised is shown as it is.
struct ParserMessage {
  let strings: Strings
  let columns: Int

  /// Options that confirm something are never suggested in place of a mistyped one.
  private static let confirming: Set<String> = ["--yes", "-y", "--remove-all"]

  /// The whole complaint: what is wrong, what was expected, how the command is used.
  func text(_ message: String, of command: CommandHelp) -> String {
    // Of a complaint of several lines, the first one is recognised.
    let problem = String(message.prefix { $0 != "\n" })
    let (messages, found) = sentence(problem)
    let text =
      messages.isEmpty ? message : messages.map { strings($0, found) }.joined(separator: " ")
    let explained = messages.contains(where: Self.explained.contains) ? found : [:]
    let argument = command.arguments.first { argument in
      [explained[.option], explained[.argument]].contains { label in
        guard case .plain(let label)? = label?.argument else { return false }
        let name = label.trimmingCharacters(in: ["<", ">"])
        return argument.names.contains(String(label.prefix { $0 != " " }))
          || argument.isPositional && argument.valueName == name
      }
    }
    return [
      "\(strings(.errorTitle)): \(text)",
      argument.map { "  \($0.label())  \($0.abstract)" },
      HelpPage(strings: strings, columns: columns).usage(of: command),
      strings(.usageSeeHelp, [.command: command.path.joined(separator: " ")]),
    ].compactMap(\.self).joined(separator: "\n")
  }

  /// The sentences of a complaint and what stands in them; none where it is not known.
  private func sentence(_ problem: String) -> ([Message], Arguments) {
    for (pattern, messages) in Self.known {
      guard let found = Self.match(pattern, problem) else { continue }
      let isRisky = Self.confirming.contains { found[.suggestion]?.argument == .plain($0) }
      return (isRisky ? Array(messages.prefix(1)) : messages, found)
    }
    return ([], [:])
  }

  /// The complaints to which the meaning of the argument belongs.
  private static let explained: Set<Message> = [
    .usageMissingValue, .usageMissingArgument, .usageMissingOption, .usageInvalidValue,
    .usageInvalidValueAllowed,
  ]

  /// A list such as `'a', 'b' or 'c'` without the English in it.
  private static func withoutEnglish(_ argument: String) -> String {
    var text = argument
    for conjunction in ["', or '", "', and '", "' or '", "' and '"] {
      text = text.replacing(conjunction, with: "', '")
    }
    guard text.contains("', '") else { return argument }
    return text.replacing("', '", with: ", ").trimmingCharacters(in: ["'"])
  }

  /// The texts at the placeholders of a pattern, or nil when its words differ. A placeholder matches as little as
  /// possible.
  private static func match(_ pattern: String, _ text: String) -> Arguments? {
    // Fixed words and names in turn.
    let parts = pattern.split(omittingEmptySubsequences: false) { "{}".contains($0) }
    guard text.hasPrefix(parts[0]) else { return nil }
    var rest = text.dropFirst(parts[0].count)
    var found: Arguments = [:]
    for index in stride(from: 1, to: parts.count, by: 2) {
      let words = parts[index + 1]
      let isLast = index + 2 == parts.count
      let end =
        isLast && rest.hasSuffix(words)
        ? rest.index(rest.endIndex, offsetBy: -words.count)
        : isLast ? nil : rest.firstRange(of: words)?.lowerBound
      guard let end, let placeholder = Placeholder(rawValue: String(parts[index])) else {
        return nil
      }
      found[placeholder] = withoutEnglish(String(rest[..<end]))
      rest = rest[end...].dropFirst(words.count)
    }
    return rest.isEmpty ? found : nil
  }

  /// Of two sentences with the same beginning the longer one is first.
  private static let known: [(pattern: String, messages: [Message])] = [
    (
      "Unknown option '{option}'. Did you mean '{suggestion}'?",
      [.usageUnknownOption, .usageDidYouMean]
    ),
    ("Unknown option '{option}'", [.usageUnknownOption]),
    ("Missing value for '{option}'", [.usageMissingValue]),
    (
      "The option '{option}' does not take any value, but '{value}' was specified.",
      [.usageUnexpectedValue]
    ),
    ("Unexpected argument '{value}'", [.usageUnexpectedArgument]),
    ("{count} unexpected arguments: '{value}'", [.usageUnexpectedArguments]),
    ("Missing expected argument '<{argument}>'", [.usageMissingArgument]),
    ("Missing expected argument '<{argument}> ...'", [.usageMissingArgument]),
    ("Missing expected argument '{option}'", [.usageMissingOption]),
    (
      "The value '{value}' is invalid for '{option}'. Please provide one of {allowed}.",
      [.usageInvalidValueAllowed]
    ),
    ("The value '{value}' is invalid for '{option}'", [.usageInvalidValue]),
    ("Missing required subcommand.", [.usageMissingCommand]),
  ]
}
