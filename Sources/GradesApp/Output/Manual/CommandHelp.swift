import ArgumentParser
import JSON

/// A command as the argument parser describes it, in the language of the run.
struct CommandHelp {
  let name: String
  let isShown: Bool
  let abstract: String
  /// Its examples, as they are typed.
  let examples: [String]
  /// The text after the examples.
  let explanation: String
  let arguments: [ArgumentHelpEntry]
  let subcommands: [CommandHelp]

  /// Describes the whole program. Throws where the parser's description has another form than it had.
  static func program() throws -> CommandHelp {
    let description = try JSONReader.read(Array(RootCommand._dumpHelp().utf8)).root.object()
    guard let command = description["command"] else { throw description.missing("command") }
    return try CommandHelp(command.object())
  }

  private init(_ object: JSONObject) throws {
    name = try object.requiredText("commandName")
    isShown = try object.boolean("shouldDisplay") ?? true
    abstract = try object.string("abstract") ?? ""
    let parts = (try object.string("discussion") ?? "").split(
      separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
    // A discussion begins with the heading of the examples; `options` has none.
    let hasExamples = parts[0].hasPrefix(Words.current(.helpExamples))
    examples =
      hasExamples ? parts[0].split(separator: "\n").dropFirst().map(Self.withoutIndent) : []
    explanation = parts.dropFirst(hasExamples ? 1 : 0).joined(separator: "\n\n")
    arguments = try object.elements("arguments").map { try ArgumentHelpEntry($0.object()) }
      .filter(\.isShown).joiningInversions
    subcommands =
      try object["subcommands"].map { try $0.list { try CommandHelp($0.object()) } } ?? []
  }

  private static func withoutIndent(_ line: Substring) -> String {
    String(line.drop { $0 == " " })
  }

  /// The command below this one with a name.
  func subcommand(_ name: String) -> CommandHelp? { subcommands.first { $0.name == name } }
}

/// An argument or an option of a command.
struct ArgumentHelpEntry {
  /// Long and short names with their dashes, the short one first; none of a positional argument.
  var names: [String]
  /// What stands for the value; nil for a flag.
  let valueName: String?
  let isOptional: Bool
  let isRepeating: Bool
  /// Whether all commands have it.
  let isGlobal: Bool
  let abstract: String
  let allowed: [String]
  /// Whether help lists it.
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
    valueName = kind == "flag" ? nil : try object.string("valueName")
    isOptional = try object.boolean("isOptional") ?? false
    isRepeating = try object.boolean("isRepeating") ?? false
    isGlobal =
      try object.string("sectionTitle") == SharedOptions.title || names.contains("--help")
      || names.contains("--version")
    abstract = try object.string("abstract") ?? ""
    isShown = try isGlobal || object.boolean("shouldDisplay") ?? true
    allowed = try object["allValues"].map { try $0.list { try $0.string() } } ?? []
  }

  var isPositional: Bool { names.isEmpty }

  /// How it is typed, in roff: `-y, --yes`, `--item ITEM`.
  var term: String {
    let value = valueName.map(Roff.italic) ?? ""
    if isPositional { return value + (isRepeating ? " ..." : "") }
    return names.map(Roff.bold).joined(separator: ", ") + (value.isEmpty ? "" : " " + value)
  }

  /// Its position in the synopsis of its command, in roff; options are named together.
  var synopsis: String { isOptional ? "[\(term)]" : term }
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
