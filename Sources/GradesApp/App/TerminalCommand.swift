import ArgumentParser
import Terminal

/// `grades` without a subcommand: the terminal app, or the courses where there is no terminal, and for screen
/// readers.
struct TerminalCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("app", .helpApp) }

  @Option(
    parsing: .upToNextOption, help: .words(.optionOpen, valueName: "scene"))
  var open: [String] = []

  @Flag(help: .words(.optionLast))
  var last = false

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var isOpenEnded: Bool { true }

  /// The app reads Ctrl-C as a key, and the terminal forwards the other signals.
  func handlesSignals(in context: Context) -> Bool {
    (try? reading.format()) == .table && context.screen != nil
  }

  var optionRules: [OptionRule] {
    let opensApp: KeyValuePairs = ["--last": last, "--open": !open.isEmpty]
    return [
      .oneOf(opensApp), .excludes("--json", reading.json, opensApp),
      .excludes("--csv", reading.csv, opensApp), .excludes("--plain", shared.plain, opensApp),
    ]
  }

  func run(in context: Context) async throws -> ExitStatus {
    let format = try reading.format()
    let semester = try reading.semester.map { _ in try context.semester(reading.semester) }
    guard format == .table, let screen = context.screen else {
      if !open.isEmpty || last { throw context.noScreen(for: last ? "--last" : "--open") }
      return try await read(in: context)
    }
    let deepLink =
      last
      ? LastScene(file: context.paths.lastSceneFile(of: context.configuration.host)).read()
      : try Scene(option: open)
    let session = Session(context, semester: semester, deepLink: deepLink)
    let isSignedIn = try await context.isSignedIn()
    let stack =
      isSignedIn && deepLink != .login ? try await session.takeDeepLink() : [Scene.login]
    return try await TerminalApp(
      screen: screen, session: session, opening: stack
    ).run()
  }

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let report = try await context.courses(in: context.semester(reading.semester), as: format)
    return Answer(report.courses, report)
  }
}

extension Context {
  /// The window for the app; nil where it cannot be drawn, or must not be.
  var screen: (any TerminalScreen)? {
    printer.isPlain ? nil : printer.streams.screen(configuration.colour == .never)
  }

  /// Why an option cannot open the app without a ``screen``.
  func noScreen(for option: String) -> Failure {
    printer.isPlain ? .exclusive(option, "ACCESSIBLE") : Failure(.usage, .usageAppNeedsTerminal)
  }
}
