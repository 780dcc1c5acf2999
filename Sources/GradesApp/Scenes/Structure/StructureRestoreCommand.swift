import ArgumentParser
import Foundation
import GradesClient
import GradesCore

/// `grades structure restore BACKUP`: items as they were, and their values as drafts.
struct StructureRestoreCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "restore", .helpStructureRestore, .helpStructureRestoreDiscussion,
      examples: [
        "grades structure backups",
        "grades structure restore backup-XI-AAA-23-B231-20240112T101500Z.json",
      ])
  }

  @Argument(help: .words(.argumentBackup, valueName: "backup"), completion: .file())
  var backup: String

  @OptionGroup var change: StructureChangeOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func run(in context: Context) async throws -> ExitStatus {
    let conversation = StructureConversation(context: context, options: change)
    try conversation.check()
    let found = try await read(context)
    let backup = found.backup
    guard backup.host == context.configuration.host.identity else {
      throw Failure.structurePlanElsewhere(path: found.url.path, made: backup.host)
    }
    let course = CourseContext(backup.course, in: .code(backup.semester))
    let api = context.services.api
    let plan = try await context.asking(about: course) {
      let now = try await api.structure(of: backup.course, in: backup.semester)
      return try await context.applier.plan(
        for: backup.restored(over: now), of: backup.course, in: backup.semester)
    }
    let status = try await conversation.run(plan)
    guard status == .done, !backup.requestedValues.isEmpty, !change.dryRun else { return status }
    return try await keepValues(of: backup, name: found.url.lastPathComponent, course, context)
  }

  @MainActor private func read(
    _ context: Context
  ) async throws -> (url: URL, backup: StructureBackup) {
    do {
      return try await context.backups.read(backup)
    } catch StructureBackups.Problem.missing {
      throw Failure.input(path: backup, .missing)
    } catch {
      throw Failure.structureBackupUnreadable(path: backup)
    }
  }

  /// Stores the values that the service does not have as drafts, which are published as all others.
  @MainActor private func keepValues(
    of backup: StructureBackup, name: String, _ course: CourseContext, _ context: Context
  ) async throws -> ExitStatus {
    let gradebook = try await context.gradebooks.gradebook(course)
    let proposal = try await context.asking(about: course) {
      try await context.composing(in: gradebook, for: .draft) { composer in
        try await composer.proposal(
          for: .cells(backup.requestedValues), options: Proposal.Options(allowsClearing: true))
      }
    }
    guard !proposal.changes.isEmpty else { return .done }
    let changes = ReviewedChanges(
      CourseReview(proposal, from: .restore(name)), drafts: context.services.drafts,
      publisher: context.gradebooks.publisher)
    try await changes.keep()
    context.printer.notice(
      context.strings(
        .structureRestoredValues,
        [
          .count: .count(proposal.changes.count),
          .command: .text("grades publish \(backup.course)"),
        ]))
    return proposal.isRefused ? .refused : .done
  }
}
