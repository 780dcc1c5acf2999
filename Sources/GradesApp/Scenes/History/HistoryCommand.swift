import ArgumentParser
import GradesCore
import GradesLocalization
import Terminal

/// `grades history [BATCH]`: the batches published from this computer; sends no request.
struct HistoryCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("history", .helpHistory) }

  @ArgumentParser.Argument(help: .words(.argumentBatch, valueName: "batch"))
  var batch: Int64?

  @Option(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var course: String?

  @OptionGroup var reading: FormatOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var optionRules: [OptionRule] { [.oneOf(["BATCH": batch != nil, "--course": course != nil])] }

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let owner = try await context.gradebooks.owner()
    var batches = try await context.services.drafts.history(of: owner)
    if let course {
      let code = try CourseCodeMatcher(known: batches.map(\.gradebook.course)).course(course)
      batches.removeAll { $0.gradebook.course != code }
    }
    if let batch {
      batches.removeAll { $0.id != batch }
      guard !batches.isEmpty else { throw Failure.batch(batch) }
    }
    var names: CellNames?
    if batch != nil, let first = batches.first {
      names = await context.gradebooks.storedNames(first.gradebook)
    }
    return Answer(
      HistoryReport(
        batches: batches, detailed: names, course: course, strings: context.strings,
        dates: context.dates))
  }
}

/// What was published as a table, a document and CSV: a line for each batch, or the changes of one.
struct HistoryReport: Report {
  let batches: [PublishedBatch]
  /// The names for the one batch whose changes are shown; nil: the batches are listed.
  let detailed: CellNames?
  /// The course that was asked about, as it was typed; nil: all.
  var course: String?
  let strings: Strings
  let dates: DateText

  var table: Table {
    if let detailed, let batch = batches.first { return changes(of: batch, detailed) }
    return Table(batches, Self.columns(strings, dates), emptyText: StyledText(emptyText))
  }

  /// The columns of batches, in print and on the screen.
  static func columns(_ strings: Strings, _ dates: DateText) -> [Column<PublishedBatch>] {
    [
      Column(strings(.historyColumnBatch), .right) { StyledText("\($0.id)", .accent) },
      Column(strings(.historyColumnTime)) { dates.dateTime($0.publishedAt) },
      Column(strings(.coursesColumnCourse)) { $0.gradebook.course },
      Column(strings(.settingsSemester), narrowing: .leaves(order: 1)) {
        StyledText($0.gradebook.semester.rawValue, .quiet)
      },
      Column(strings(.historyColumnItems), least: 6, overflow: .wrap) { $0.itemList },
      Column(strings(.historyColumnStudents), .right, narrowing: .leaves(order: 2)) {
        "\($0.students.count)"
      },
      Column(strings(.historyColumnChanges), .right) { "\($0.changes.count)" },
      Column(strings(.historyColumnNotified), narrowing: .folds(order: 3)) {
        strings($0.notified ? .wordYes : .wordNo)
      },
      Column(strings(.historyColumnOrigin), overflow: .wrap, narrowing: .folds(order: 4)) {
        $0.originText(strings)
      },
      Column(strings(.groupColumnAuthor), narrowing: .leaves(order: 0)) {
        StyledText($0.gradebook.owner.username.rawValue, .quiet)
      },
    ]
  }

  private var emptyText: String {
    course.map { strings(.historyEmptyCourse, [.course: $0]) } ?? strings(.historyEmpty)
  }

  private func changes(of batch: PublishedBatch, _ names: CellNames) -> Table {
    let facts =
      [
        strings(.historyBatch, [.batch: "\(batch.id)"]),
        dates.dateTimeWithZone(batch.publishedAt),
      ] + batch.aftermath(strings)
    return Table(
      title: strings.title(batch.gradebook.course, nil, batch.gradebook.semester),
      summary: [StyledText(facts.joined(separator: " · "), .quiet)],
      names.sorted(batch.changes, by: \.cell).map { CellChange(published: $0, names) },
      CellChange.columns(strings), detail: { $0.below(strings) })
  }

  func document(_ names: Strings) -> Document {
    typealias Row = (batch: PublishedBatch, change: DraftEdit)
    let batch =
      Gradebook.fields.map { $0.of(\PublishedBatch.gradebook) } + [
        Field("publishedAt") { $0.publishedAt }, Field("notified") { $0.notified },
      ]
    let change =
      GradeCell.fields.map { $0.of(\DraftEdit.cell) } + [
        Field("from") { $0.base.value }, Field("to") { $0.value },
      ]
    let members =
      [Field<PublishedBatch>("id") { Int($0.id) }] + batch + [
        Field(json: "origins") { $0.origins.map(\.text) },
        Field(json: "changes") { Rows($0.changes, change) },
      ]
    let document: Document = ["batches": Rows(batches, members)]
    return document.table(
      batches.flatMap { batch in batch.changes.map { (batch, $0) } },
      [Field<Row>("batch") { Int($0.batch.id) }]
        + batch.map { $0.of(\.batch) } + change.map { $0.of(\.change) }
        + [Field("origin") { $0.change.origin?.text ?? "" }])
  }
}

extension PublishedBatch {
  var itemList: String {
    let most = 3
    let shown = items.prefix(most).map(\.rawValue)
    return (shown + (items.count > most ? ["+\(items.count - most)"] : [])).joined(separator: ", ")
  }

  /// What it came from; empty if that is not known.
  func originText(_ strings: Strings) -> String {
    origins.map { origin in
      switch origin {
      case .app: strings(.originApp)
      case .set: "grades set"
      case .file("-"): strings(.originInput)
      case .file(let name): name
      case .undo(let batch): strings(.originUndo, [.batch: "\(batch)"])
      case .redo(let batch): strings(.originRedo, [.batch: "\(batch)"])
      case .restore: "grades structure restore"
      }
    }.joined(separator: ", ")
  }

  /// Who was notified, and who published it.
  func aftermath(_ strings: Strings) -> [String] {
    [
      notified
        ? strings(.historyNotified, [.count: students.count]) : strings(.historyNobodyNotified),
      strings(.publishedBatchesByWhom, [.name: gradebook.owner.username]),
    ]
  }
}
