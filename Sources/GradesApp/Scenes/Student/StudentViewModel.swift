import GradesClient
import GradesCore
import GradesLocalization
import Observation

/// One student's results as a teacher sees them, hidden items as well, to be edited.
@MainActor @Observable
final class StudentViewModel {
  /// What the scene of the app needs beside the results.
  struct Opening: Sendable {
    let session: SessionRepository
    let drafts: DraftStore
    let missing: MissingNames
    /// The host whose drafts they are.
    let host: String
    let semester: SemesterChoice
    /// What items' names are written with.
    let strings: Strings
  }

  var state: State

  let editing: CellEditing

  private let teacher: CourseTeacherRepository
  private let opening: Opening

  /// Makes the scene of a student.
  init(
    teacher: CourseTeacherRepository, course: CourseCode, student: Username, opening: Opening
  ) {
    self.teacher = teacher
    self.opening = opening
    state = State(course: course, username: student)
    editing = CellEditing(drafts: opening.drafts, strings: opening.strings)
    editing.scene = self
  }

  /// What names are written with.
  var strings: Strings { opening.strings }

  // MARK: Loading

  /// Loads the results, the stored ones first, which need no answer of the service, not even which
  /// semester is the current one; edits do.
  func load() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    let stored = opening.session.storedSemester(opening.semester)
    async let answer = open()
    if let stored { try await follow(stored, isStale: false) }
    let semester = try await answer
    if semester.value != stored || semester.isStale {
      try await follow(semester.value, isStale: semester.isStale)
    }
  }

  /// Finds out whose drafts there are, and in which semester.
  private func open() async throws -> Snapshot<SemesterCode> {
    let (user, semester) = try await opening.session.begin(opening.semester)
    try await editing.open(
      Gradebook(
        owner: DraftOwner(host: opening.host, username: user.username), course: state.course,
        semester: semester.value))
    return semester
  }

  private func follow(_ semester: SemesterCode, isStale: Bool) async throws {
    do {
      let records = teacher.record(of: state.username, in: state.course, semester: semester)
      for try await snapshot in records {
        try Task.checkCancellation()
        state.results = isStale ? snapshot.stale : snapshot
      }
    } catch let error as GradesError where error.refusesStudent {
      throw await refusal(error, in: semester)
    }
    // A cancelled stream ends like a complete one, and what was stored would pass for new.
    try Task.checkCancellation()
  }

  /// The answer does not say what is not there: the course, or only the student.
  private func refusal(_ error: GradesError, in semester: SemesterCode) async -> any Error {
    let missing = opening.missing
    do {
      _ = try await teacher.latestItems(of: state.course, in: semester)
    } catch GradesError.notFound {
      return await missing.course(state.course, in: semester)
    } catch {
      return error
    }
    return await missing.student(state.username.rawValue, of: state.course, in: semester)
  }
}

extension GradesError {
  /// Whether the service may have meant that there is no such student (Service contract, 3.3).
  var refusesStudent: Bool {
    switch self {
    case .notFound, .badRequest: true
    default: false
    }
  }
}
