import ArgumentParser
import GradesLocalization
import JSON

/// A command as the argument parser describes it, in the language of the run.
struct CommandHelp {
  /// The names of the command and of those above it, `grades` first.
  let path: [String]
  private let isShown: Bool
  let abstract: String
  let examples: [String]
  /// The text after the examples.
  let explanation: String
  let arguments: [ArgumentHelpEntry]
  /// Those that help lists.
  let subcommands: [CommandHelp]

  var positional: [ArgumentHelpEntry] { arguments.filter(\.isPositional) }
  /// Those that not all commands have.
  var options: [ArgumentHelpEntry] { arguments.filter { !$0.isPositional && !$0.isGlobal } }

  var name: String { path[path.count - 1] }

  /// Describes the whole program. Throws where the parser's description has another form than it had.
  static func program() throws -> CommandHelp { try CommandHelp(RootCommand.self, above: []) }

  /// Describes the command that words name, as far as they do; without one, what runs then.
  init(namedIn words: some Sequence<String>) throws {
    var (command, path, _) = RootCommand.find(words)
    if path.count == 1 { (command, path) = (TerminalCommand.self, path + ["app"]) }
    try self.init(command, above: Array(path.dropLast()))
  }

  private init(_ type: any ParsableCommand.Type, above: [String]) throws {
    let description = try JSONReader.read(Array(type._dumpHelp().utf8)).root.object()
    guard let command = description["command"] else { throw description.missing("command") }
    try self.init(command.object(), above: above)
  }

  private init(_ object: JSONObject, above: [String]) throws {
    let path = above + [try object.requiredText("commandName")]
    self.path = path
    isShown = try object.boolean("shouldDisplay") ?? true
    abstract = try object.string("abstract") ?? ""
    let parts = (try object.string("discussion") ?? "").split(
      separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
    examples = parts[0].split(separator: "\n").map(String.init)
    explanation = parts.dropFirst().joined()
    arguments = try object.elements("arguments").map { try ArgumentHelpEntry($0.object()) }
      .filter(\.isShown).joiningInversions
    let below = try object["subcommands"]?.list { try CommandHelp($0.object(), above: path) }
    subcommands = (below ?? []).filter { $0.isShown && $0.name != "help" }
  }

  func subcommand(_ name: String) -> CommandHelp? { subcommands.first { $0.name == name } }

  /// How it is written: options together, then what it needs.
  func synopsis(_ strings: Strings, _ style: TermStyle = TermStyle()) -> [String] {
    let needed = options.filter { !$0.isOptional } + positional
    let areSome = options.contains(where: \.isOptional)
    return [style.name(path.joined(separator: " "))]
      + (areSome ? ["[\(style.value(strings.hint(.helpOptions)))]"] : [])
      + needed.map { argument in
        let text = argument.label(style) + (argument.isRepeating ? " ..." : "")
        return argument.isOptional ? "[\(text)]" : text
      } + (subcommands.isEmpty ? [] : [style.value(strings(.nameSubcommand))])
  }
}

/// How names and what stands for values are written: in help by default.
struct TermStyle {
  var name = { (name: String) in name }
  var value = { (name: String) in "<\(name)>" }

  static var roff: TermStyle { TermStyle(name: Roff.bold, value: Roff.italic) }
}

struct ArgumentHelpEntry {
  /// Long and short names with their dashes, the short one first; none of a positional argument.
  var names: [String]
  /// What stands for the value; nil for a flag.
  let valueName: String?
  let isValueOptional: Bool
  let isOptional: Bool
  let isRepeating: Bool
  let isGlobal: Bool
  let abstract: String
  let allowed: [String]
  let defaultValue: String?
  fileprivate let isShown: Bool

  fileprivate init(_ object: JSONObject) throws {
    let kind = try object.requiredText("kind")
    let all = try object["names"]?.list { node -> (isShort: Bool, name: String) in
      let name = try node.object()
      let isShort = try name.requiredText("kind") == "short"
      return (isShort, (isShort ? "-" : "--") + (try name.requiredText("name")))
    }
    names =
      (all ?? []).filter(\.isShort).map(\.name) + (all ?? []).filter { !$0.isShort }.map(\.name)
    let value = kind == "flag" ? nil : try object.string("valueName")
    // The description does not tell options whose value may be left out; their names do.
    isValueOptional = value?.hasSuffix("?") == true
    valueName = isValueOptional ? value.map { String($0.dropLast()) } : value
    isOptional = try object.boolean("isOptional") ?? false
    isRepeating = try object.boolean("isRepeating") ?? false
    isGlobal =
      try object.string("sectionTitle") == SharedOptions.title || names.contains("--help")
      || names.contains("--version")
    // The parser explains its own options in English.
    abstract =
      switch names.last {
      case "--help": Words.current(.optionHelp)
      case "--version": Words.current(.optionVersion)
      default: try object.string("abstract") ?? ""
      }
    isShown = try isGlobal || object.boolean("shouldDisplay") ?? true
    allowed = try object["allValues"].map { try $0.list { try $0.string() } } ?? []
    defaultValue = try object.string("defaultValue")
  }

  var isPositional: Bool { names.isEmpty }

  /// How it is typed: `-y, --yes`, `--item <item>`, `<code>`.
  func label(_ style: TermStyle = TermStyle()) -> String {
    let value = valueName.map { isValueOptional ? "[\(style.value($0))]" : style.value($0) }
    if isPositional { return value ?? "" }
    let isInvertible = names.count > 1 && names[1] == names[0].replacing("--", with: "--no-")
    return names.map(style.name).joined(separator: isInvertible ? "/" : ", ")
      + (value.map { " " + $0 } ?? "")
  }

  /// What it means, with its values.
  func explanation(_ strings: Strings) -> String {
    let values = [
      allowed.isEmpty ? nil : strings(.helpValues, [.allowed: allowed.joined(separator: ", ")]),
      defaultValue.map { strings(.helpDefault, [.value: $0]) },
    ].compactMap(\.self)
    return values.isEmpty ? abstract : "\(abstract) (\(values.joined(separator: "; ")))"
  }
}

extension [ArgumentHelpEntry] {
  /// `--notify` and `--no-notify` are two entries of the parser with one explanation.
  fileprivate var joiningInversions: [ArgumentHelpEntry] {
    reduce(into: []) { joined, entry in
      if !entry.isPositional, let last = joined.indices.last,
        entry.names == joined[last].names.map({ $0.replacing("--", with: "--no-") })
      {
        joined[last].names += entry.names
      } else {
        joined.append(entry)
      }
    }
  }
}
