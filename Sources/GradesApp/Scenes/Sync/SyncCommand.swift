import ArgumentParser
import Foundation
import GradesClient
import GradesCore
import GradesLocalization

/// `grades sync`: loads everything of a semester for use without the service.
struct SyncCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "sync", .helpSync, .helpSyncDiscussion,
      examples: ["grades sync", "grades sync --semester previous", "grades courses --offline"])
  }

  @OptionGroup var when: SemesterOption

  @Flag(help: .words(.optionJson))
  var json = false

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func run(in context: Context) async throws -> ExitStatus {
    let choice = try context.semester(when.semester)
    let outcome = try await context.loading(.progressSync) { try await context.sync(choice) }
    let report = SyncReport(
      outcome: outcome, strings: context.strings, sentences: context.failureSentence)
    context.printer.print(report, as: json ? .json : .table)
    return outcome.failures.last.map { Failure($0.error).status } ?? .done
  }
}

extension Context {
  /// How long a load that was not asked for may keep a command from ending.
  private static let quietLimit = Duration.seconds(20)
  /// How old what was loaded may be before `courses` loads it again.
  private static let quietAge: TimeInterval = 3600

  /// Loads everything of a semester, with the groups that were looked at last.
  func sync(_ semester: SemesterChoice) async throws -> SyncOutcome {
    let owner = DraftOwner(
      host: configuration.host.identity, username: try await services.session.user().username)
    let last = LastChoices(file: paths.lastChoicesFile)
    return try await services.sync.load(semester, pinned: settings.pinnedCourses) {
      course, semester in
      last.choice(of: Gradebook(owner: owner, course: course, semester: semester)).group
    }
  }

  /// Loads everything of a semester after a command has printed, where the settings say so and it is an hour
  /// old. Says nothing, and ends soon; only on a terminal, because a pipe ends with the program.
  func syncQuietly(_ semester: SemesterChoice) async {
    guard settings.syncs, access == .online, printer.streams.output.isTerminal,
      await services.sync.isDue(after: Self.quietAge, semester)
    else { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { _ = try? await sync(semester) }
      group.addTask { try? await requestClock.pause(Self.quietLimit) }
      await group.next()
      group.cancelAll()
    }
  }
}
