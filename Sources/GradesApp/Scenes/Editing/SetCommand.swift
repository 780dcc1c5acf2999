import ArgumentParser
import GradesCore

/// `grades set`: changes cells from the shell.
struct SetCommand: AppCommand {
  static var configuration: CommandConfiguration { help("set", .helpSet) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Argument(help: .words(.argumentCells, valueName: "value"))
  var values: [String] = []

  @Option(help: .words(.optionStudent, valueName: "username"), completion: .students)
  var student: String?

  @Option(help: .words(.optionSetItem, valueName: "item"), completion: .items)
  var item: String?

  @Option(help: .words(.optionGroup, valueName: "group"), completion: .groups)
  var group: String?

  @Option(parsing: .unconditional, help: .words(.optionAdd, valueName: "number"))
  var add: String?

  @Option(help: .words(.optionNote, valueName: "text"))
  var note: String?

  @OptionGroup var editing: EditingOptions
  @OptionGroup var review: ReviewOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  var optionRules: [OptionRule] { review.rules(draft: editing.draft) }

  func run(in context: Context) async throws -> ExitStatus {
    var request = try EditRequest(
      values: values, student: student, item: item, group: group, add: add,
      note: note.map { .always($0) } ?? .keep)
    let mode = try ReviewMode(
      review, draft: editing.draft, canAsk: context.printer.streams.inputIsTerminal)
    let course = try await context.editedCourse(
      code, semester: editing.when.semester, isDraft: mode == .draft)
    if let group { request.group = try await context.group(group, in: course) }
    let gradebook = try await context.gradebooks.gradebook(course)
    let wanted = request
    var reviewed = try await context.asking(about: course) {
      try await context.reviewing(in: gradebook, for: mode) { reader in
        try await reader.review(
          wanted, options: Review.Options(allowsClearing: editing.clear),
          sorted: { $0.sortedByName() })
      }
    }
    reviewed.origin = .set
    // A mistake of the command line as a whole: it has no review.
    for problem in reviewed.problems
    where problem.kind == .ambiguousSign && !editing.skipInvalid {
      let sentence = ProblemSentence(strings: context.strings).sentence(problem)
      throw Failure(.refused, .reviewingProblem, [.reason: sentence])
    }
    return try await ReviewConversation(
      context: context, options: review, mode: mode, skipsRefused: editing.skipInvalid
    ).run(reviewed)
  }
}
