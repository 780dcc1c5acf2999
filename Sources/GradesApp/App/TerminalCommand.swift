import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// `grades` without a subcommand: the terminal app, or the courses where there is no terminal.
struct TerminalCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "app", .helpApp, .helpAppDiscussion,
      examples: [
        "grades", "grades --open course XI-AAA.23", "grades --last", "grades --plain",
      ])
  }

  @Option(
    parsing: .upToNextOption, help: .words(.optionOpen, valueName: "scene"))
  var open: [String] = []

  @Flag(help: .words(.optionLast))
  var last = false

  @Flag(help: .words(.optionPlain))
  var plain = false

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var shared: SharedOptions

  var access: Access { reading.access }

  /// The app reads Ctrl-C as a key, and the terminal forwards the other signals.
  func handlesSignals(in context: Context) -> Bool {
    (try? reading.format()) == .table && context.face(plain: plain)?.isWindow == true
  }

  func run(in context: Context) async throws -> ExitStatus {
    if last, !open.isEmpty { throw Failure.exclusive("--last", "--open") }
    let format = try reading.format()
    let semester = try reading.semester.map { _ in try context.semester(reading.semester) }
    guard format == .table, let face = context.face(plain: plain) else {
      if !open.isEmpty || last { throw Failure.appNeedsTerminal }
      try await context.printCourses(in: context.semester(reading.semester), as: format)
      return .done
    }
    let deepLink =
      last
      ? LastScene(file: context.paths.lastSceneFile).read().map(SceneAddress.init)
      : try SceneAddress(option: open)
    let session = AppSession(context, semester: semester, deepLink: deepLink)
    let isSignedIn = try await context.isSignedIn()
    let stack =
      isSignedIn && deepLink?.scene != .login ? try await session.takeDeepLink() : [Scene.login]
    return try await face.run(session, opening: stack)
  }
}

/// How the app is used.
enum AppFace {
  /// Drawn on the whole window.
  case window(any TerminalScreen)
  /// Line by line.
  case lines

  var isWindow: Bool { if case .window = self { true } else { false } }

  /// Runs the app until the user quits.
  @MainActor func run(_ session: AppSession, opening stack: [Scene]) async throws -> ExitStatus {
    switch self {
    case .window(let screen):
      try await TerminalApp(screen: screen, session: session, opening: stack).run()
    case .lines: try await PlainApp(session: session, opening: stack).run()
    }
  }
}

extension Context {
  /// How the app can be used here; nil: not at all, for want of a terminal.
  func face(plain: Bool) -> AppFace? {
    if plain || isAccessible && printer.streams.inputIsTerminal { return .lines }
    return printer.streams.screen(configuration.noColor).map(AppFace.window)
  }
}

extension SceneAddress {
  /// The scene that `--open` names; nil where it was not given. Throws a ``Failure``.
  init?(option words: [String]) throws {
    guard !words.isEmpty else { return nil }
    guard let address = SceneAddress(words: words) else {
      throw Failure.invalidOption(
        "--open", typed: words.joined(separator: " "), allowed: Self.forms)
    }
    self = address
  }

  /// The same scene with the course's full code.
  @MainActor func completed(in context: Context) async throws -> SceneAddress {
    func code(_ typed: CourseCode) async throws -> CourseCode {
      try await context.course(typed.rawValue, semester: nil).code
    }
    return switch scene {
    case .course(let typed): SceneAddress(.course(try await code(typed)))
    case .group(let typed, let group): SceneAddress(.group(try await code(typed), group))
    case .student(let typed, let name): SceneAddress(.student(try await code(typed), name))
    case .studentSearch(let typed): SceneAddress(.studentSearch(try await code(typed)))
    case .entry(let typed, let group, let item):
      SceneAddress(.entry(try await code(typed), group, item))
    case .review(let typed?): SceneAddress(.review(try await code(typed)))
    default: self
    }
  }
}

extension Context {
  /// Whether the user cannot use a drawing (`ACCESSIBLE=1`).
  var isAccessible: Bool { !["", "0"].contains(environment["ACCESSIBLE"] ?? "") }

  /// Whether there are credentials.
  func isSignedIn() async throws -> Bool {
    if configuration.givenToken != nil { return true }
    return try await services.credentials.credentials(for: configuration.host.identity) != nil
  }
}
