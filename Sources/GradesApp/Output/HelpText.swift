import GradesLocalization

/// The argument parser's help in the language of the run: what commands say of themselves is in it
/// already, this turns the parser's own words.
struct HelpText {
  private let strings: Strings

  init(_ strings: Strings) { self.strings = strings }

  /// The help with its headings in the language of the run.
  func translated(_ help: String) -> String {
    help.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(String($0)) }
      .joined(separator: "\n")
  }

  private func line(_ line: String) -> String {
    let headings: [(String, Message?)] = [
      ("USAGE:", .helpUsage), ("ARGUMENTS:", .helpArguments), ("OPTIONS:", .helpOptions),
      ("SUBCOMMANDS:", .helpCommands), ("OVERVIEW: ", nil),
    ]
    for (heading, message) in headings {
      guard let rest = line.removing(prefix: heading) else { continue }
      return message.map { strings($0) + ":" + rest } ?? rest
    }
    if line.hasPrefix("  See 'grades help") { return strings(.helpMore) }
    return values(in: line)
  }

  /// `(values: a, b; default: a)` behind an option.
  private func values(in line: String) -> String {
    var line = line
    for (word, message) in [("(values: ", Message.helpValues), ("(default: ", .helpDefault)] {
      line = line.replacing(word, with: "(" + opening(message))
    }
    return line.replacing("; default: ", with: "; " + opening(.helpDefault))
      .replacing("Show help information.", with: strings(.optionHelp))
      .replacing("Show the version.", with: strings(.optionVersion))
      .replacing("(default)", with: "(\(strings(.wordDefault)))")
  }

  /// The words before a message's placeholder.
  private func opening(_ message: Message) -> String {
    String(strings(message).prefix { $0 != "{" })
  }
}
