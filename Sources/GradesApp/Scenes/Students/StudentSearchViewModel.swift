import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The students of a group, and those of them whom a query finds (Product rules, Student search).
@MainActor @Observable
final class StudentSearchViewModel: SceneModel {
  /// The actions of keys.
  enum Action: Hashable, Sendable {
    case move(Movement)
    /// A click: focuses a row, and opens it where it is focused already.
    case focus(Int)
    case open
    case filter(TextFilter.Action)
    case back
  }

  /// What the scene shows.
  struct State: Equatable, Sendable {
    /// The course.
    var course: CourseCode
    /// All students of the group by name; nil before the first response.
    var roster: Snapshot<Roster>?
    /// The query, which is always being typed.
    var filter = TextFilter.typed
    /// The students whom the query finds, by name.
    var found: [Student] = []
    /// The widths that all students' names need, so that the columns do not move while typing.
    var columns = StudentColumns()
    var scroll = ScrollState()
    /// How many students are seen at once.
    var page = 10

    /// The focused student.
    var focused: Student? { found[safe: scroll.focus] }
  }

  var state: State

  private let teacher: CourseTeacherRepository
  private let missing: MissingNames
  private let semester: SemesterChoice
  private let group: GroupID
  /// The students' names made ready for searching, in the order of the roster.
  private var texts: [SearchText] = []

  /// Makes the scene of a group.
  init(
    teacher: CourseTeacherRepository, missing: MissingNames, course: CourseCode,
    semester: SemesterChoice, group: GroupID = .all
  ) {
    self.teacher = teacher
    self.missing = missing
    self.semester = semester
    self.group = group
    state = State(course: course)
  }

  /// Loads the students, the stored ones first.
  func appear() async throws {
    do {
      for try await roster in roster { show(roster) }
    } catch let error as UnknownCourse {
      throw await missing.course(error)
    }
  }

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement):
      state.scroll.focus = movement.target(
        from: state.scroll.focus, count: state.found.count, page: state.page)
    case .focus(let row):
      guard row == state.scroll.focus else {
        state.scroll.focus = row
        break
      }
      return handle(.open)
    case .open:
      return state.focused.map { .go(.student(state.course, $0.username)) } ?? .done
    case .filter(let change): if state.filter.apply(change) { find() }
    case .back: return .go(.back)
    }
    return .done
  }

  /// Loads the one answer that a command prints.
  func loadLatest() async throws {
    show(try await roster.latest())
  }

  private var roster: SnapshotStream<Roster> {
    teacher.roster(of: group, in: state.course, semester: semester)
  }

  /// Looks for a text in usernames and names, in any order, without case and accents.
  func search(_ text: String) { _ = handle(.filter(.replace(text))) }

  private func show(_ snapshot: Snapshot<Roster>) {
    let focused = state.focused?.username

    let sorted = snapshot.value.students.sortedByName()
    state.roster = snapshot.map { roster in
      var roster = roster
      roster.students = sorted
      return roster
    }
    texts = sorted.map(\.searchText)
    state.columns = StudentColumns(sorted)
    find()
    // The focused student stays focused when the response has other students.
    state.scroll.focus = state.found.firstIndex { $0.username == focused } ?? 0
  }

  private func find() {
    let query = state.filter.query
    let students = state.roster?.value.students ?? []
    state.found =
      query.isEmpty ? students : zip(students, texts).filter { query.matches($1) }.map(\.0)
    state.scroll = ScrollState()
  }
}
