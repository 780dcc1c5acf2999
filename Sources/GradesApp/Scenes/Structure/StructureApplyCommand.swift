import ArgumentParser
import GradesCore

/// `grades structure apply CODE FILE`: changes a course as a file says.
struct StructureApplyCommand: AppCommand {
  static var configuration: CommandConfiguration { help("apply", .helpStructureApply) }

  @OptionGroup var source: StructureSource
  @OptionGroup var allowed: StructureFileOptions
  @OptionGroup var change: StructureChangeOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  func run(in context: Context) async throws -> ExitStatus {
    var conversation = StructureConversation(context: context, options: change)
    conversation.file = (source.file, allowed)
    try conversation.check()
    guard let (plan, checked) = try await source.compared(in: context) else { return .refused }
    return try await conversation.run(plan, problems: checked)
  }
}
