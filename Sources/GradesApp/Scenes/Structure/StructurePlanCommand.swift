import ArgumentParser
import Files
import GradesClient
import GradesCore

/// `grades structure plan CODE FILE`: what a file would change of a course. Sends nothing that changes it.
struct StructurePlanCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "plan", .helpStructurePlan, .helpStructurePlanDiscussion,
      examples: [
        "grades structure plan XI-AAA.23 course.yaml",
        "grades structure plan XI-AAA.23 course.yaml --semester next --json",
      ])
  }

  @Argument(
    help: .words(.argumentCourse, valueName: "code"),
    completion: .custom { _, _, _ in Completions.courses() })
  var code: String

  @Argument(
    help: .words(.argumentStructureFile, valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var file: String

  @Option(
    help: .words(.optionSemester, valueName: "semester"),
    completion: .custom { _, _, _ in Completions.semesters() })
  var semester: String?

  @OptionGroup var output: DocumentOption
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func run(in context: Context) async throws -> ExitStatus {
    let source = InputFile(file, streams: context.printer.streams)
    let reading = try await context.structure(in: source)
    let checked = await onOwnThread { reading.checked() }
    guard !checked.hasErrors else {
      let report = StructureCheckReport(checked, file: source.name, strings: context.strings)
      for line in report.lines(width: nil) { context.printer.notice(line.text) }
      return .refused
    }
    let course = try await context.editedCourse(code, semester: semester)
    guard case .code(let current) = course.semester else { return .unavailable }
    let plan = try await context.asking(about: course) {
      try await context.plan(of: checked.file, for: course.code, in: current)
    }
    context.printer.print(
      StructurePlanReport(plan, problems: checked, strings: context.strings),
      as: output.json ? .json : .table)
    return .done
  }
}

extension Context {
  /// Compares a file with a course; reads the students' values only where something would change.
  fileprivate func plan(
    of file: StructureFile, for course: CourseCode, in semester: SemesterCode
  ) async throws -> StructurePlan {
    let api = services.api
    let definitions = try await api.structure(of: course, in: semester)
    let plan = StructurePlan(
      course: course, semester: semester, file: file, definitions: definitions, rows: [])
    if plan.changes.isEmpty, plan.removals.isEmpty { return plan }
    let rows = try await api.rows(
      of: .all, in: course, semester: semester, language: strings.serviceLanguage)
    // Formulas of many students take a while.
    return await onOwnThread {
      StructurePlan(
        course: course, semester: semester, file: file, definitions: definitions, rows: rows)
    }
  }
}
