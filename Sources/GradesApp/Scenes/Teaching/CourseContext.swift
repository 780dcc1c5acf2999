import GradesClient
import GradesCore
import GradesLocalization

/// A course in a semester, as a teacher's command line names them.
struct CourseContext: Sendable {
  /// The full code.
  let code: CourseCode
  /// The semester; where values are edited, its code.
  let semester: SemesterChoice
  /// The course as it was typed.
  let typed: String

  /// Makes the context of a course that was found.
  init(_ code: CourseCode, in semester: SemesterChoice, typed: String? = nil) {
    self.code = code
    self.semester = semester
    self.typed = typed ?? code.rawValue
  }
}

extension Context {
  /// Finds out which course is meant; mostly without a request.
  func course(_ typed: String, semester flag: String?) async throws -> CourseContext {
    let semester = try semester(flag)
    if access == .online { services.transport.prepare() }
    return CourseContext(
      try await services.resolver.code(for: typed, in: semester), in: semester, typed: typed)
  }

  /// Finds out which course is to be edited. The semester is never a stored guess: a new one may have
  /// begun since, and grades would go into the last one. Where the service does not say which it is,
  /// its failure is thrown.
  func editedCourse(_ typed: String, semester flag: String?) async throws -> CourseContext {
    let choice = try semester(flag)
    var semester = try await services.session.semester(choice)
    if semester.isStale, case .word(let word) = choice {
      semester = Snapshot(value: try await services.api.semesterCode(word), fetchedAt: now())
    }
    let code = SemesterChoice.code(semester.value)
    return CourseContext(
      try await services.resolver.code(for: typed, in: code), in: code, typed: typed)
  }

  /// Asks something about a course, with a sign of life on a terminal. What the course does not
  /// have is reported with the names that may have been meant.
  @MainActor func asking<Value: Sendable>(
    about course: CourseContext, _ message: Message = .progressCourse,
    _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await loading(message, [.course: .text(course.code.rawValue)]) {
        try await work()
      }
    } catch {
      throw await services.missingNames.failure(for: error, in: course)
    }
  }
}

extension GroupID {
  /// Reads an id as people type it: the service's own words are in capitals.
  init(typed: String) {
    let upper = typed.uppercased()
    let isKnown =
      ["ALL", "TEST"].contains(upper)
      || ["MY_", "PARALLEL_", "EVENT_"].contains { upper.hasPrefix($0) }
    self.init(isKnown ? upper : typed)
  }
}
