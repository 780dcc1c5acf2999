import ArgumentParser
import GradesCore

/// `grades publish [CODE]`: the Review scene of the drafts that wait.
struct PublishCommand: AppCommand {
  static var configuration: CommandConfiguration { help("publish", .helpPublish) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String?

  @OptionGroup var when: SemesterOption

  @Flag(help: .words(.optionWait))
  var wait = false

  @OptionGroup var review: ReviewOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  var optionRules: [OptionRule] { review.rules() }

  func run(in context: Context) async throws -> ExitStatus {
    let mode = try ReviewMode(review, canAsk: context.printer.streams.inputIsTerminal)
    let chosen = try when.semester.map { try context.semester($0) }
    let books = try await context.gradebooks.withDrafts(of: code, in: chosen)
    if review.json, books.count > 1 {
      let courses = books.map { "\($0.course) (\($0.semester))" }.joined(separator: ", ")
      throw Failure(.usage, .draftsSeveralCourses, [.allowed: courses])
    }
    guard !books.isEmpty else {
      let nothing = OutcomeReport(
        outcome: PublishReport(), names: CellNames(), strings: context.strings,
        dates: context.dates, missingCourse: code)
      context.printer.print(nothing, as: review.json ? .json : .table)
      return .done
    }
    var worst = ExitStatus.done
    for gradebook in books {
      let status = try await publish(gradebook, mode, context)
      if status == .cancelled { return status }
      if worst == .done { worst = status }
    }
    return worst
  }

  @MainActor private func publish(
    _ gradebook: Gradebook, _ mode: ReviewMode, _ context: Context
  ) async throws -> ExitStatus {
    let course = CourseContext(gradebook.course, in: .code(gradebook.semester))
    let publisher = context.gradebooks.publisher
    let (confirmed, reading) = try await context.asking(about: course) {
      // What is unconfirmed is read first. A dry run settles nothing.
      let confirmed =
        mode == .dryRun
        ? PublishReport() : try await context.confirm(gradebook, waits: wait)
      return (confirmed, try await publisher.reading(of: gradebook))
    }
    let reviewed = Review(
      reading.drafts, in: gradebook, over: reading.grid, readAt: context.now())
    let undos = await context.services.drafts.silentUndos(among: reading.drafts)
    return try await ReviewConversation(
      context: context, options: review, mode: mode,
      undoesSilently: ReviewTotals([reviewed]).notify(onlyOf: undos),
      confirmed: confirmed
    ).run(reviewed)
  }
}
