import ArgumentParser
import Foundation
import GradesClient
import GradesCore
import GradesLocalization

/// `grades changes [CODE]`: the changes of the user's results since they were last shown.
struct ChangesCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("changes", .helpChanges) }

  @ArgumentParser.Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String?

  @Option(help: .words(.optionSince, valueName: "date"))
  var since: String?

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let since = try since.map { try context.moment($0) }
    let semester = try context.semester(reading.semester)
    let repository = context.services.repository
    var course: CourseCode?
    if let code { course = try await repository.courseCode(for: code, in: semester) }
    let log: Snapshot<RecordedChanges>
    do {
      log = try await context.loading(.progressChanges) { [course] in
        try await repository.changes(in: semester, of: course, since: since).latest()
      }
    } catch let error as UnknownCourse {
      throw await context.absence(of: error, typed: code ?? error.course.rawValue)
    }
    var answer = Answer(
      log,
      LogReport(log: .results(log, since: since), strings: context.strings, dates: context.dates))
    answer.then = {
      // Only the whole table counts as seen, not a document, one course, a part of the time or what was lost.
      if format == .table, code == nil, since == nil, context.printer.streams.outFailure() == nil {
        try? await repository.look(at: log.value)
      }
    }
    return answer
  }
}
