import ArgumentParser
import Files
import GradesClient
import GradesCore

/// `grades study`: all semesters with credits, grades and averages.
struct StudyCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("study", .helpStudy) }

  @Argument(help: .words(.argumentPlannedGrades, valueName: "code=grade"))
  var planned: [String] = []

  @Option(parsing: .singleValue, help: .words(.optionCredits, valueName: "code=credits"))
  var credits: [String] = []

  @OptionGroup var reading: OfflineDocumentOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let grades = try EditRequest.assignments(planned, form: .studyFormGrade)
    let credits = try EditRequest.assignments(self.credits, form: .studyFormCredits)
    let snapshot = try await context.loading(.progressCourses) {
      try await context.services.repository.studyRecord()
    }
    var record = snapshot.value
    for (code, typed, text) in try Self.courses(grades, in: record) {
      let grade = text.uppercased()
      guard GradeLetter.rank(grade) != nil || ["Z", "N"].contains(grade) else {
        throw Failure(.refused, .studyWrongGrade, [.course: typed, .value: text])
      }
      try await Self.check(grade, of: code, in: record, context)
      record.plan(.text(grade), for: code)
    }
    var given: [CourseCode: Double] = [:]
    for (code, typed, text) in try Self.courses(credits, in: record) {
      given[code] = try StudyRecord.credits(text, of: typed)
    }
    record.fill(context.settings.credits.merging(given) { $1 })
    let report = StudyReport(snapshot: snapshot.map { _ in record }, strings: context.strings)
    var answer = Answer(snapshot, report)
    if !given.isEmpty, !context.paths.lackHome {
      answer.then = { [given] in
        try SettingsRepository(file: context.paths.settingsFile).change {
          $0.credits.merge(given) { $1 }
        }
      }
    }
    return answer
  }

  /// Throws for a grade that a course never gives, as far as its results of the newest semester can be read.
  private static func check(
    _ grade: String, of code: CourseCode, in record: StudyRecord, _ context: Context
  ) async throws {
    let semester = record.semesters.last { $0.courses.contains { $0.code == code } }?.code
    guard let semester, semester == record.semesters.last?.code, GradeLetter.isPassing(grade),
      let results = try? await context.services.repository.results(of: code, in: .code(semester))
        .latest().value
    else { return }
    let problem = await onOwnThread { () -> PlanGoalProblem? in
      do throws(PlanGoalProblem) { _ = try CoursePlanner(results).need(for: .grade(grade)) } catch {
        return error
      }
      return nil
    }
    if let problem { throw Failure.planGoal(problem, course: code) }
  }

  /// The courses that typed codes mean, each once.
  private static func courses(
    _ typed: [(key: String, value: String)], in record: StudyRecord
  ) throws(Failure) -> [(code: CourseCode, typed: String, value: String)] {
    let matcher = CourseCodeMatcher(known: record.courses.map(\.code))
    var found: [(code: CourseCode, typed: String, value: String)] = []
    for (key, value) in typed {
      switch matcher.match(key) {
      case .course(let code):
        guard !found.contains(where: { $0.code == code }) else {
          throw .repeatedAssignment(code.rawValue)
        }
        found.append((code, key, value))
      case .ambiguous(let candidates): throw .ambiguousCourse(typed: key, candidates: candidates)
      case .unknown(let suggestions):
        throw Failure(
          .refused, .studyUnknownCourse, [.course: key], near: suggestions.map(\.rawValue))
      }
    }
    return found
  }
}

extension StudyRecord {
  /// The credits that a typed text means.
  static func credits(_ text: String, of course: String) throws(Failure) -> Double {
    guard case .success(let number) = NumberReader().read(text), creditRange.contains(number) else {
      throw Failure(
        .usage, .studyWrongCredits,
        [
          .course: course, .value: text, .minimum: creditRange.lowerBound,
          .maximum: creditRange.upperBound,
        ])
    }
    return number
  }
}
