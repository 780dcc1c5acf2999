import GradesClient
import GradesCore
import GradesLocalization
import Observation

/// One student's results as a teacher sees them, hidden items as well; in the app they are edited.
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

  private let teacher: CourseTeacherRepository
  /// The semester of a command; nil: the scene finds it out.
  private let semester: SemesterCode?
  private let opening: Opening?
  /// What keeps the edits; nil before it is known whose they are.
  private(set) var editor: CellEditor?

  /// Makes the scene of a student, to be read.
  init(
    teacher: CourseTeacherRepository, course: CourseCode, semester: SemesterCode,
    student: Username
  ) {
    self.teacher = teacher
    self.semester = semester
    opening = nil
    state = State(course: course, username: student)
  }

  /// Makes the scene of a student, to be edited.
  init(
    teacher: CourseTeacherRepository, course: CourseCode, student: Username, opening: Opening
  ) {
    self.teacher = teacher
    self.opening = opening
    semester = nil
    state = State(course: course, username: student)
  }

  /// What names are written with.
  var strings: Strings { opening?.strings ?? .load(.english) }

  // MARK: Loading

  /// Loads the results, the stored ones first, which need no answer of the service, not even which
  /// semester is the current one; edits do.
  func load() async throws {
    guard let opening else { return }
    state.isLoading = true
    defer { state.isLoading = false }
    let stored = opening.session.storedSemester(opening.semester)
    async let answer = open(opening)
    if let stored { try await follow(stored, isStale: false) }
    let semester = try await answer
    if semester.value != stored || semester.isStale {
      try await follow(semester.value, isStale: semester.isStale)
    }
  }

  /// Loads the one answer that a command prints.
  func loadLatest() async throws {
    guard let semester else { return }
    state.isLoading = true
    defer { state.isLoading = false }
    state.results = try await teacher.latestRecord(
      of: state.username, in: state.course, semester: semester)
  }

  /// Reads the drafts again. Gives back whether some are gone, so that the service has other values.
  func loadDrafts() async throws -> Bool {
    guard let editor else { return false }
    let before = state.edits.changedCells
    defer { showEdits() }
    try await editor.load()
    return !before.isSubset(of: editor.cells.changedCells)
  }

  /// Takes up what the editor says.
  func showEdits() {
    guard let editor else { return }
    state.edits = editor.cells
    state.canUndo = editor.canUndo
    state.canRedo = editor.canRedo
    let semester = state.results?.value.semester
    state.canEdit = semester == editor.gradebook.semester
  }

  /// Finds out whose drafts there are, and in which semester.
  private func open(_ opening: Opening) async throws -> Snapshot<SemesterCode> {
    let (user, semester) = try await opening.session.begin(opening.semester)
    let gradebook = Gradebook(
      owner: DraftOwner(host: opening.host, username: user.username), course: state.course,
      semester: semester.value)
    if editor?.gradebook != gradebook {
      await editor?.finish()
      editor = CellEditor(drafts: opening.drafts, gradebook: gradebook)
    }
    _ = try await loadDrafts()
    return semester
  }

  private func follow(_ semester: SemesterCode, isStale: Bool) async throws {
    do {
      let records = teacher.record(of: state.username, in: state.course, semester: semester)
      for try await snapshot in records {
        try Task.checkCancellation()
        state.results = isStale ? snapshot.stale : snapshot
        showEdits()
      }
    } catch let error as GradesError where error.refusesStudent {
      throw await refusal(error, in: semester)
    }
    // A cancelled stream ends like a complete one, and what was stored would pass for new.
    try Task.checkCancellation()
  }

  /// The answer does not say what is not there: the course, or only the student.
  private func refusal(_ error: GradesError, in semester: SemesterCode) async -> any Error {
    guard let missing = opening?.missing else { return error }
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
