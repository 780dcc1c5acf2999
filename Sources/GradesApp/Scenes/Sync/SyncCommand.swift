import ArgumentParser
import GradesCore

/// `grades sync`: loads everything of a semester for use without the service.
struct SyncCommand: AppCommand {
  static var configuration: CommandConfiguration { help("sync", .helpSync) }

  @OptionGroup var when: SemesterOption

  @OptionGroup var output: DocumentOption

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func run(in context: Context) async throws -> ExitStatus {
    let choice = try context.semester(when.semester)
    let outcome = try await context.loading(.progressSync) {
      try await load(choice, in: context)
    }
    let report = SyncReport(
      outcome: outcome, strings: context.strings, sentences: context.failureSentence)
    context.printer.print(report, as: output.format)
    return outcome.failures.last.map { Failure($0.error).status } ?? .done
  }

  /// Loads everything of a semester, with the groups that were looked at last.
  private func load(
    _ semester: SemesterChoice, in context: Context
  ) async throws -> SyncOutcome {
    let services = context.services
    let owner = DraftOwner(
      host: context.configuration.host.identity,
      username: try await services.session.user().username)
    let last = LastChoices(file: context.paths.lastChoicesFile)
    return try await services.sync.load(semester, pinned: context.settings.pinnedCourses) {
      course, semester in
      last.choice(of: Gradebook(owner: owner, course: course, semester: semester)).group
    }
  }
}
