import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// `grades drafts [CODE]`: the changes that the service does not have yet; sends no request.
struct DraftsCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("drafts", .helpDrafts) }

  @ArgumentParser.Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String?

  @OptionGroup var reading: FormatOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    var sections: [DraftsReport.Section] = []
    for gradebook in try await context.gradebooks.withDrafts(of: code) {
      let drafts = try await context.services.drafts.drafts(in: gradebook)
      // It may have damaged drafts only.
      guard !drafts.isEmpty else { continue }
      sections.append(
        .init(
          gradebook: gradebook, drafts: drafts,
          names: await context.gradebooks.storedNames(gradebook),
          items: await context.gradebooks.storedItems(gradebook)))
    }
    return Answer(
      DraftsReport(
        sections: sections, course: code, isPublishing: context.gradebooks.publisher.isBusy,
        strings: context.strings, dates: context.dates))
  }
}

struct DraftsReport: Report {
  struct Section {
    let gradebook: Gradebook
    let drafts: [Draft]
    let names: CellNames
    let items: [ItemIdentifier: Classification]

    /// The bounds that a draft's value violates, as far as they are stored.
    func warning(of draft: Draft) -> EditProblem? {
      items[draft.cell.identifier].flatMap { draft.edit.boundsViolation(of: $0) }
    }
  }

  let sections: [Section]
  /// The course that was asked about, as it was typed; nil: all.
  var course: String?
  /// Whether a process publishes now, so that what it has begun to send is not unconfirmed yet.
  var isPublishing = false
  let strings: Strings
  let dates: DateText

  private var emptyText: String {
    course.map { strings(.draftsEmptyCourse, [.course: $0]) } ?? strings(.draftsEmpty)
  }

  var table: Table {
    Table(
      columns: [], sections: [.init(rows: [], emptyText: StyledText(emptyText))])
  }

  func lines(width: Int?) -> [StyledText] {
    guard !sections.isEmpty else { return table.lines(width: width) }
    return Array(
      sections.map { table(of: $0).lines(width: width) }.joined(separator: [StyledText()]))
  }

  private func table(of section: Section) -> Table {
    func change(_ draft: Draft) -> CellChange { CellChange(draft.edit, section.names) }
    let columns =
      CellChange.columns(strings).map { $0.of(change) } + [
        Column(
          strings(.draftsColumnState), least: 10, overflow: .wrap, narrowing: .folds(order: 1)
        ) { state(of: $0, in: section) },
        Column(strings(.draftsColumnCreated), narrowing: .leaves(order: 0)) {
          StyledText(dates.dateTime($0.createdAt), .quiet)
        },
      ]
    return Table(
      title: strings.title(section.gradebook.course, nil, section.gradebook.semester),
      section.names.sorted(section.drafts, by: \.cell), columns,
      detail: { change($0).below(strings) })
  }

  private func state(of draft: Draft, in section: Section) -> Table.Cell {
    if isBeingSent(draft) { return .text(strings(.draftsStateSending), .quiet) }
    if let end = draft.confirmAfter {
      let time = dates.timeWithSeconds(end)
      return .text(strings(.draftsStateUnconfirmed, [.time: time]), .warning)
    }
    if draft.isConflict { return .text(strings(.draftsStateConflict), .warning) }
    if let reason = draft.reason {
      return .text("\(strings(.draftsStateFailed)): \(reason.text(strings))", .bad)
    }
    if let warning = section.warning(of: draft) {
      return .text(ProblemSentence(strings: strings, names: section.names).text(warning), .warning)
    }
    return .text(strings(.draftsStateReady), .quiet)
  }

  /// Whether the draft's request has not ended yet.
  private func isBeingSent(_ draft: Draft) -> Bool {
    isPublishing && draft.isUnconfirmed && draft.reason == nil
  }

  private func word(for draft: Draft) -> String {
    if isBeingSent(draft) { return "sending" }
    if draft.isUnconfirmed { return "unconfirmed" }
    guard let code = draft.reason?.code else { return "draft" }
    return code == .conflict ? "conflict" : code.isWorthAnotherTry ? "draft" : "rejected"
  }

  func document(_ names: Strings) -> Document {
    typealias Row = (draft: Draft, warning: String?)
    let rows: [Row] = sections.flatMap { section in
      section.drafts.map { ($0, section.warning(of: $0)?.kind.rawValue) }
    }
    let fields: [Field<Draft>] =
      Gradebook.fields.map { $0.of(\.gradebook) } + GradeCell.fields.map { $0.of(\.cell) } + [
        Field("base") { $0.base.value }, Field("value") { $0.value }, Field("note") { $0.note },
        Field("createdAt") { $0.createdAt }, Field("state") { word(for: $0) },
        Field("reason") { $0.reason?.code.rawValue },
        Field("confirmAfter") { $0.confirmAfter },
      ]
    return [
      "drafts": Rows(rows, fields.map { $0.of(\.draft) } + [Field<Row>("warning") { $0.warning }])
    ]
  }
}
