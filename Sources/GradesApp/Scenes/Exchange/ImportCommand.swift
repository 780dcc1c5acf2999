import ArgumentParser
import Foundation
import GradesClient
import GradesCore

/// `grades import CODE FILE`: changes the cells that a CSV file or a workbook asks for.
struct ImportCommand: AppCommand {
  static var configuration: CommandConfiguration { help("import", .helpImport) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Argument(
    help: .words(.argumentCsvFile, valueName: "file"),
    completion: .file(extensions: ["csv", "tsv", "txt", "json", "xlsx"]))
  var file: String

  @Option(help: .words(.optionExpectedGroup, valueName: "group"), completion: .groups)
  var group: String?

  @Flag(help: .words(.optionAllowOtherStudents))
  var allowOtherStudents = false

  @Option(
    name: .customLong("students"), help: .words(.optionStudentsMap, valueName: "file"),
    completion: .file(extensions: ["csv", "tsv", "txt"]))
  var studentsFile: String?

  @Option(help: .words(.optionMap, valueName: "header=item"))
  var map: [String] = []

  @Flag(help: .words(.optionForgetMap))
  var forgetMap = false

  @Flag(help: .words(.optionMatchNames))
  var matchNames = false

  @Flag(help: .words(.optionClearNotes))
  var clearNotes = false

  @Option(help: .words(.optionImportNote, valueName: "text"))
  var note: String?

  @Option(help: .words(.optionSheet, valueName: "name"))
  var sheet: String?

  @Option(help: .words(.optionEncoding, valueName: "name"))
  var encoding: TextEncoding?

  @OptionGroup var editing: EditingOptions
  @OptionGroup var review: ReviewOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  var optionRules: [OptionRule] {
    review.rules(draft: editing.draft) + [
      .requires("--allow-other-students", allowOtherStudents, "--group", group != nil)
    ]
  }

  func run(in context: Context) async throws -> ExitStatus {
    let source = InputFile(file, streams: context.printer.streams)
    // Questions cannot be answered on standard input while the file comes through it. Whether there is
    // anything to ask is known only after the file was compared.
    let canAsk = context.printer.streams.inputIsTerminal && !source.isStandardInput
    let mode = try ReviewMode(review, draft: editing.draft, canAsk: true)
    let typed = try map.map { try ColumnMeaning($0) }
    let table = try TableFile(
      try await source.read(upTo: TableFile.largestFile), sheet: sheet, encoding: encoding)
    let students = try await studentMap(context)
    let course = try await context.editedCourse(
      code, semester: editing.when.semester, isDraft: mode == .draft)
    var options = TableReading.Options()
    options.emptyClears = editing.clear
    options.clearsNotes = clearNotes
    options.note = note.map { .whereChanged($0) } ?? .keep
    options.students = students
    options.titles = try context.columnMeanings(of: course.code, adding: typed, forgets: forgetMap)
    // Of a remembered title, the item may be gone by now.
    options.requiredItems = Set(typed.map(\.item))
    var expected: GroupID?
    if let group { expected = try await context.group(group, in: course) }
    let gradebook = try await context.gradebooks.gradebook(course)
    if encoding == nil, table.encoding == .windows1250 {
      context.notice(.csvWindows1250)
    }
    let (settings, members) = (options, expected)
    var (reviewed, reading) = try await context.asking(about: course) {
      try await context.reviewing(in: gradebook, for: mode) { reviewer in
        try await reviewer.review(
          importing: table, settings, expecting: members, allowsOthers: allowOtherStudents)
      }
    }
    reviewed.origin = .file(source.lastName)
    say(reviewed, reading, typed, context)
    sayGone(settings.titles, reading, context)
    var conversation = ReviewConversation(
      context: context, options: review, mode: mode, skipsRefused: editing.skipInvalid)
    conversation.canAsk = canAsk
    conversation.needsNamesConsent = reading.matching == .name && !matchNames
    if !typed.isEmpty {
      conversation.accepted = { try context.remember(settings.titles, of: course.code) }
    }
    return try await conversation.run(reviewed)
  }

  private func studentMap(_ context: Context) async throws -> StudentMap? {
    guard let studentsFile else { return nil }
    let source = InputFile(studentsFile, streams: context.printer.streams)
    let data = try await source.read(upTo: TableFile.largestFile)
    do throws(TableError) {
      return try StudentMap(TableFile(data, encoding: encoding))
    } catch {
      throw Failure.csv(error, file: source.lastName)
    }
  }

  /// Names the remembered headers of the file whose items the course no longer has.
  private func sayGone(
    _ titles: [String: ItemIdentifier], _ reading: TableReading, _ context: Context
  ) {
    let unknown = reading.problems.filter { $0.kind == .unknownItem }.compactMap(\.identifier)
    for (title, item) in titles.sorted(by: { $0.key < $1.key })
    where unknown.contains(where: { TableReading.isSameTitle($0, title) }) {
      context.notice(.importMapGone, [.name: title, .item: item])
    }
  }

  /// Reports how the file was understood where that is not its own word.
  private func say(
    _ reviewed: Review, _ reading: TableReading, _ meanings: [ColumnMeaning], _ context: Context
  ) {
    if let sheet = reading.sheet, !sheet.isChosen, sheet.count > 1 {
      context.notice(.workbookSheet, [.value: sheet.name, .total: sheet.count])
    }
    if reading.hidden != (0, 0) {
      context.notice(
        .workbookHidden, [.row: "\(reading.hidden.rows)", .column: "\(reading.hidden.columns)"])
    }
    // The typed ones are not remembered yet.
    let remembered = reading.mapped.filter { title, _ in !meanings.contains { $0.means(title) } }
    if !remembered.isEmpty {
      let pairs = remembered.sorted { $0.key < $1.key }.map { "\($0.asTitle) = \($1)" }
      context.notice(.importMapped, [.allowed: pairs.joined(separator: ", ")])
    }
    for meaning in meanings
    where !reading.mapped.values.contains(meaning.item)
      && !reading.titles.contains(where: { meaning.means($0) })
    {
      context.notice(.importNotMapped, [.name: meaning.title])
    }
    if reading.matching == .name { context.notice(.importMatchedByName) }
    context.notice(.draftsUntouched, count: reviewed.untouched)
  }
}

extension TextEncoding: ExpressibleByArgument {
  /// Reads a name in any case of its letters.
  package init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}
