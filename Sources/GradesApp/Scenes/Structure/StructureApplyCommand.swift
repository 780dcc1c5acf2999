import ArgumentParser
import GradesCore

/// `grades structure apply CODE FILE`: changes a course as a file says.
struct StructureApplyCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "apply", .helpStructureApply, .helpStructureApplyDiscussion,
      examples: [
        "grades structure apply XI-AAA.23 course.yaml",
        "grades structure apply XI-AAA.23 course.yaml --remove quiz --yes",
      ])
  }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Argument(
    help: .words(.argumentStructureFile, valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var file: String

  @OptionGroup var when: SemesterOption

  @OptionGroup var allowed: StructureFileOptions
  @OptionGroup var change: StructureChangeOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  func run(in context: Context) async throws -> ExitStatus {
    var conversation = StructureConversation(context: context, options: change)
    conversation.file = (file, allowed)
    try conversation.check()
    guard let checked = try await context.checkedStructure(file) else { return .refused }
    let (course, current) = try await context.editedCourseAndSemester(
      code, semester: when.semester)
    guard
      let plan = try await context.structurePlan(checked, name: file, for: course, in: current)
    else { return .refused }
    return try await conversation.run(plan, problems: checked)
  }
}
