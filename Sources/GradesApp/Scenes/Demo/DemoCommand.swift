import ArgumentParser
import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import GradesServer

/// `grades demo`: logs in to the embedded service and opens the app, or prints the courses where there
/// is no terminal.
struct DemoCommand: AppCommand {
  static var configuration: CommandConfiguration { help("demo", .helpDemo) }

  @Option(name: .customLong("as"), help: .words(.optionAs, valueName: "user"))
  var user = DemoUser.student

  @Option(
    parsing: .upToNextOption, help: .words(.optionOpen, valueName: "scene"))
  var open: [String] = []

  @Flag(help: .words(.optionReset))
  var reset = false

  @Flag(name: .shortAndLong, help: .words(.optionYes))
  var yes = false

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .optional }

  var usesEmbeddedService: Bool { true }
  var isOpenEnded: Bool { true }

  var optionRules: [OptionRule] {
    [
      .requires("--yes", yes, "--reset", reset),
      .excludes("--plain", shared.plain, ["--open": !open.isEmpty]),
    ]
  }

  /// A window takes Ctrl-C as a key.
  func handlesSignals(in context: Context) -> Bool { context.screen != nil }

  func run(in context: Context) async throws -> ExitStatus {
    let deepLink = try Scene(option: open)
    if reset {
      try await context.require(yes, or: .demoResetQuestion)
      try await context.resetDemo()
      context.notice(.demoReset)
    }
    guard let screen = context.screen else {
      if deepLink != nil { throw context.noScreen(for: "--open") }
      return try await printCourses(context)
    }
    return try await TerminalApp(
      screen: screen, session: Session(context, demoUser: user, deepLink: deepLink),
      opening: [.login]
    ).run()
  }

  @MainActor private func printCourses(_ context: Context) async throws -> ExitStatus {
    let strings = context.strings
    context.notice(.demoWelcome)
    let identity = try await context.loading(.loginWaiting) {
      try await context.hostLogin(isDefault: false).asDemoUser(user)
    }
    if let person = identity.user {
      let role = strings.hint(Self.role(of: user))
      context.notice(.demoSignedInAs, [.name: person.fullName, .role: role])
    }
    context.printer.notice("")
    let report = try await context.courses(in: .current, as: .table)
    await context.show(report, as: .table)
    context.say(staleSince: report.courses.staleSince)
    let courses = report.courses.value
    // Only students have results of their own, only teachers groups.
    let code = courses.studying.first?.code
    let taught = courses.teaching.first?.code
    let isDefault =
      try await context.services.credentials.lastHost() == context.configuration.host.service
    let option =
      (isDefault ? "" : " --host \(context.configuration.host.name.rawValue)")
      + (context.configuration.host.profile.map { " --profile \($0)" } ?? "")
    let commands =
      [code.map { "grades course \($0)\(option)" }, taught.map { "grades groups \($0)\(option)" }]
      .compactMap { $0 } + ["grades --help"]
    context.printer.notice("")
    context.notice(.demoNext, [.commands: commands.joined(separator: ", ")])
    return .done
  }

  private static func role(of user: DemoUser) -> Message {
    switch user {
    case .student: .studentsColumnStudent
    case .teacher: .roleTeacher
    case .both: .roleBoth
    }
  }
}

/// The people as whom the demo can be tried.
enum DemoUser: String, CaseIterable, ExpressibleByArgument, Sendable {
  case student, teacher, both

  var teaches: Bool { self != .student }

  var account: DemoAccounts.Person {
    switch self {
    case .student: DemoAccounts.student
    case .teacher: DemoAccounts.teacher
    case .both: DemoAccounts.both
    }
  }
}

extension Context {
  /// Starts the demo afresh: its service has the sample data again, and nothing is left of what its users drafted,
  /// published and loaded.
  fileprivate func resetDemo() async throws {
    let file = paths.demoDataFile
    try await EmbeddedService.explainingFailures(of: file) {
      try await EmbeddedService.refill(file)
    }
    for owner in try await demoOwners() {
      try await services.drafts.erase(owner)
      _ = await StructureDraftFile.erase(of: owner, in: paths.structuresFolder)
      _ = forget(owner)
      services.cache.erase(CacheScope(host: owner.host, username: owner.username))
    }
  }

  /// The users of the demo who may have stored anything: in all profiles, also in those whose login has
  /// ended and left its drafts.
  private func demoOwners() async throws -> Set<DraftOwner> {
    let host = configuration.host
    let logins = StoredLogins(try await services.credentials.logins(), last: nil)
    let hosts = Set(logins.logins(at: host.service).map(\.identity)).union([host.identity])
    let people = DemoUser.allCases.map { Username($0.account.username) }
    let left =
      try await services.drafts.owners()
      + StructureDraftFile.gradebooks(in: paths.structuresFolder).map(\.owner)
    return Set(hosts.flatMap { host in people.map { DraftOwner(host: host, username: $0) } })
      .union(left.filter { ServiceHost.parts(of: $0.host).service == host.service })
  }
}
