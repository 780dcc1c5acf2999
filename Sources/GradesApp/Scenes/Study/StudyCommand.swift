import ArgumentParser
import GradesClient
import GradesCore
import Spelling

/// `grades study`: all semesters with credits, grades and averages.
struct StudyCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "study", .helpStudy, .helpStudyDiscussion,
      examples: [
        "grades study", "grades study XI-AAA.23=B XI-BBB.21=C",
        "grades study --credits XI-AAA.23=5 --json --offline",
      ])
  }

  @Argument(help: .words(.argumentPlannedGrades, valueName: "code=grade"))
  var planned: [String] = []

  @Option(parsing: .singleValue, help: .words(.optionCredits, valueName: "code=credits"))
  var credits: [String] = []

  @Flag(help: .words(.optionOffline))
  var offline = false

  @OptionGroup var output: DocumentOption
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var access: Access { offline ? .offline : .online }

  func run(in context: Context) async throws -> ExitStatus {
    let grades = try EditRequest.assignments(planned, form: .courseGrade)
    let credits = try EditRequest.assignments(self.credits, form: .courseCredits)
    var snapshot = try await context.loading(.progressCourses) {
      try await context.services.study.record()
    }
    var record = snapshot.value
    for (typed, text) in grades {
      let grade = text.uppercased()
      guard GradeLetter.rank(grade) != nil || ["Z", "N"].contains(grade) else {
        throw Failure.plannedGrade(typed, typed: text)
      }
      guard record.plan(.text(grade), for: CourseCode(typed)) else {
        throw Self.unknown(typed, in: record)
      }
    }
    for (typed, text) in credits {
      guard case .success(let number) = NumberReader().read(text), 0...100 ~= number else {
        throw Failure.malformedCell(typed: "\(typed)=\(text)", form: .courseCredits)
      }
      guard record.setCredits(number, of: CourseCode(typed)) else {
        throw Self.unknown(typed, in: record)
      }
    }
    snapshot = snapshot.map { _ in record }
    await context.show(
      StudyReport(snapshot, strings: context.strings), as: output.json ? .json : .table)
    context.say(snapshot.isStale, fetchedAt: snapshot.fetchedAt)
    return .done
  }

  private static func unknown(_ typed: String, in record: StudyRecord) -> Failure {
    let codes = Set(record.courses.map(\.code.rawValue)).sorted()
    return .courseNotStudied(
      typed: typed, suggestions: NearNames.find(typed.uppercased(), among: codes))
  }
}
