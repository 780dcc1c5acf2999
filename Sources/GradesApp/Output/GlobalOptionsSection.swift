/// The options of all commands in the help of one of them.
///
/// They are as long as the command's own in most, so help refers to `grades help options` instead.
struct GlobalOptionsSection {
  /// The help without them.
  var lines: [String]
  /// Whether there were any.
  let hasGlobalOptions: Bool

  /// Takes the section, its options in the usage line, `--version` and `--help` out of the parser's help, which has
  /// each option on one line.
  static func removed(from help: [String]) -> GlobalOptionsSection {
    guard let heading = help.firstIndex(of: SharedOptions.title.uppercased() + ":") else {
      return GlobalOptionsSection(lines: help, hasGlobalOptions: false)
    }
    let end = help[heading...].firstIndex(of: "") ?? help.endIndex
    let names = help[heading..<end].dropFirst().flatMap(Self.names)
    var rest: [String] = []
    for line in help[..<heading] + help[end...].dropFirst() {
      if line.hasPrefix("USAGE: ") {
        rest.append(UsageText.removing(names, from: line))
      } else if !(line.hasPrefix("  ")
        && Self.names(in: line).contains { Self.parser.contains($0) })
      {
        rest.append(line)
      }
    }
    // Most commands have options of their own.
    if let heading = rest.firstIndex(of: "OPTIONS:"),
      heading + 1 == rest.endIndex || rest[heading + 1].isEmpty
    {
      rest.removeSubrange(heading...min(heading + 1, rest.endIndex - 1))
    }
    while rest.last?.isEmpty == true { rest.removeLast() }
    return GlobalOptionsSection(lines: rest + [""], hasGlobalOptions: true)
  }

  /// The parser's usage line without the options of all commands, where no section names them.
  static func removed(fromUsage usage: String) -> String {
    let help = RootCommand.helpMessage(for: OptionsCommand.self, columns: HelpText.unwrapped)
    return UsageText.removing(
      help.split(separator: "\n").map(String.init).flatMap(names), from: usage)
  }

  /// The options that the argument parser adds to each command.
  private static let parser: Set<Substring> = ["--version", "--help"]

  /// The options that a line explains, such as `-v, --verbose`.
  private static func names(in line: String) -> [Substring] {
    guard line.hasPrefix("  -") else { return [] }
    return line.split(separator: " ").prefix { $0.hasPrefix("-") }.map { name in
      name.last == "," ? name.dropLast() : name
    }
  }
}
