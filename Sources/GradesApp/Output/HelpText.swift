import GradesLocalization

/// The argument parser's help in the language of the run: what commands say of themselves is in it
/// already, this turns the parser's own words.
struct HelpText {
  private let strings: Strings
  private let columns: Int

  /// Turns help that was made for a width in cells.
  init(_ strings: Strings, columns: Int = 80) {
    self.strings = strings
    self.columns = columns
  }

  /// The help with its headings in the language of the run, without empty lines at its end.
  func translated(_ help: String) -> String {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(String($0)) }
    return lines[...(lines.lastIndex { !$0.isEmpty } ?? 0)].joined(separator: "\n")
  }

  private func line(_ line: String) -> String {
    if let usage = line.removing(prefix: "USAGE: ") {
      return UsageText(strings, columns: columns).text(usage)
    }
    if let path = Self.path(inReference: line) {
      // Names of commands are the same in all languages.
      return "  " + strings(.helpMore).replacing("grades help ", with: "grades help \(path)")
    }
    let headings: [(String, Message?)] = [
      ("ARGUMENTS:", .helpArguments), ("OPTIONS:", .helpOptions),
      ("SUBCOMMANDS:", .helpCommands), ("OVERVIEW: ", nil),
    ]
    for (heading, message) in headings {
      guard let rest = line.removing(prefix: heading) else { continue }
      return message.map { strings($0) + ":" + rest } ?? rest
    }
    return values(in: line)
  }

  /// The commands in `See 'grades help settings <subcommand>' for detailed help.`; nil in other lines.
  /// A regular expression would take most of the time of help.
  private static func path(inReference line: String) -> String? {
    let ending = "<subcommand>' for detailed help."
    guard line.hasSuffix(ending) else { return nil }
    return String(line.drop { $0 == " " }.dropLast(ending.count))
      .removing(prefix: "See 'grades help ")
  }

  /// `(values: a, b; default: a)` behind an option.
  private func values(in line: String) -> String {
    // Most lines have nothing of it, and to search them costs a quarter of the time of help.
    guard line.utf8.last == UInt8(ascii: ".") || line.utf8.contains(UInt8(ascii: "(")) else {
      return line
    }
    var line = line
    for (word, message) in [
      ("Show help information.", Message.optionHelp), ("Show the version.", .optionVersion),
    ] where line.hasSuffix(word) {
      line = line.dropLast(word.count) + strings(message)
    }
    guard line.utf8.contains(UInt8(ascii: "(")) else { return line }
    for (word, message) in [("(values: ", Message.helpValues), ("(default: ", .helpDefault)] {
      line = line.replacing(word, with: "(" + opening(message))
    }
    return line.replacing("; default: ", with: "; " + opening(.helpDefault))
      .replacing("(default)", with: "(\(strings(.wordDefault)))")
  }

  /// The words before a message's placeholder.
  private func opening(_ message: Message) -> String {
    String(strings(message).prefix { $0 != "{" })
  }
}
