/// Options before the command, as in `grades --lang cs courses`.
///
/// The argument parser would take them for options of the command that runs when none is named, and
/// the command for its argument.
enum LeadingOptions {
  /// Those that commands share, and whether a value follows each.
  private static let takesValue = [
    "--host": true, "--profile": true, "--lang": true, "--timeout": true, "--semester": true,
    "-s": true,
    "--color": true, "--no-color": false, "--no-pager": false, "--plain": false,
    "--verbose": false, "-v": false, "--offline": false, "--json": false, "--csv": false,
  ]

  /// The same command line with these options behind the command's own arguments; unchanged when
  /// anything else precedes the first word, or there is no word.
  static func moved(in arguments: [String]) -> [String] {
    let (options, rest) = divided(arguments)
    guard !rest.isEmpty, !options.isEmpty else { return numbersLast(in: arguments) }
    return numbersLast(in: placed(options, behind: rest))
  }

  /// The words with options behind them, but before `--` and all that follows it.
  static func placed(
    _ options: some Collection<String>, behind words: ArraySlice<String>
  ) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return Array(words[..<end] + options + words[end...])
  }

  /// These options and the rest of a command line; all of it is the rest when anything else precedes the first
  /// word, or there is no word.
  static func divided(_ arguments: [String]) -> (
    options: ArraySlice<String>, rest: ArraySlice<String>
  ) {
    var rest = arguments[...]
    while let argument = rest.first, argument.hasPrefix("-") {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first, let takesValue = takesValue[String(name)],
        takesValue || parts.count == 1
      else { return ([], arguments[...]) }
      rest = rest.dropFirst(takesValue && parts.count == 1 ? 2 : 1)
    }
    guard !rest.isEmpty else { return ([], arguments[...]) }
    return (arguments[..<rest.startIndex], rest)
  }

  /// A command line without these options, wherever they are.
  static func removed(from arguments: some Collection<String>) -> [String] {
    var rest: [String] = []
    var isValue = false
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if isValue {
        isValue = false
      } else if let takesValue = parts.first.flatMap({ takesValue[String($0)] }) {
        isValue = takesValue && parts.count == 1
      } else {
        rest.append(argument)
      }
    }
    return rest
  }

  /// The same command line with `-1` and `-=1` behind `--`, where the argument parser does not take them for
  /// options; only `set` has such values.
  private static func numbersLast(in arguments: [String]) -> [String] {
    guard arguments.first == "set", !arguments.contains("--") else { return arguments }
    let numbers = arguments.indices.filter { index in
      arguments[index].hasPrefix("-") && arguments[index - 1] != "--add"
        && arguments[index].dropFirst().first.map { $0.isNumber || $0 == "=" } == true
    }
    guard !numbers.isEmpty else { return arguments }
    return arguments.indices.filter { !numbers.contains($0) }.map { arguments[$0] } + ["--"]
      + numbers.map { arguments[$0] }
  }
}
