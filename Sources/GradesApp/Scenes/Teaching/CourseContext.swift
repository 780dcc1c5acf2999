import GradesClient
import GradesCore
import GradesLocalization

/// A course in a semester, as a teacher's command line names them.
struct CourseContext: Sendable {
  let code: CourseCode
  /// The semester; where values are edited, its code.
  let semester: SemesterChoice
  let typed: String

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
      try await services.repository.courseCode(for: typed, in: semester), in: semester, typed: typed
    )
  }

  /// Finds out which course is to be edited. The semester is never a stored guess: a new one may have
  /// begun since, and grades would go into the last one. Where the service does not say which it is,
  /// its failure is thrown. A draft sends nothing and may be made of stored answers.
  func editedCourse(
    _ typed: String, semester flag: String?, isDraft: Bool = false
  ) async throws -> CourseContext {
    try await editedCourseAndSemester(typed, semester: flag, isDraft: isDraft).course
  }

  /// The same with the semester's code.
  func editedCourseAndSemester(
    _ typed: String, semester flag: String?, isDraft: Bool = false
  ) async throws -> (course: CourseContext, semester: SemesterCode) {
    let choice = try semester(flag)
    var semester = try await services.session.newestSemester(choice)
    if semester.isStale, !isDraft, case .word(let word) = choice {
      semester = Snapshot(value: try await services.api.semester(word), fetchedAt: now())
    }
    let code = SemesterChoice.code(semester.value)
    let course = CourseContext(
      try await services.repository.courseCode(for: typed, in: code, byName: false), in: code,
      typed: typed)
    return (course, semester.value)
  }

  @MainActor func group(_ typed: String, in course: CourseContext) async throws -> GroupID {
    try await services.group(typed, in: course)
  }

  /// Asks something about a course, and shows progress on a terminal. What the course does not
  /// have is reported with the names that may have been meant.
  @MainActor func asking<Value: Sendable>(
    about course: CourseContext, _ message: Message = .progressCourse,
    _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await loading(message, [.course: course.code]) {
        try await work()
      }
    } catch {
      throw await services.failure(for: error, in: course)
    }
  }
}

extension Services {
  /// Finds the group that is meant: an id, or a number such as `101` where one group alone has it. A name
  /// that no group has stays as it is; the service's answer about it is reported where it is used.
  ///
  /// Throws a ``Failure`` where several groups have it, and why the list of groups is unavailable:
  /// which group is meant is not known then.
  @MainActor func group(_ typed: String, in course: CourseContext) async throws -> GroupID {
    let id = GroupID(typed: typed)
    guard !id.isWellKnown else { return id }
    var groups: [StudentGroup] = []
    do {
      groups = try await repository.groups(of: course.code, in: course.semester, onlyMine: false)
        .latest().value.groups
    } catch let error as GradesError where error.scope == .service {
      throw error
    } catch {}
    let found = groups.named(typed)
    guard found.count > 1 else { return found.first ?? id }
    throw Failure(
      .refused, .errorAmbiguousGroup,
      [
        .group: typed, .course: course.code,
        .allowed: found.map(\.rawValue).joined(separator: ", "),
      ])
  }

  /// The same; a group stays as it is while the list of groups is unavailable.
  @MainActor func groupIfKnown(_ group: GroupID, in course: CourseContext) async throws -> GroupID {
    do { return try await self.group(group.rawValue, in: course) } catch let error as GradesError
      where error.scope == .service
    { return group }
  }
}

extension GroupID {
  /// Reads an id as people type it: the service's own words are in capitals.
  init(typed: String) {
    let known = GroupID(typed.uppercased())
    self = known.isWellKnown ? known : GroupID(typed)
  }

  /// Whether it has the form of the service's own ids (Service contract, 7.6).
  var isWellKnown: Bool {
    ["ALL", "TEST"].contains(rawValue)
      || ["MY_", "PARALLEL_", "EVENT_"].contains { rawValue.hasPrefix($0) }
  }
}
