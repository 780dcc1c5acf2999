import ArgumentParser

/// `grades items`: the evaluation items of a course, and whether students see them.
struct ItemsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    help(
      "items", .helpItems,
      subcommands: [ItemsListCommand.self, ItemsShowCommand.self, ItemsHideCommand.self],
      defaultSubcommand: ItemsListCommand.self)
  }

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions
}

struct ItemsListCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("list", .helpItemsList) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let course = try await context.course(code, semester: reading.semester)
    let items = try await context.asking(about: course) {
      try await context.services.teacher.items(of: course.code, in: course.semester).latest()
    }
    return Answer(items, ItemsReport(items: items.value, strings: context.strings))
  }
}
