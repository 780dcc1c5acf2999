import Foundation
import GradesLocalization

/// The argument parser's complaints as sentences in the language of the run.
///
/// The parser only speaks English; its sentences are recognised by their fixed words. One that is
/// not recognised is shown as it is.
struct ParserMessage {
  let strings: Strings
  let columns: Int
  /// What the command line names of an earlier version.
  let removed: RemovedName?

  /// Options that confirm something are never suggested in place of a mistyped one.
  private static let confirming: Set<String> = ["--yes", "-y", "--remove-all"]
  private static let script = "--generate-completion-script"

  /// The whole complaint: what is wrong, what was expected, how the command is used.
  func text(_ message: String, of command: CommandHelp) -> String {
    // The only complaint of several lines is about shells; all of it is in the sentence.
    let problem = String(message.prefix { $0 != "\n" })
    let (messages, found) = sentence(problem)
    let text =
      messages.isEmpty ? problem : messages.map { strings($0, found) }.joined(separator: " ")
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
      argument.map { "  \($0.label)  \($0.abstract)" },
      HelpPage(strings: strings, columns: columns).usage(of: command),
      strings(.usageSeeHelp, [.command: command.path.joined(separator: " ")]),
    ].compactMap(\.self).joined(separator: "\n")
  }

  /// The sentences of a complaint and what stands in them; none where it is not known.
  private func sentence(_ problem: String) -> ([Message], Arguments) {
    if let found = Template("Can't generate completion scripts for '{value}'.").match(problem) {
      let shells: Arguments = [.option: Self.script, .allowed: "bash, zsh, fish"]
      return ([.usageInvalidValueAllowed], found.merging(shells))
    }
    if problem == "Can't autodetect a supported shell." {
      return ([.usageMissingValue], [.option: Self.script])
    }
    if let removed, problem.hasPrefix("Unknown option '\(removed.option ?? "")'") {
      return ([removed.instead], [:])
    }
    for (template, messages) in Self.known {
      guard let found = template.match(problem, Self.withoutEnglish) else { continue }
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

  /// Of two sentences with the same beginning the longer one is first.
  private static let known: [(Template, [Message])] = [
    (
      Template("Unknown option '{option}'. Did you mean '{suggestion}'?"),
      [.usageUnknownOption, .usageDidYouMean]
    ),
    (Template("Unknown option '{option}'"), [.usageUnknownOption]),
    (Template("Missing value for '{option}'"), [.usageMissingValue]),
    (
      Template("The option '{option}' does not take any value, but '{value}' was specified."),
      [.usageUnexpectedValue]
    ),
    (Template("Unexpected argument '{value}'"), [.usageUnexpectedArgument]),
    (Template("{count} unexpected arguments: '{value}'"), [.usageUnexpectedArguments]),
    (Template("Missing expected argument '<{argument}>'"), [.usageMissingArgument]),
    (Template("Missing expected argument '<{argument}> ...'"), [.usageMissingArgument]),
    (Template("Missing expected argument '{option}'"), [.usageMissingOption]),
    (
      Template("The value '{value}' is invalid for '{option}'. Please provide one of {allowed}."),
      [.usageInvalidValueAllowed]
    ),
    (Template("The value '{value}' is invalid for '{option}'"), [.usageInvalidValue]),
    (Template("Missing required subcommand."), [.usageMissingCommand]),
  ]
}

/// A sentence with `{placeholders}` that parses another sentence.
struct Template: Sendable {
  /// A hole with the fixed words behind it.
  private struct Hole: Sendable {
    var placeholder: Placeholder
    var words: String
  }

  private let beginning: String
  private let holes: [Hole]

  /// Reads a pattern.
  init(_ pattern: String) {
    let pieces = pattern.split(separator: "{", omittingEmptySubsequences: false)
    beginning = String(pieces[0])
    holes = pieces.dropFirst().compactMap { piece in
      let parts = piece.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      return Placeholder(rawValue: String(parts[0])).map {
        Hole(placeholder: $0, words: String(parts[1]))
      }
    }
  }

  /// The texts at the placeholders, or nil when the words differ. A placeholder matches as little as
  /// possible, the last one all of the rest.
  func match(_ text: String, _ change: (String) -> String = { $0 }) -> Arguments? {
    guard var rest = text.removing(prefix: beginning)?[...] else { return nil }
    var found: Arguments = [:]
    for (index, hole) in holes.enumerated() {
      let end: Substring.Index?
      if index == holes.count - 1 {
        end =
          rest.hasSuffix(hole.words)
          ? rest.index(rest.endIndex, offsetBy: -hole.words.count) : nil
      } else {
        end = rest.firstRange(of: hole.words)?.lowerBound
      }
      guard let end else { return nil }
      found[hole.placeholder] = change(String(rest[..<end]))
      rest = rest[end...].dropFirst(hole.words.count)
    }
    return rest.isEmpty ? found : nil
  }
}

extension String {
  /// The text after a prefix, or nil when it doesn't begin with it.
  func removing(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }

  /// The text before a suffix, or nil when it doesn't end with it.
  func removing(suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }
}
