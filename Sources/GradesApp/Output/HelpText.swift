import GradesLocalization

/// The argument parser's help in the language of the run: the commands' own texts are in it
/// already, this turns the parser's own words.
struct HelpText {
  private let strings: Strings
  private let columns: Int

  /// The width for which the parser makes help: words of its that stood on two lines would not be
  /// found, so lines are broken only here.
  static let unwrapped = 100_000
  /// Where the parser begins to explain an argument.
  private static let explanation = 26

  /// Turns help that the parser made ``unwrapped`` into lines of a width in cells.
  init(_ strings: Strings, columns: Int = 80) {
    self.strings = strings
    self.columns = columns
  }

  /// The help with its headings in the language of the run, without empty lines at its end.
  func translated(_ help: String) -> String {
    var isOverview = help.hasPrefix("OVERVIEW: ")
    // Bytes, because finding the characters of the help takes longer than all else here.
    let written = help.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var own = GlobalOptionsSection.removed(from: written.map { String(Substring($0)) })
    if own.hasGlobalOptions {
      own.lines += [strings(.helpGlobalOptionsMore)].flatMap { wrapped($0, indent: 0) }
    }
    let lines = own.lines
      .flatMap { text -> [String] in
        if text.hasPrefix("USAGE: ") { isOverview = false }
        // The overview is in the language of the run already.
        return isOverview
          ? wrapped(String(text), indent: 0).map(line) : wrappedExplanation(of: line(String(text)))
      }
    return lines[...(lines.lastIndex { !$0.isEmpty } ?? 0)].joined(separator: "\n")
  }

  /// The section with the names of the user's own programs, from the end of the help on; empty without any.
  func section(of programs: [String]) -> String {
    guard !programs.isEmpty else { return "" }
    let names =
      programs.prefix(Self.mostPrograms).joined(separator: ", ")
      + (programs.count > Self.mostPrograms ? ", …" : "")
    let lines = wrapped(names, indent: 2)
    return (["", "", strings(.helpTopicPrograms) + ":"] + lines).joined(separator: "\n")
  }

  /// The most programs that are listed.
  private static let mostPrograms = 20

  /// An argument's label with its explanation beside it, or one of them alone.
  private func wrappedExplanation(of line: String) -> [String] {
    let label = line.prefix(Self.explanation)
    guard line.count > columns, label.hasPrefix("  "), label.last == " ",
      columns > Self.explanation
    else { return [line] }
    var lines = wrapped(String(line.dropFirst(label.count)), indent: Self.explanation)
    lines[0] = "\(label)\(lines[0].dropFirst(label.count))"
    return lines
  }

  /// Breaks a line at blanks, as the parser does.
  private func wrapped(_ line: String, indent: Int) -> [String] {
    var lines: [Substring] = []
    var rest = line[...]
    while rest.count > columns - indent {
      let blank =
        rest.prefix(columns - indent).lastIndex(of: " ") ?? rest.firstIndex(of: " ")
      guard let blank else { break }
      lines.append(rest[..<blank])
      rest = rest[rest.index(after: blank)...]
    }
    return (lines + [rest]).map { String(repeating: " ", count: $0.isEmpty ? 0 : indent) + $0 }
  }

  private func line(_ line: String) -> String {
    if let usage = line.removing(prefix: "USAGE: ") {
      return UsageText(strings, columns: columns).text(usage)
    }
    if let path = Self.path(inReference: line) {
      // Names of commands are the same in all languages.
      let more = "  " + strings(.helpMore).replacing("grades help ", with: "grades help \(path)")
      return path.isEmpty ? more + "\n  " + strings(.helpGlobalOptionsMore) : more
    }
    if let topic = line.removing(suffix: " SUBCOMMANDS:") {
      return CommandTopic(rawValue: topic.lowercased()).map { strings($0.title) + ":" } ?? line
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

  /// `(values: a, b; default: a)` after an option.
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
