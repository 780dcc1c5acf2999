import ArgumentParser
import GradesCore

/// `grades discard [CODE] [CELL...]`: throws drafts away.
struct DiscardCommand: AppCommand {
  static var configuration: CommandConfiguration { help("discard", .helpDiscard) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String?

  @Argument(help: .words(.argumentDraftCells, valueName: "cell"))
  var cells: [String] = []

  @OptionGroup var when: SemesterOption

  @Flag(name: .shortAndLong, help: .words(.optionYes))
  var yes = false

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  func run(in context: Context) async throws -> ExitStatus {
    let drafts = try await drafts(context)
    // An unconfirmed draft may be at the service already; only reading again can decide.
    let waiting = drafts.filter { !$0.isUnconfirmed }
    let unconfirmed = drafts.filter(\.isUnconfirmed)
    let done: ExitStatus = unconfirmed.isEmpty ? .done : .unfinished
    if let end = unconfirmed.compactMap(\.confirmAfter).max() {
      context.notice(
        .draftsUnconfirmedStay,
        [.count: unconfirmed.count, .time: context.dates.timeWithSeconds(end)])
    }
    if drafts.isEmpty {
      context.notice(code == nil ? .draftsEmpty : .draftsEmptyCourse, [.course: code ?? ""])
    }
    if waiting.isEmpty { return done }
    let count = Set(waiting.map { DraftCell($0) }).count
    try await context.require(yes, or: .draftsDiscardQuestion, [.count: count])
    var discarded = 0
    for (gradebook, drafts) in Dictionary(grouping: waiting, by: \.gradebook) {
      discarded += try await context.services.drafts.discard(
        Set(drafts.map(\.cell)), in: gradebook)
    }
    context.notice(.draftsDiscarded, [.count: discarded])
    return done
  }

  /// The drafts that are meant; throws when there is none of a cell.
  @MainActor private func drafts(_ context: Context) async throws -> [Draft] {
    var drafts: [Draft] = []
    let semester = try when.semester.map { try context.semester($0) }
    for gradebook in try await context.gradebooks.withDrafts(of: code, in: semester) {
      drafts += try await context.services.drafts.drafts(in: gradebook)
    }
    guard !cells.isEmpty else { return drafts }
    let wanted = try cells.map { try CellText($0) }
    if let missing = wanted.first(where: { cell in !drafts.contains { cell.means($0.cell) } }) {
      throw Failure(.refused, .draftsNone, [.value: missing.text])
    }
    return drafts.filter { draft in wanted.contains { $0.means(draft.cell) } }
  }
}
