import ArgumentParser
import Foundation
import GradesClient
import GradesCore
import GradesLocalization

/// `grades structure restore BACKUP`: items as they were, and their values as drafts.
struct StructureRestoreCommand: AppCommand {
  static var configuration: CommandConfiguration { help("restore", .helpStructureRestore) }

  @ArgumentParser.Argument(help: .words(.argumentBackup, valueName: "backup"), completion: .file())
  var backup: String

  @OptionGroup var removal: StructureRemovalOption
  @OptionGroup var change: StructureChangeOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  func run(in context: Context) async throws -> ExitStatus {
    let conversation = try StructureConversation(
      context, change, removing: removal.remove, wanted: .structureColumnBackup)
    let found = try await read(context)
    let backup = found.backup
    guard backup.host == context.configuration.host.identity else {
      throw Failure(
        .refused, .errorStructureBackupElsewhere, [.file: found.url.path, .found: backup.host])
    }
    let course = CourseContext(backup.course, in: .code(backup.semester))
    let api = context.services.api
    let plan = try await context.asking(about: course) {
      let now = try await api.course(backup.course, in: backup.semester).definitions.structure()
      return try await context.applier.plan(
        for: backup.restored(over: now), of: backup.course, in: backup.semester, over: now)
    }
    let status = try await conversation.run(plan, remark: remark(on: plan, context.strings))
    let values = backup.requestedValues
    guard status == .done, !values.isEmpty else { return status }
    // A new item has nothing that was computed.
    let covered = backup.coveredItems.subtracting(plan.additions.map(\.identifier))
    if change.dryRun {
      announce(values.count, clearing: covered, in: plan.definitions, context)
      return .done
    }
    return try await keep(
      values, clearing: covered, of: found.url.lastPathComponent, course, context)
  }

  private func announce(
    _ count: Int, clearing covered: Set<ItemIdentifier>, in present: [ItemDefinition],
    _ context: Context
  ) {
    let (strings, printer) = (context.strings, context.printer)
    printer.notice(strings(.structureRestoreValues, [.count: count]))
    let computed = present.map(\.item).filter { !$0.isEditable && covered.contains($0.identifier) }
    guard !computed.isEmpty else { return }
    let names = computed.map(\.identifier.rawValue).joined(separator: ", ")
    printer.notice(strings(.structureRestoreClears, [.item: names]))
  }

  /// Which items will not be where they were; nil for none.
  private func remark(on plan: StructurePlan, _ strings: Strings) -> String? {
    let present = StructureFile(plan.course, plan.semester, plan.definitions)
    let parents = Set(present.items.map(\.parent))
    let last = plan.additions.filter { parents.contains($0.parent) }.map(\.identifier.rawValue)
    guard !last.isEmpty else { return nil }
    return strings(.structureRestoreLast, [.item: last.joined(separator: ", ")])
  }

  @MainActor private func read(
    _ context: Context
  ) async throws -> (url: URL, backup: StructureBackup) {
    do {
      return try await context.backups.read(backup)
    } catch StructureBackups.Problem.missing {
      throw Failure(.refused, .errorFileNotFound, [.file: backup])
    } catch {
      throw Failure(.refused, .errorStructureBackupUnreadable, [.file: backup])
    }
  }

  /// Stores values of cells that have none now, or one that was computed, and no draft, as drafts, which are
  /// published as all others. Grades keeps what it has computed once an item is editable again: such values
  /// of students who had none are cleared.
  @MainActor private func keep(
    _ saved: [RequestedEdit], clearing covered: Set<ItemIdentifier>, of name: String,
    _ course: CourseContext, _ context: Context
  ) async throws -> ExitStatus {
    let (strings, printer) = (context.strings, context.printer)
    let gradebook = try await context.gradebooks.gradebook(course)
    func reviewing<Value: Sendable>(
      _ work: @Sendable (CellReader) async throws -> Value
    ) async throws -> Value {
      try await context.asking(about: course) {
        try await context.reviewing(in: gradebook, for: .draft) { try await work($0) }
      }
    }
    func review(_ values: [RequestedEdit]) async throws -> Review {
      try await reviewing {
        try await $0.review(.cells(values), options: Review.Options(allowsClearing: true))
      }
    }
    let cells = Set(saved.map(\.cell))
    let cleared =
      covered.isEmpty
      ? [] : try await reviewing { try await $0.computedCells(of: covered).subtracting(cells) }
    let drafted = Set(try await context.services.drafts.drafts(in: gradebook).map(\.cell))
    let values =
      (saved + cleared.sorted().map(RequestedEdit.init(clearing:)))
      .filter { !drafted.contains($0.cell) }
    let all = try await review(values)
    let newer = Set(
      all.changes.filter { !$0.base.isComputed && $0.base != RecordedValue(value: nil) }.map(\.cell)
    )
    var wanted =
      newer.isEmpty ? all : try await review(values.filter { !newer.contains($0.cell) })
    let kept = newer.union(drafted.intersection(cells))
    if !kept.isEmpty {
      let names = kept.map { "\($0.username):\($0.identifier)" }.sorted()
      printer.notice(strings(.structureRestoreNewer, [.item: names.joined(separator: ", ")]))
    }
    wanted.origin = .restore(name)
    ReviewReport(wanted, notify: false, canBeSent: false, strings: strings).refusals
      .forEach(printer.notice)
    let restored = wanted.cells
    if !restored.isEmpty {
      try await context.gradebooks.publisher.keep(&wanted)
      let clearing = restored.intersection(cleared).count
      for (message, count) in [
        (Message.structureRestoredValues, restored.count - clearing),
        (.structureRestoredCleared, clearing),
      ] where count > 0 {
        printer.notice(
          strings(message, [.count: count, .command: .command("grades publish \(course.code)")]))
      }
    }
    return wanted.isRefused ? .refused : .done
  }
}

extension RequestedEdit {
  fileprivate init(clearing cell: GradeCell) {
    self.init(
      username: cell.username.rawValue, identifier: cell.identifier.rawValue, content: .clear,
      note: .always(nil))
  }

  /// The cell of a request whose student and item are identifiers.
  fileprivate var cell: GradeCell { GradeCell(Username(username), ItemIdentifier(identifier)) }
}
