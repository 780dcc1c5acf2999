import ArgumentParser
import Foundation
import GradesClient
import GradesCore
import GradesLocalization

/// `grades changes [CODE]`: what has changed in the user's results since they last looked.
struct ChangesCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "changes", .helpChanges, .helpChangesDiscussion,
      examples: [
        "grades changes", "grades changes XI-AAA.23", "grades changes --since 2026-11-01 --offline",
        "grades changes --since 7d --json",
      ])
  }

  @ArgumentParser.Argument(
    help: .words(.argumentCourse, valueName: "code"),
    completion: .custom { _, _, _ in Completions.courses() })
  var code: String?

  @Option(help: .words(.optionSince, valueName: "date"))
  var since: String?

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var shared: SharedOptions

  var access: Access { reading.access }

  func run(in context: Context) async throws -> ExitStatus {
    let format = try reading.format()
    let since = try since.map { typed in
      guard
        let moment = SinceText.read(typed, now: context.now(), timeZone: context.timeZone)
      else { throw Failure.unknownMoment(typed) }
      return moment
    }
    let choice = try context.semester(reading.semester)
    var course: CourseCode?
    if let code {
      let semester = try await context.services.session.begin(choice).semester.value
      course = try await context.services.resolver.code(for: code, in: semester)
    }
    let scene = ChangesViewModel(
      session: context.services.session, changes: context.services.changes, semester: choice,
      course: course, since: since)
    do {
      try await context.loading(.progressChanges) { try await scene.load() }
    } catch GradesError.notFound {
      throw await context.absence(of: course ?? CourseCode(""), typed: code ?? "", in: choice)
    }
    guard let log = scene.state.log else { throw NothingStored() }
    context.printer.print(
      ChangesReport(
        log: log, since: since, strings: context.strings, dates: context.dates), as: format)
    context.say(log.isStale, fetchedAt: log.fetchedAt)
    // Programs do not look; and who looks at one course, or at some time, has not seen the rest.
    if format == .table, course == nil, since == nil { await scene.look() }
    return .done
  }
}

extension Context {
  /// Why the service has no results of the user in a course.
  fileprivate func absence(
    of code: CourseCode, typed: String, in choice: SemesterChoice
  ) async -> Failure {
    guard let semester = try? await services.session.semester(choice).value else {
      return .service(.notFound)
    }
    return await absence(of: code, typed: typed, in: semester)
  }
}
