import ArgumentParser
import GradesClient
import GradesCore

/// `grades enter CODE ITEM`: Quick entry line by line.
struct EnterCommand: AppCommand {
  static var configuration: CommandConfiguration { help("enter", .helpEnter) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Argument(help: .words(.argumentEnteredItem, valueName: "item"), completion: .items)
  var item: String

  @Option(help: .words(.optionGroup, valueName: "group"), completion: .groups)
  var group = GroupID.all.rawValue

  @Flag(help: .words(.optionOverwriteValues))
  var overwrite = false

  @OptionGroup var when: SemesterOption

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  var isOpenEnded: Bool { true }

  func run(in context: Context) async throws -> ExitStatus {
    let course = try await context.editedCourse(code, semester: when.semester)
    let gradebook = try await context.gradebooks.gradebook(course)
    let query = GroupQuery(
      course: course.code, semester: course.semester,
      group: try await context.group(group, in: course), items: [ItemIdentifier(item)])
    let (matrix, numbers) = try await context.asking(about: course, .progressGroup) {
      _ = try await context.confirm(gradebook)
      return (
        try await context.services.teacher.matrix(query).latest(),
        await context.services.teacher.personalNumbers(of: query)
      )
    }
    context.say(staleSince: matrix.staleSince)
    guard let stack = PaperStack(matrix.value, personalNumbers: numbers), stack.item.isEditable
    else { throw Failure.computedItem(item, course: course.code) }
    let editor = CellEditor(drafts: context.services.drafts, gradebook: gradebook)
    try await editor.load()
    return try await EnterConversation(
      context: context, stack: stack, editor: editor, replacesUnasked: overwrite
    ).run()
  }
}
