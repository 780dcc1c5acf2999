import ArgumentParser
import Files
import Foundation
import GradesClient
import GradesCore

/// `grades structure plan CODE FILE`: what a file would change of a course. Sends nothing that changes it.
struct StructurePlanCommand: AppCommand {
  static var configuration: CommandConfiguration { help("plan", .helpStructurePlan) }

  @OptionGroup var source: StructureSource

  @OptionGroup var removal: StructureRemovalOption
  @OptionGroup var allowed: StructureFileOptions
  @OptionGroup var output: DocumentOption
  @Flag(help: .words(.optionDetailedExitCode))
  var detailedExitcode = false

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func run(in context: Context) async throws -> ExitStatus {
    guard let (plan, checked) = try await source.compared(in: context) else { return .refused }
    let text = StructureChangeText(strings: context.strings, namesFields: true)
    context.printer.print(
      StructurePlanReport(plan: plan, problems: checked, text: text),
      as: output.format)
    if !output.json, !plan.isEmpty { context.report(checked, name: source.file) }
    context.warnOfUnusedRemovals(removal.remove, in: plan)
    return detailedExitcode && !plan.isEmpty ? .changes : .done
  }
}

/// `grades structure apply CODE FILE`: changes a course as a file says.
struct StructureApplyCommand: AppCommand {
  static var configuration: CommandConfiguration { help("apply", .helpStructureApply) }

  @OptionGroup var source: StructureSource
  @OptionGroup var removal: StructureRemovalOption
  @OptionGroup var allowed: StructureFileOptions
  @OptionGroup var change: StructureChangeOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  func run(in context: Context) async throws -> ExitStatus {
    let conversation = try StructureConversation(
      context, change, removing: removal.remove, file: (source.file, allowed))
    guard let (plan, checked) = try await source.compared(in: context) else { return .refused }
    return try await conversation.run(plan, problems: checked)
  }
}

/// A file, and the course with which it is compared.
struct StructureSource: ParsableArguments {
  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Argument(
    help: .words(.argumentStructureFile, valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var file: String

  @OptionGroup var when: SemesterOption

  /// Reads, checks and compares the file. Reports problems of it, and of what the file and others have made of it
  /// together; nil where it has errors.
  @MainActor func compared(
    in context: Context
  ) async throws -> (plan: StructurePlan, checked: StructureReading)? {
    let reading = try await context.structure(file)
    guard let checked = await context.checked(reading, name: file) else { return nil }
    let (course, semester) = try await context.editedCourseAndSemester(
      code, semester: when.semester)
    context.warnOfOrigin(of: checked.file, for: course.code, in: semester)
    let plan = try await context.asking(about: course) {
      try await context.applier.plan(for: checked.file, of: course.code, in: semester)
    }
    guard plan.comparison != nil else { return (plan, checked) }
    let both = StructureReading(Data(plan.file.text().utf8))
    let isGood = await context.checked(both, name: "\(file) + \(course.code)") != nil
    return isGood ? (plan, checked) : nil
  }
}

extension Context {
  /// Reads a structure's file, or standard input.
  func structure(_ file: String) async throws -> StructureReading {
    let data = try await InputFile(file, streams: printer.streams)
      .read(upTo: StructureFile.largestFile)
    // The parser blocks for as long as a large file takes.
    return await onOwnThread { StructureReading(data) }
  }

  /// Checks a structure; reports its problems and returns nil where it has errors.
  @MainActor func checked(_ reading: StructureReading, name: String) async -> StructureReading? {
    let checked = await onOwnThread { reading.checked() }
    guard checked.hasErrors else { return checked }
    report(checked, name: name)
    return nil
  }

  func report(_ checked: StructureReading, name: String) {
    guard !checked.problems.isEmpty else { return }
    let report = StructureCheckReport(reading: checked, file: name, strings: strings)
    for line in report.lines(width: nil) { printer.notice(line.text) }
  }

  /// Warns where a file names another course or semester than the one that it is used for.
  func warnOfOrigin(of file: StructureFile, for course: CourseCode, in semester: SemesterCode) {
    let (made, madeIn) = (file.course ?? course, file.semester ?? semester)
    guard made != course || madeIn != semester else { return }
    printer.notice(
      strings(
        .structureOtherOrigin,
        [.found: "\(made), \(madeIn.rawValue)", .course: "\(course), \(semester.rawValue)"]))
  }

  /// Names the items after `--remove` that a plan does not remove, such as misspelt ones. They are no error:
  /// what a run that was interrupted has removed is no longer in the plan.
  func warnOfUnusedRemovals(_ allowed: [String], in plan: StructurePlan) {
    let removed = Set(plan.removals.map(\.item.identifier.rawValue))
    let unused = allowed.filter { !removed.contains($0) }
    guard !unused.isEmpty, !plan.isEmpty else { return }
    printer.notice(strings(.structureNotRemoved, [.item: unused.joined(separator: ", ")]))
  }

  var backups: StructureBackups { StructureBackups(folder: paths.structureBackupsFolder) }

  var applier: StructureApplier {
    StructureApplier(
      api: services.api, backups: backups, host: configuration.host.identity,
      language: strings.serviceLanguage, owner: { [gradebooks] in try await gradebooks.owner() },
      now: now)
  }
}
