import GradesClient
import GradesCore
import GradesLocalization
import Observation

/// The students of a group, and those of them whom a query finds (`product.md` 2, Student search).
@MainActor @Observable
final class StudentSearchViewModel {
  /// What the scene shows.
  struct State: Equatable, Sendable {
    /// All students of the group by name; nil before the first answer.
    var roster: Snapshot<Roster>?
    /// What is looked for.
    var query = ""
    /// The students whom the query finds, by name.
    var found: [Student] = []
    var isLoading = false
  }

  private(set) var state = State()

  private let teacher: any CourseTeacherRepository
  private let course: CourseCode
  private let semester: SemesterCode
  private let group: GroupID

  /// Makes the scene of a group.
  init(
    teacher: any CourseTeacherRepository, course: CourseCode, semester: SemesterCode,
    group: GroupID = .all
  ) {
    self.teacher = teacher
    self.course = course
    self.semester = semester
    self.group = group
  }

  /// Loads the students, the stored ones first; ends after the service's answer.
  func load() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    for try await snapshot in teacher.roster(of: group, in: course, semester: semester) {
      show(snapshot)
    }
  }

  /// Loads the one answer that a command prints.
  func loadLatest() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    show(try await teacher.latestRoster(of: group, in: course, semester: semester))
  }

  /// Looks for a text in usernames and names, in any order, without case and accents.
  func search(_ text: String) {
    state.query = text
    find()
  }

  private func show(_ snapshot: Snapshot<Roster>) {
    state.roster = snapshot.map { roster in
      var sorted = roster
      sorted.students = roster.students.sortedByName()
      return sorted
    }
    find()
  }

  private func find() {
    state.found = state.roster?.value.students.matching(SearchQuery(state.query)) ?? []
  }
}
