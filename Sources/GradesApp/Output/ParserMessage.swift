import Foundation
import GradesLocalization

/// The argument parser's complaints as sentences in the language of the run.
///
/// The parser only speaks English; its sentences are recognised by their fixed words. One that is
/// not recognised is shown as it is.
struct ParserMessage {
  /// How each complaint begins, and no help.
  static let beginning = "Error: "

  private let strings: Strings
  private let columns: Int
  private let removed: RemovedName?

  /// Turns complaints for a width in cells; `removed` is what the command line names of an earlier version.
  init(_ strings: Strings, columns: Int = 80, removed: RemovedName? = nil) {
    self.strings = strings
    self.columns = columns
    self.removed = removed
  }

  /// The whole complaint: what is wrong, what was expected, how the command is used.
  func translated(_ message: String) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let start = lines.firstIndex(where: { $0.hasPrefix("Please use \(Self.script)=") }) {
      // The only message of several lines; its values become part of the sentence.
      lines.removeSubrange(start...min(start + 1, lines.count - 1))
    }
    return lines.map { line($0) }.joined(separator: "\n")
  }

  private func line(_ line: String) -> String {
    if let problem = line.removing(prefix: Self.beginning) {
      return "\(strings(.errorTitle)): \(sentence(problem))"
    }
    if let usage = line.removing(prefix: "Usage: ") {
      return UsageText(strings, columns: columns)
        .text(GlobalOptionsSection.removed(fromUsage: usage))
    }
    if let help = line.removing(prefix: "Help:  ") { return "  " + help }
    if let found = Template("  See '{command} --help' for more information.").match(line) {
      return strings(.usageSeeHelp, found)
    }
    return line
  }

  private func sentence(_ problem: String) -> String {
    if let found = Template("Can't generate completion scripts for '{value}'.").match(problem) {
      return strings(
        .usageInvalidValueAllowed,
        found.merging([.option: Self.script, .allowed: "bash, zsh, fish"]))
    }
    if problem == "Can't autodetect a supported shell." {
      return strings(.usageMissingValue, [.option: Self.script])
    }
    if let removed, problem.hasPrefix("Unknown option '\(removed.option ?? "")'") {
      return strings(removed.instead)
    }
    for (template, messages) in Self.known {
      if let found = template.match(problem, Self.withoutEnglish) {
        return messages.map { strings($0, found) }.joined(separator: " ")
      }
    }
    return problem
  }

  /// A list such as `'a', 'b' or 'c'` without the English in it.
  private static func withoutEnglish(_ argument: String) -> String {
    var text = argument
    for conjunction in ["', or '", "', and '", "' or '", "' and '"] {
      text = text.replacing(conjunction, with: "', '")
    }
    guard text.contains("', '") else { return argument }
    return text.replacing("', '", with: ", ").trimmingCharacters(in: ["'"])
  }

  private static let script = "--generate-completion-script"

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
