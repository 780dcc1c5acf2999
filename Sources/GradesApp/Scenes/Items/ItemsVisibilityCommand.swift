import ArgumentParser
import GradesCore
import GradesLocalization

/// `grades items show CODE ITEM...`: lets students see items.
struct ItemsShowCommand: PairedCommand {
  static var configuration: CommandConfiguration {
    help("show", .helpItemsShow, .helpItemsShowDiscussion)
  }
  static let way = false

  @OptionGroup var arguments: ItemsVisibilityArguments
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions
}

/// `grades items hide CODE ITEM...`: hides items from students.
struct ItemsHideCommand: PairedCommand {
  static var configuration: CommandConfiguration {
    help("hide", .helpItemsHide, .helpItemsShowDiscussion)
  }
  static let way = true

  @OptionGroup var arguments: ItemsVisibilityArguments
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions
}

struct ItemsVisibilityArguments: PairedArguments {
  @ArgumentParser.Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @ArgumentParser.Argument(
    help: .words(.argumentItemPatterns, valueName: "item"),
    completion: .items)
  var items: [String]

  @OptionGroup var when: SemesterOption

  @OptionGroup var change: StructureChangeOptions

  @MainActor func run(_ hidden: Bool, in context: Context) async throws -> ExitStatus {
    let conversation = try StructureConversation(context, change)
    let (course, current) = try await context.editedCourseAndSemester(code, semester: when.semester)
    let patterns = items
    let services = context.services
    let (plan, students) = try await context.asking(about: course) {
      let definitions = try await services.api.course(course.code, in: current).definitions
        .structure()
      let present = StructureFile(course.code, current, definitions)
      let chosen = try present.items.identifiers(matching: patterns)
      let plan = try await context.applier.plan(
        for: present.setting(hidden: hidden, of: chosen), of: course.code, in: current,
        over: definitions)
      let roster = try await services.repository.roster(
        of: .all, in: course.code, semester: course.semester
      ).latest()
      return (plan, roster.value.students.count)
    }
    let names = plan.changes.filter(\.lost.isEmpty).map {
      $0.item.definition.name(in: context.strings.serviceLanguage)
    }
    let remark = context.strings(
      hidden ? .itemsWillHide : .itemsWillShow,
      [.count: students, .item: names.joined(separator: ", ")])
    return try await conversation.run(plan, remark: names.isEmpty ? nil : remark)
  }
}
