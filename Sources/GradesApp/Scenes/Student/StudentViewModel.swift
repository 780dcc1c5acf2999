import GradesClient
import GradesCore
import Observation

/// One student's results as a teacher sees them, hidden items as well.
@MainActor @Observable
final class StudentViewModel {
  /// What the scene shows.
  struct State: Equatable, Sendable {
    /// The results; nil before the first answer.
    var results: Snapshot<CourseResults>?
    var isLoading = false
  }

  private(set) var state = State()

  private let teacher: any CourseTeacherRepository
  private let course: CourseCode
  private let semester: SemesterCode
  private let student: Username

  /// Makes the scene of a student.
  init(
    teacher: any CourseTeacherRepository, course: CourseCode, semester: SemesterCode,
    student: Username
  ) {
    self.teacher = teacher
    self.course = course
    self.semester = semester
    self.student = student
  }

  /// Loads the results, the stored ones first; ends after the service's answer.
  func load() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    for try await snapshot in teacher.record(of: student, in: course, semester: semester) {
      state.results = snapshot
    }
  }

  /// Loads the one answer that a command prints.
  func loadLatest() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    state.results = try await teacher.latestRecord(of: student, in: course, semester: semester)
  }
}
