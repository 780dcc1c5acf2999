import ArgumentParser
import Foundation
import GradesClient
import GradesCore
import GradesLocalization

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

  @ArgumentParser.Argument(help: .words(.argumentBackup, valueName: "backup"), completion: .file())
  var backup: String

  @OptionGroup var change: StructureChangeOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  func run(in context: Context) async throws -> ExitStatus {
    var conversation = StructureConversation(context: context, options: change)
    conversation.wanted = .structureColumnBackup
    try conversation.check()
    let found = try await read(context)
    let backup = found.backup
    guard backup.host == context.configuration.host.identity else {
      throw Failure.structurePlanElsewhere(path: found.url.path, made: backup.host)
    }
    let course = CourseContext(backup.course, in: .code(backup.semester))
    let api = context.services.api
    let plan = try await context.asking(about: course) {
      let now = try await api.course(backup.course, in: backup.semester).definitions.structure()
      return try await context.applier.plan(
        for: backup.restored(over: now), of: backup.course, in: backup.semester, over: now)
    }
    conversation.remark = remark(on: plan, context.strings)
    let status = try await conversation.run(plan)
    let values = backup.requestedValues
    let computed = backup.computedItems(of: plan.definitions)
    guard status == .done, !values.isEmpty || !computed.isEmpty else { return status }
    if change.dryRun {
      context.printer.notice(
        context.strings(.structureRestoreValues, [.count: .count(values.count)]))
      return .done
    }
    return try await keep(
      values, clearing: computed, of: found.url.lastPathComponent, course, context)
  }

  /// Which items will not be where they were; nil for none.
  private func remark(on plan: StructurePlan, _ strings: Strings) -> String? {
    let present = StructureFile(plan.course, plan.semester, plan.definitions)
    let parents = Set(present.items.map(\.parent))
    let last = plan.additions.filter { parents.contains($0.parent) }.map(\.identifier.rawValue)
    guard !last.isEmpty else { return nil }
    return strings(.structureRestoreLast, [.item: .text(last.joined(separator: ", "))])
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

  /// Stores values of cells that have none now, or one that was computed, and no draft, as drafts, which are
  /// published as all others. Grades keeps what it has computed once an item is editable again: such values
  /// of students who had none are cleared.
  @MainActor private func keep(
    _ saved: [RequestedEdit], clearing computed: [ItemIdentifier], of name: String,
    _ course: CourseContext, _ context: Context
  ) async throws -> ExitStatus {
    let (strings, printer) = (context.strings, context.printer)
    let gradebook = try await context.gradebooks.gradebook(course)
    func proposal(_ request: EditRequest) async throws -> Proposal {
      try await context.asking(about: course) {
        try await context.composing(in: gradebook, for: .draft) { composer in
          try await composer.proposal(
            for: request, options: Proposal.Options(allowsClearing: true))
        }
      }
    }
    let cells = Set(saved.map(\.cell))
    var values = saved
    for item in computed {
      let cleared = try await proposal(
        .group(.all, item: item.rawValue, content: .clear, note: .always(nil)))
      values += cleared.changes.filter { $0.base.isComputed && !cells.contains($0.cell) }.map {
        RequestedEdit(
          username: $0.cell.username.rawValue, identifier: item.rawValue, content: .clear,
          note: .always(nil))
      }
    }
    let drafted = Set(try await context.services.drafts.drafts(in: gradebook).map(\.cell))
    let all = try await proposal(.cells(values))
    let newer = Set(
      all.changes.filter {
        let isOld = $0.base.isComputed || $0.base == RecordedValue(value: nil)
        return !isOld || drafted.contains($0.cell)
      }.map(\.cell))
    let wanted =
      newer.isEmpty
      ? all
      : try await proposal(.cells(values.filter { !newer.contains($0.cell) }))
    if !newer.isEmpty {
      let cells = newer.map { "\($0.username):\($0.identifier)" }.sorted()
      printer.notice(
        strings(.structureRestoreNewer, [.item: .text(cells.joined(separator: ", "))]))
    }
    let review = CourseReview(wanted, from: .restore(name))
    ReviewReport(review, notify: false, canBeSent: false, strings: strings).refusals
      .forEach(printer.notice)
    if !wanted.changes.isEmpty {
      let changes = ReviewedChanges(
        review, drafts: context.services.drafts, publisher: context.gradebooks.publisher)
      try await changes.keep()
      printer.notice(
        strings(
          .structureRestoredValues,
          [
            .count: .count(wanted.changes.count),
            .command: .command("grades publish \(course.code)"),
          ]))
    }
    return wanted.isRefused ? .refused : .done
  }
}

extension RequestedEdit {
  /// The cell of a request whose student and item are identifiers.
  fileprivate var cell: GradeCell { GradeCell(Username(username), ItemIdentifier(identifier)) }
}
