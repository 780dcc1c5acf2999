import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The courses of a semester: what is stored at once, then what the service says.
@MainActor @Observable
final class CoursesViewModel: SceneModel {
  /// What a key can ask for.
  enum Action: Hashable, Sendable {
    case move(Movement)
    /// A click: focuses a row, and opens it where it is focused already.
    case focus(Int)
    /// Opens a row.
    case choose(Int)
    case open
    case beginSearch, endSearch, clearSearch
    case type(String)
    case edit(Key)
    case review, history, notifications
  }

  /// What the scene shows.
  struct State: Equatable, Sendable {
    /// The courses without the hidden ones; nil before the first answer.
    var courses: Snapshot<CourseList>?
    /// How many courses the user hides.
    var hiddenCount = 0
    /// How many cells of each course have drafts in the semester.
    var draftCounts: [CourseCode: Int] = [:]
    var isLoading = false
    /// What is searched for; nil: nothing.
    var search: TextField?
    /// Whether letters go to the search.
    var isSearching = false
    var scroll = SectionedScroll()

    /// The courses that the search finds, those that are studied first.
    var shown: CourseList? {
      guard var list = courses?.value else { return nil }
      let query = SearchQuery(search?.text ?? "")
      guard !query.isEmpty else { return list }
      list.studying.removeAll { !query.matches([$0.code.rawValue, $0.name ?? ""]) }
      list.teaching.removeAll { !query.matches([$0.code.rawValue, $0.name ?? ""]) }
      return list
    }

    /// The focused course.
    var focused: CourseCode? {
      guard let list = shown else { return nil }
      let codes = list.studying.map(\.code) + list.teaching.map(\.code)
      return codes.indices.contains(scroll.focus) ? codes[scroll.focus] : nil
    }
  }

  var state = State()

  private let session: any SessionRepository
  private let courses: any CoursesRepository
  private let drafts: DraftStore
  private let host: String
  private let hidden: Set<CourseCode>
  private let choice: SemesterChoice

  /// Makes the scene of a semester.
  init(
    session: any SessionRepository, courses: any CoursesRepository, drafts: DraftStore,
    host: String, hidden: Set<CourseCode>, semester choice: SemesterChoice
  ) {
    self.drafts = drafts
    self.host = host
    self.session = session
    self.courses = courses
    self.hidden = hidden
    self.choice = choice
  }

  func appear() async throws { try await load() }

  func reappear() async throws {
    guard let semester = state.courses?.value.semester else { return try await load() }
    await countDrafts(in: semester)
  }

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement): state.scroll.take(movement)
    case .focus(let row):
      guard row == state.scroll.focus else {
        state.scroll.focus = row
        break
      }
      return handle(.open)
    case .choose(let row):
      state.scroll.focus = row
      return handle(.open)
    case .open: return state.focused.flatMap(open).map(Response.go) ?? .done
    case .beginSearch:
      state.search = state.search ?? TextField()
      state.isSearching = true
    case .endSearch: state.isSearching = false
    case .clearSearch: (state.search, state.isSearching) = (nil, false)
    case .type(let text):
      state.search?.insert(text)
      state.scroll.focus = 0
    case .edit(let key):
      if state.search?.handle(key) == true { state.scroll.focus = 0 }
    case .review: return .go(.review)
    case .history: return .go(.history)
    case .notifications: return .go(.notifications)
    }
    return .done
  }

  /// Loads the courses; ends after the service's answer or throws why there is none.
  func load() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    let semester = try await session.begin(choice).semester
    await countDrafts(in: semester.value)
    for try await snapshot in courses.courses(in: semester.value) {
      show(semester.isStale ? snapshot.stale : snapshot)
    }
    // A cancelled stream ends like a complete one, and what was stored would pass for new.
    try Task.checkCancellation()
  }

  /// Goes where an action of this scene leads.
  func open(_ course: CourseCode) -> Destination? {
    guard let list = state.courses?.value else { return nil }
    if list.studying.contains(where: { $0.code == course }) { return .course(course) }
    return list.teaching.contains { $0.code == course } ? .teaching(course) : nil
  }

  /// Drafts that cannot be read do not keep anybody from the courses; `drafts` says what is wrong.
  private func countDrafts(in semester: SemesterCode) async {
    guard let user = try? await session.user(),
      let counts = try? await drafts.counts(
        of: DraftOwner(host: host, username: user.username))
    else { return }
    state.draftCounts = Dictionary(
      counts.filter { $0.key.semester == semester }.map { ($0.key.course, $0.value) },
      uniquingKeysWith: +)
  }

  private func show(_ snapshot: Snapshot<CourseList>) {
    var list = snapshot.value
    list.studying.removeAll { hidden.contains($0.code) }
    list.teaching.removeAll { hidden.contains($0.code) }
    state.hiddenCount = snapshot.value.codes.count { hidden.contains($0) }
    state.courses = snapshot.map { _ in list }
  }
}
