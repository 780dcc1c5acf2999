import ArgumentParser
import Files
import Foundation
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

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Argument(
    help: .words(.argumentStructureFile, valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var file: String

  @OptionGroup var when: SemesterOption

  @Option(help: .words(.optionStructureRemove, valueName: "item"))
  var remove: [String] = []

  @OptionGroup var allowed: StructureFileOptions
  @OptionGroup var output: DocumentOption
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func run(in context: Context) async throws -> ExitStatus {
    guard let checked = try await context.checkedStructure(file) else { return .refused }
    let (course, current) = try await context.editedCourseAndSemester(
      code, semester: when.semester)
    guard
      let plan = try await context.structurePlan(checked, name: file, for: course, in: current)
    else { return .refused }
    context.printer.print(
      StructurePlanReport(plan, problems: checked, strings: context.strings),
      as: output.json ? .json : .table)
    if !output.json, !plan.isEmpty { context.report(checked, name: file) }
    context.warnOfUnusedRemovals(remove, in: plan)
    return .done
  }
}

extension Context {
  /// Reads and checks a structure's file; reports its problems and returns nil where it has errors.
  @MainActor func checkedStructure(_ file: String) async throws -> StructureReading? {
    let source = InputFile(file, streams: printer.streams)
    let reading = try await structure(in: source)
    return await checked(reading, name: source.name)
  }

  /// Checks a structure; reports its problems and returns nil where it has errors.
  @MainActor func checked(_ reading: StructureReading, name: String) async -> StructureReading? {
    let checked = await onOwnThread { reading.checked() }
    guard checked.hasErrors else { return checked }
    report(checked, name: name)
    return nil
  }

  /// Compares a checked file with a course. Reports problems of what the file and others have made of it together,
  /// and returns nil where it has errors.
  @MainActor func structurePlan(
    _ checked: StructureReading, name: String, for course: CourseContext, in semester: SemesterCode
  ) async throws -> StructurePlan? {
    warnOfOrigin(of: checked.file, for: course.code, in: semester)
    let plan = try await asking(about: course) {
      try await applier.plan(for: checked.file, of: course.code, in: semester)
    }
    guard plan.comparison != nil else { return plan }
    let both = StructureReading(Data(plan.file.text().utf8))
    return await self.checked(both, name: "\(name) + \(course.code)") == nil ? nil : plan
  }

  /// Reports what is wrong with a structure.
  func report(_ checked: StructureReading, name: String) {
    guard !checked.problems.isEmpty else { return }
    let report = StructureCheckReport(checked, file: name, strings: strings)
    for line in report.lines(width: nil) { printer.notice(line.text) }
  }

  /// Warns where a file names another course or semester than the one that it is used for.
  func warnOfOrigin(of file: StructureFile, for course: CourseCode, in semester: SemesterCode) {
    let (made, madeIn) = (file.course ?? course, file.semester ?? semester)
    guard made != course || madeIn != semester else { return }
    printer.notice(
      strings(
        .structureOtherOrigin,
        [
          .found: .text("\(made), \(madeIn.rawValue)"),
          .course: .text("\(course), \(semester.rawValue)"),
        ]))
  }

  /// Names the items after `--remove` that a plan does not remove, such as misspelt ones. They are no error:
  /// what a run that was interrupted has removed is no longer in the plan.
  func warnOfUnusedRemovals(_ allowed: [String], in plan: StructurePlan) {
    let removed = Set(plan.removals.map(\.item.identifier.rawValue))
    let unused = allowed.filter { !removed.contains($0) }
    guard !unused.isEmpty, !plan.isEmpty else { return }
    printer.notice(strings(.structureNotRemoved, [.item: .text(unused.joined(separator: ", "))]))
  }

  /// The backups of courses' structures.
  var backups: StructureBackups { StructureBackups(folder: paths.structureBackupsFolder) }

  /// Changes courses' structures.
  var applier: StructureApplier {
    StructureApplier(
      api: services.api, backups: backups, host: configuration.host.identity,
      language: strings.serviceLanguage, owner: { [gradebooks] in try await gradebooks.owner() },
      now: now)
  }
}
