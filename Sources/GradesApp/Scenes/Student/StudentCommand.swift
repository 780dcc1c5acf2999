import ArgumentParser
import GradesClient
import GradesCore

/// `grades student CODE USERNAME`: the Student classification scene as a table.
struct StudentCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "student", .helpStudent, .helpStudentDiscussion,
      examples: ["grades student XI-AAA.23 zkusade1", "grades student XI-AAA.23 zkusade1 --json"])
  }

  @Argument(
    help: .words(.argumentCourse, valueName: "code"),
    completion: .custom { _, _, _ in Completions.courses() })
  var code: String

  @Argument(
    help: .words(.argumentUsername, valueName: "username"),
    completion: .custom { words, _, _ in Completions.students(words) })
  var username: String

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var shared: SharedOptions

  var access: Access { reading.access }

  func run(in context: Context) async throws -> ExitStatus {
    let format = try reading.format()
    let place = try await context.place(code, semester: reading.semester)
    let results: Snapshot<CourseResults>
    do {
      results = try await context.loading(
        .progressCourse, [.course: .text(place.course.rawValue)]
      ) {
        try await context.services.teacher.latestRecord(
          of: Username(username), in: place.course, semester: place.semester)
      }
    } catch let error as GradesError where error.refusesStudent {
      // The answer does not say what is not there: the course, or only the student.
      _ = try await context.asking(about: place) {
        try await context.services.teacher.latestItems(of: place.course, in: place.semester)
      }
      throw await context.unknownStudent(username, in: place)
    }
    context.printer.print(
      StudentReport(results: results, strings: context.strings, dates: context.dates),
      as: format)
    context.say(results.isStale || place.isStale, fetchedAt: results.fetchedAt)
    return .done
  }
}
