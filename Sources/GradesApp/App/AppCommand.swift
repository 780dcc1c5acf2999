import ArgumentParser
import Foundation
import GradesConfiguration
import GradesCore

/// A subcommand: parsed by the argument parser, run by ``App`` in a ``Context``.
protocol AppCommand: ParsableCommand, Sendable {
  var shared: SharedOptions { get }
  /// Which of its options cannot be meant together; checked before anything is done.
  var optionRules: [OptionRule] { get }
  /// Whether the command uses the embedded service, whatever the configuration has.
  var usesEmbeddedService: Bool { get }
  /// What the command needs of the login that the profile names.
  static var loginUse: LoginUse { get }
  static var tokenUse: GradesConfiguration.TokenUse { get }
  var access: Access { get }
  /// Whether it prints a document, whose names depend on no setting.
  var printsDocument: Bool { get }
  /// Whether the command corrects the settings, so that a mistake in them must not stop it.
  var correctsSettings: Bool { get }
  /// Whether the command reports mistakes in the configuration and the settings, and works without them.
  var reportsMistakes: Bool { get }
  /// Whether the command lasts as long as its user wants, so that `--timeout` limits each of its requests only.
  var isOpenEnded: Bool { get }
  /// Whether the command ends only when its work is done, because it changes something or writes a file: what was
  /// begun must not depend on who reads the output.
  var outlivesReader: Bool { get }
  /// Whether the command deals with Ctrl-C and its like on its own.
  func handlesSignals(in context: Context) -> Bool

  @MainActor func run(in context: Context) async throws -> ExitStatus
}

extension AppCommand {
  var optionRules: [OptionRule] { [] }
  var usesEmbeddedService: Bool { false }
  static var loginUse: LoginUse { .needed }
  static var tokenUse: GradesConfiguration.TokenUse { .insteadOfLogin }
  var access: Access { .online }
  var printsDocument: Bool { false }
  var correctsSettings: Bool { false }
  var reportsMistakes: Bool { false }
  var isOpenEnded: Bool { false }
  var outlivesReader: Bool { false }
  func handlesSignals(in context: Context) -> Bool { false }
}

enum LoginUse: Sendable {
  /// Without it the command is refused.
  case needed
  /// It works without it, or makes it.
  case optional
  /// The command has nothing to do with any login.
  case none
}

struct SharedOptions: ParsableArguments {
  /// The title of their section in the parser's description, which help replaces with one line.
  static let title = "Global options"

  @Option(
    help: .words(.optionHost, valueName: "host"),
    completion: .list(["production", "development", "demo"]))
  var host: String?

  @Option(
    help: .words(.optionProfile, valueName: "name"),
    completion: .custom { _, _, _ in Completions.profiles() })
  var profile: String?

  @Option(
    name: .customLong("lang"), help: .words(.optionLang, valueName: "language"),
    completion: .list(["cs", "en"]))
  var language: String?

  @Option(help: .words(.optionTimeout, valueName: "seconds"))
  var timeout: Double?

  @Option(
    help: .words(.optionColor, valueName: "when"), completion: .list(["always", "auto", "never"]))
  var color: String?

  @Flag(name: .customLong("no-color"), help: .words(.optionNoColor))
  var noColor = false

  @Flag(help: .words(.optionPlain))
  var plain = false

  /// Whether the output is plain lines: no colours, drawing, pager, animation or app.
  func isPlain(in environment: [String: String]) -> Bool {
    plain || !["", "0"].contains(environment["ACCESSIBLE"] ?? "")
  }

  /// When there are colours, if the command line says it; throws a ``Failure``.
  func colour() throws -> GradesConfiguration.Colour? {
    guard let color else { return noColor || plain ? .never : nil }
    guard let colour = GradesConfiguration.Colour(rawValue: color) else {
      throw Failure.invalidOption(
        "--color", typed: color, allowed: ["always", "auto", "never"])
    }
    if noColor || plain, colour != .never {
      throw Failure.exclusive("--color", noColor ? "--no-color" : "--plain")
    }
    return colour
  }

  @Flag(name: .customLong("no-pager"), help: .words(.optionNoPager))
  var noPager = false

  @Flag(name: .shortAndLong, help: .words(.optionVerbose))
  var verbose = false
}

/// `--semester`, which a command shares with its subcommands: the parser gives it to the outer one.
struct SemesterOption: ParsableArguments {
  @Option(
    name: .shortAndLong, help: .words(.optionSemester, valueName: "semester"),
    completion: .semesters)
  var semester: String?
}

/// One of two commands that change the same in opposite ways, such as `undo` and `redo`.
protocol PairedCommand: AppCommand {
  associatedtype Arguments: PairedArguments
  static var way: Arguments.Way { get }
  var arguments: Arguments { get }
}

protocol PairedArguments: ParsableArguments, Sendable {
  associatedtype Way
  var optionRules: [OptionRule] { get }
  @MainActor func run(_ way: Way, in context: Context) async throws -> ExitStatus
}

extension PairedArguments {
  var optionRules: [OptionRule] { [] }
}

extension PairedCommand {
  var outlivesReader: Bool { true }
  var optionRules: [OptionRule] { arguments.optionRules }

  func run(in context: Context) async throws -> ExitStatus {
    try await arguments.run(Self.way, in: context)
  }
}

/// Options that say what is read and in which form it is printed.
protocol OutputOptions: ParsableArguments, Sendable {
  var offline: Bool { get }
  var json: Bool { get }
  var csv: Bool { get }
}

extension OutputOptions {
  var offline: Bool { false }
  var csv: Bool { false }

  var access: Access { offline ? .offline : .online }

  /// The form that is asked for; throws when two are.
  func format() throws -> ReportFormat {
    try OptionRule.oneOf(["--json": json, "--csv": csv]).check()
    return json ? .json : csv ? .csv : .table
  }
}

/// The options of commands that read a semester.
struct ReadingOptions: OutputOptions {
  @OptionGroup var when: SemesterOption

  @Flag(help: .words(.optionOffline))
  var offline = false

  @Flag(help: .words(.optionJson))
  var json = false

  @Flag(help: .words(.optionCsv))
  var csv = false

  var semester: String? { when.semester }
}

/// Those of commands that read what has no semester, or no rows.
struct OfflineDocumentOptions: OutputOptions {
  @Flag(help: .words(.optionOffline))
  var offline = false

  @Flag(help: .words(.optionJson))
  var json = false
}

/// Those of commands that read what is on this machine.
struct FormatOptions: OutputOptions {
  @Flag(help: .words(.optionJson))
  var json = false

  @Flag(help: .words(.optionCsv))
  var csv = false
}

/// `--json`, which a command shares with its subcommands: the parser gives it to the outer one.
struct DocumentOption: OutputOptions {
  @Flag(help: .words(.optionJson))
  var json = false

  var format: ReportFormat { json ? .json : .table }
}

/// A command that prints what the service has, or what is stored of it.
protocol ReadingCommand: AppCommand {
  associatedtype Reading: OutputOptions
  var reading: Reading { get }

  /// Asks for it. Settings of what is displayed are not for programs, so that the format may matter.
  @MainActor func answer(in context: Context, as format: ReportFormat) async throws -> Answer
}

struct Answer {
  /// Nil where it is printed or written already.
  let report: (any Report)?
  /// When it was read, where it stands in for a newer answer.
  var staleSince: Date?
  /// How the run ends then.
  var status = ExitStatus.done
  /// What is done once it is printed.
  var then: @MainActor () async throws -> Void = {}

  init(_ report: any Report, status: ExitStatus = .done) {
    self.report = report
    self.status = status
  }

  init<Value>(_ snapshot: Snapshot<Value>, _ report: (any Report)?) {
    self.report = report
    staleSince = snapshot.staleSince
  }
}

extension ReadingCommand {
  var access: Access { reading.access }
  var printsDocument: Bool { reading.json || reading.csv }

  func run(in context: Context) async throws -> ExitStatus { try await read(in: context) }

  @MainActor func read(in context: Context) async throws -> ExitStatus {
    let format = try reading.format()
    let answer = try await answer(in: context, as: format)
    if let report = answer.report { await context.show(report, as: format) }
    context.say(staleSince: answer.staleSince)
    try await answer.then()
    return answer.status
  }
}

/// A rule about options of a command of which not all can be meant, each with whether it was given.
enum OptionRule {
  /// At most one of them.
  case oneOf(KeyValuePairs<String, Bool>)
  /// The first one with none of the others.
  case excludes(String, Bool, KeyValuePairs<String, Bool>)
  /// The first one means something only together with the other.
  case requires(String, Bool, String, Bool)

  /// Throws ``Failure/exclusive(_:_:)`` or ``Failure/requires(_:_:)`` where the options break the rule.
  func check() throws {
    switch self {
    case .oneOf(let options):
      let given = options.filter(\.value).map(\.key)
      if given.count > 1 { throw Failure.exclusive(given[0], given[1]) }
    case .excludes(let option, let isGiven, let others):
      guard isGiven, let other = others.first(where: \.value) else { return }
      throw Failure.exclusive(option, other.key)
    case .requires(let option, let isGiven, let other, let hasOther):
      if isGiven, !hasOther { throw Failure.requires(option, other) }
    }
  }
}
