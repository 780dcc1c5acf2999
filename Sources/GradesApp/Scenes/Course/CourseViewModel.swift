import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The user's own results of one course.
@MainActor @Observable
final class CourseViewModel: SceneModel {
  /// The actions of keys.
  enum Action: FindingAction, Hashable, Sendable {
    case move(Movement)
    /// Closes the focused item or goes to the one it belongs to; opens it or goes to what belongs to it.
    case left, right
    /// Closes or opens the focused item.
    case fold
    /// A click: focuses a line, and closes or opens it where it is focused already.
    case focus(Int)
    /// Shows everything about the focused item.
    case details
    case find(FindAction)
    /// Hides what is not graded, or shows it.
    case hideUngraded
    case plan, notifications, changes
  }

  var state: CourseState

  private let course: CourseRepository
  private let changes: ChangesRepository
  private let courses: CourseMemory
  /// What the scene was opened for, until the focus is on it or a key was pressed.
  private var news: CourseMemory.News?
  private let hidesUngraded: @MainActor () -> Bool
  private let code: CourseCode
  private let choice: SemesterChoice
  private let absence: @MainActor (UnknownCourse) async -> Failure

  /// Makes the scene of a course in a semester; `absence` is the failure where there are no results.
  init(
    course: CourseRepository, changes: ChangesRepository, courses: CourseMemory,
    code: CourseCode, semester choice: SemesterChoice,
    hidesUngraded: @escaping @MainActor () -> Bool,
    absence: @escaping @MainActor (UnknownCourse) async -> Failure
  ) {
    self.absence = absence
    self.course = course
    self.changes = changes
    self.courses = courses
    self.hidesUngraded = hidesUngraded
    self.code = code
    self.choice = choice
    state = CourseState(code: code, hidesUngraded: hidesUngraded())
  }

  /// Loads the results, the stored ones first.
  func appear() async throws {
    news = courses.takeNews(of: code) ?? news
    try await loading {
      for try await snapshot in course.results(of: code, in: choice) { await show(snapshot) }
    }
    news = nil
  }

  /// Shows results with what has changed in them, and focuses what the scene was opened for.
  private func show(_ snapshot: Snapshot<CourseResults>) async {
    let results = snapshot.value
    let recorded = await changes.recorded(of: results.course, in: results.semester)
    guard !Task.isCancelled else { return }
    courses.begin(seen: recorded.lastSeen)
    state.all = snapshot
    state.changes = recorded.entries
    state.lastSeen = courses.seenBefore ?? recorded.lastSeen
    if let news, let row = state.index(of: news) { state.focus(row: row) }
  }

  /// Takes up what was chosen in another scene.
  func reappear() async throws {
    news = courses.takeNews(of: code)
    if state.all == nil || news != nil { try await appear() }
    state.hidesUngraded = hidesUngraded()
  }

  /// Loads the one answer that a command prints.
  func loadLatest() async throws {
    try await loading { state.all = try await course.results(of: code, in: choice).latest() }
  }

  private func loading(_ load: () async throws -> Void) async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    do { try await load() } catch let error as UnknownCourse { throw await absence(error) }
  }

  func handle(_ action: Action) -> Response {
    news = nil
    switch action {
    case .move(let movement): state.take(movement)
    case .left: state.fold(.left)
    case .right: state.fold(.right)
    case .fold: state.tree.toggle(state.rows)
    case .focus(let line):
      if state.tree.scroll.focus == line { state.tree.toggle(state.rows) }
      state.tree.scroll.focus = line
    case .details: return state.focused.map(details) ?? .done
    case .find(let action): return state.apply(action)
    case .hideUngraded: return hideUngraded()
    case .plan: return .open(.plan(state.code))
    case .notifications: return .open(.notifications)
    case .changes: return .open(.changes)
    }
    return .done
  }

  private func hideUngraded() -> Response {
    let hides = !state.hidesUngraded
    return .change(.hideUngraded) {
      $0.hidesUngraded = hides
    } then: { [self] settings in
      let focused = state.focused?.item.identifier
      state.hidesUngraded = settings.hidesUngraded
      if let focused { state.tree.focus(focused, state.rows) }
      return .done
    }
  }

  private func details(_ item: ResultItem) -> Response {
    .present(
      ReadingOverlay(
        title: { StyledText(item.item.definition.name(in: $0.strings.serviceLanguage), .heading) },
        text: { [history = state.history(of: item)] in
          ItemDetails(item, $0).lines(with: history)
        }))
  }
}
