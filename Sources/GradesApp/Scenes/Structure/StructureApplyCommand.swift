import ArgumentParser
import GradesCore

/// `grades structure apply CODE FILE`, or `grades structure apply PLAN`: changes a course as a file says.
struct StructureApplyCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "apply", .helpStructureApply, .helpStructureApplyDiscussion,
      examples: [
        "grades structure apply XI-AAA.23 course.yaml",
        "grades structure apply XI-AAA.23 course.yaml --remove quiz --yes",
        "grades structure apply course.plan",
      ])
  }

  @Argument(help: .words(.argumentStructureCourse, valueName: "code"), completion: .courses)
  var code: String

  @Argument(
    help: .words(.argumentStructureFile, valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var file: String?

  @OptionGroup var when: SemesterOption

  @OptionGroup var change: StructureChangeOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  func run(in context: Context) async throws -> ExitStatus {
    let conversation = StructureConversation(context: context, options: change)
    try conversation.check()
    guard let file else { return try await applyPlan(conversation) }
    guard let checked = try await context.checkedStructure(file) else { return .refused }
    let (course, current) = try await context.editedCourseAndSemester(
      code, semester: when.semester)
    context.warnOfOrigin(of: checked.file, for: course.code, in: current)
    let plan = try await context.asking(about: course) {
      try await context.applier.plan(for: checked.file, of: course.code, in: current)
    }
    return try await conversation.run(plan, problems: checked)
  }

  /// Applies the plan of a file, unless others have changed the course since.
  @MainActor private func applyPlan(
    _ conversation: StructureConversation
  ) async throws -> ExitStatus {
    if when.semester != nil { throw Failure.exclusive("PLAN", "--semester") }
    let context = conversation.context
    let data = try await InputFile(code, streams: context.printer.streams).read(
      upTo: StructurePlanDocument.largestFile)
    let document: StructurePlanDocument
    do {
      guard let read = try StructurePlanDocument(data) else {
        // Without a course, a structure's file cannot be applied.
        throw Failure.structurePlanMissing(path: code)
      }
      document = read
    } catch let problem as StructurePlanDocument.Problem {
      switch problem {
      case .damaged: throw Failure.structurePlanDamaged(path: code)
      case .newerVersion: throw Failure.structurePlanNewer(path: code)
      }
    }
    guard document.host == context.configuration.host.identity else {
      throw Failure.structurePlanElsewhere(path: code, made: document.host)
    }
    let course = CourseContext(document.course, in: .code(document.semester))
    let made = StructurePlan(
      course: document.course, semester: document.semester, file: document.file,
      definitions: document.definitions, rows: [], estimating: false)
    let (plan, foreign) = try await context.asking(about: course) {
      let now = try await context.applier.plan(
        for: document.file, of: document.course, in: document.semester)
      return (now, made.foreignChanges(in: now.definitions))
    }
    guard foreign.isEmpty else {
      for change in foreign {
        context.printer.notice(StructureOutcomeReport.text(change, context.strings))
      }
      throw Failure.structureChanged(document.course, items: foreign.map(\.identifier))
    }
    var conversation = conversation
    conversation.removing = document.removing
    return try await conversation.run(plan)
  }
}
