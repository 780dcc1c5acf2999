import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The user's own results of one course: what is stored at once, then what the service says.
@MainActor @Observable
final class CourseViewModel: SceneModel {
  /// What a key can ask for.
  enum Action: Hashable, Sendable {
    case move(Movement)
    /// Closes the focused item or goes to the one it belongs to; opens it or goes to what belongs to it.
    case left, right
    /// Closes or opens the focused item.
    case fold
    /// A click: focuses a line, and closes or opens it where it is focused already.
    case focus(Int)
    /// Shows everything about the focused item.
    case details
    /// Shows everything about an item, by its place.
    case detailsOf(Int)
    case beginSearch, endSearch, clearSearch
    case type(String)
    case edit(Key)
    /// Asks what to search for, where it cannot be typed into the scene.
    case askSearch
    /// Hides what is not graded, or shows it.
    case hideUngraded
    case notifications
  }

  var state: CourseState

  private let session: SessionRepository
  private let course: CourseRepository
  private let settings: SettingsRepository
  private let code: CourseCode
  private let choice: SemesterChoice
  private let absence: @MainActor (SemesterCode) async -> Failure

  /// Makes the scene of a course in a semester; `absence` says why the service has no results there.
  init(
    session: SessionRepository, course: CourseRepository, settings: SettingsRepository,
    code: CourseCode, semester choice: SemesterChoice, hidesUngraded: Bool,
    absence: @escaping @MainActor (SemesterCode) async -> Failure
  ) {
    self.absence = absence
    self.session = session
    self.course = course
    self.settings = settings
    self.code = code
    self.choice = choice
    state = CourseState(code: code, hidesUngraded: hidesUngraded)
  }

  /// What is stored needs no answer of the service, not even which semester is the current one.
  func appear() async throws {
    guard let stored = session.storedSemester(choice) else { return try await load() }
    state.isLoading = true
    defer { state.isLoading = false }
    async let answer = session.semester(choice)
    try await follow(stored, isStale: false)
    let semester = try await answer
    if semester.value != stored || semester.isStale {
      try await follow(semester.value, isStale: semester.isStale)
    }
  }

  /// Takes up what the settings say meanwhile.
  func reappear() async throws {
    if state.all == nil { try await appear() }
    state.hidesUngraded = try settings.settings().hidesUngraded
  }

  /// Loads the results; ends after the service's answer or throws why there is none.
  func load() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    let semester = try await session.begin(choice).semester
    try await follow(semester.value, isStale: semester.isStale)
  }

  private func follow(_ semester: SemesterCode, isStale: Bool) async throws {
    do {
      for try await snapshot in course.course(code, in: semester) {
        try Task.checkCancellation()
        state.all = isStale ? snapshot.stale : snapshot
      }
    } catch GradesError.notFound {
      throw await absence(semester)
    }
    // A cancelled stream ends like a complete one, and what was stored would pass for new.
    try Task.checkCancellation()
  }

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement): state.take(movement)
    case .left: _ = state.tree.handle(.left, state.rows, page: state.page)
    case .right: _ = state.tree.handle(.right, state.rows, page: state.page)
    case .fold: state.tree.toggle(state.rows)
    case .focus(let line):
      if state.tree.scroll.focus == line { state.tree.toggle(state.rows) }
      state.tree.scroll.focus = line
    case .details: return state.focused.map(details) ?? .done
    case .detailsOf(let place): return state.items[safe: place].map(details) ?? .done
    case .beginSearch: state.beginSearch()
    case .endSearch: state.isSearching = false
    case .clearSearch: state.clearSearch()
    case .type(let text): state.search { $0.insert(text) }
    case .edit(let key): state.search { _ = $0.handle(key) }
    case .askSearch:
      return .present(
        PromptOverlay(Sentence(.courseSearch), text: state.search?.text ?? "") { [self] text in
          state.clearSearch()
          guard !text.isEmpty else { return .done }
          state.beginSearch()
          state.search { $0.insert(text) }
          state.isSearching = false
          return .done
        })
    case .hideUngraded: return hideUngraded()
    case .notifications: return .go(.notifications)
    }
    return .done
  }

  private func hideUngraded() -> Response {
    let focused = state.focused?.item.identifier
    do {
      state.hidesUngraded = try settings.change { $0.hidesUngraded = !state.hidesUngraded }
        .hidesUngraded
    } catch { return .fail(Failure(error)) }
    if let focused { state.tree.focus(focused, state.rows) }
    return .settingChosen(.hideUngraded)
  }

  private func details(_ item: ResultItem) -> Response {
    .present(
      ReadingOverlay(
        title: { StyledText(item.item.definition.name(in: $0.strings.serviceLanguage), .heading) },
        text: { ItemDetails(item, $0).lines }))
  }
}
