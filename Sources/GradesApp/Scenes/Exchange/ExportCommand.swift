import ArgumentParser
import GradesClient
import GradesCore
import Terminal

/// `grades export CODE`: values as a CSV file or a workbook that `import` reads back without a change.
struct ExportCommand: AppCommand {
  static var configuration: CommandConfiguration { help("export", .helpExport) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Option(help: .words(.optionGroup, valueName: "group"), completion: .groups)
  var group = GroupID.all.rawValue

  @Option(
    name: .customLong("item"), help: .words(.optionItem, valueName: "item"),
    completion: .items)
  var items: [String] = []

  @Flag(name: .customLong("excel-cs"), help: .words(.optionExcelCs))
  var isForCzechExcel = false

  @Flag(help: .words(.optionNotes))
  var notes = false

  @Flag(help: .words(.optionWithDrafts))
  var withDrafts = false

  @Option(help: .words(.optionXlsx, valueName: "file"), completion: .file(extensions: ["xlsx"]))
  var xlsx: String?

  @Flag(name: .customLong("overwrite"), help: .words(.optionOverwriteFile))
  var overwritesFile = false

  @OptionGroup var when: SemesterOption

  @Flag(help: .words(.optionOffline))
  var offline = false

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { xlsx != nil }

  var access: Access { offline ? .offline : .online }

  var optionRules: [OptionRule] {
    [
      .oneOf(["--excel-cs": isForCzechExcel, "--xlsx": xlsx != nil]),
      .requires("--overwrite", overwritesFile, "--xlsx", xlsx != nil),
    ]
  }

  func run(in context: Context) async throws -> ExitStatus {
    let file = xlsx.map { OutputFile($0, replacesExisting: overwritesFile) }
    try file?.check()
    let course = try await context.course(code, semester: when.semester)
    let query = GroupQuery(
      course: course.code, semester: course.semester,
      group: try await context.group(group, in: course),
      items: items.map { ItemIdentifier($0) },
      // The smallest answer is not known to have notes.
      needsDetails: notes)
    let matrix = try await context.asking(about: course, .progressGroup) {
      try await context.services.repository.matrix(query).latest()
    }
    let drafts = try await context.drafts(of: matrix.value, shown: withDrafts)
    let table = ExportedTable(
      CellGrid(drafts.applied(to: matrix.value)), hasNotes: notes, drafts: drafts.cells)
    if let file {
      try await file.write(table.workbook(sheetName: course.code.rawValue))
    } else {
      let data = table.csv(isForCzechExcel ? .czechExcel : .standard)
      context.printer.print(csv: String(decoding: data, as: UTF8.self))
    }
    context.say(staleSince: matrix.staleSince)
    // An incomplete table is not an export; the run reports that at its end.
    guard context.printer.streams.outFailure() == nil else { return .done }
    context.notice(.exportDone, [.count: matrix.value.rows.count])
    return .done
  }
}

extension CellGrid {
  /// A group's values with the students by name. The names are on one line and harmless, because no
  /// import reads them; everything else stays exact.
  fileprivate init(_ matrix: GroupMatrix) {
    let items = matrix.items.map(\.definition)
    let rows = matrix.rows.sorted { $0.student }
    self.init(
      definitions: items, students: rows.map { $0.student.withHarmlessName },
      values: rows.keyed(by: \.student.username).mapValues { row in
        Dictionary(
          zip(items.map(\.identifier), row.values), uniquingKeysWith: { first, _ in first })
      })
  }
}

extension Student {
  fileprivate var withHarmlessName: Student {
    var student = self
    student.lastName = lastName.map(SafeText.singleLine)
    student.firstName = firstName.map(SafeText.singleLine)
    return student
  }
}
