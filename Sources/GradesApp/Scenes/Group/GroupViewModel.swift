import GradesClient
import GradesCore
import GradesLocalization
import Observation

/// The values of a group's students: sorted, and those whom a filter leaves.
@MainActor @Observable
final class GroupViewModel {
  /// What the scene shows.
  struct State: Equatable, Sendable {
    /// All values; nil before the first answer.
    var matrix: Snapshot<GroupMatrix>?
    var sort = GroupSort.name
    var isDescending = false
    /// What names and usernames are searched for.
    var filter = ""
    /// The rows as they are shown.
    var rows: [MatrixRow] = []
    var isLoading = false
  }

  private(set) var state = State()

  private let teacher: any CourseTeacherRepository
  private let query: GroupQuery

  /// Makes the scene of a group and some of the course's items.
  init(teacher: any CourseTeacherRepository, query: GroupQuery) {
    self.teacher = teacher
    self.query = query
  }

  /// Loads the values, the stored ones first; ends after the service's answer.
  func load() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    for try await snapshot in teacher.matrix(query) { show(snapshot) }
  }

  /// Loads the one answer that a command prints.
  func loadLatest() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    show(try await teacher.latestMatrix(query))
  }

  /// Chooses the order.
  func sort(by sort: GroupSort, descending: Bool) {
    state.sort = sort
    state.isDescending = descending
    arrange()
  }

  /// Chooses whom to show; an empty text shows all.
  func filter(_ text: String) {
    state.filter = text
    arrange()
  }

  private func show(_ snapshot: Snapshot<GroupMatrix>) {
    state.matrix = snapshot
    arrange()
  }

  private func arrange() {
    guard let matrix = state.matrix?.value else { return }
    let column = query.items.isEmpty ? matrix.totalColumn : matrix.items.indices.first
    let rows = matrix.rows(
      sortedBy: state.sort, descending: state.isDescending, column: column)
    let search = SearchQuery(state.filter)
    state.rows =
      search.isEmpty ? rows : rows.filter { search.matches($0.student.searchText) }
  }
}
