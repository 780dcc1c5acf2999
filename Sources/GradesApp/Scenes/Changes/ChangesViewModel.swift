import GradesClient
import GradesCore
import Observation

/// What has changed in the user's results.
@MainActor @Observable
final class ChangesViewModel: SceneModel {
  /// The actions of keys.
  enum Action: FindingAction, Hashable, Sendable {
    case move(Movement)
    /// A click: focuses a row, and opens it where it is focused already.
    case focus(Int)
    /// Opens the focused change's course at the changed item.
    case open
    case notifications
    case find(FindAction)
  }

  /// What the scene shows.
  struct State: FindableRows, Equatable, Sendable {
    /// The changes, the newest first; nil before the first response.
    var log: Snapshot<RecordedChanges>?
    var isLoading = false
    var scroll = SectionedScroll()
    var find = TextFind<ChangeLog.Entry.ID>()

    /// Those that the user has not seen, then the others.
    var shown: [ChangeLog.Entry] { log?.value.entries ?? [] }

    /// The focused change.
    var focused: ChangeLog.Entry? { shown[safe: scroll.focus] }

    var focus: Int {
      get { scroll.focus }
      set { scroll.focus = newValue }
    }

    var focusedRow: Int? { focus }

    /// The focused change.
    var origin: ChangeLog.Entry.ID? {
      get { focused?.id }
      set { focus = shown.firstIndex { $0.id == newValue } ?? focus }
    }

    mutating func focus(row: Int) { focus = row }

    var searchedTexts: [[String]] {
      shown.map { entry in
        let change = entry.change
        return [change.course.rawValue, change.identifier.rawValue, change.noteTo ?? ""]
          + change.names.map(\.name)
      }
    }
  }

  var state = State()

  private let changes: ChangesRepository
  private let courses: CourseMemory
  private let query: ChangesQuery

  /// Makes the scene.
  init(_ query: ChangesQuery, changes: ChangesRepository, courses: CourseMemory) {
    self.courses = courses
    self.query = query
    self.changes = changes
  }

  /// What is shown as new stays so until the scene is opened or refreshed again.
  func appear() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    for try await log in changes.changes(query) {
      courses.begin(seen: log.value.lastSeen)
      state.log = log
    }
    await look()
  }

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement): state.scroll.take(movement)
    case .focus(let row): if state.scroll.takesAgain(row) { return handle(.open) }
    case .find(let action): return state.apply(action)
    case .open:
      guard let change = state.focused?.change else { break }
      courses.remember(CourseMemory.News(item: change.identifier), of: change.course)
      return .go(.course(change.course))
    case .notifications: return .go(.notifications)
    }
    return .done
  }

  /// Loads the one answer that a command prints.
  func loadLatest() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    state.log = try await changes.changes(query).latest()
  }

  /// Notes that what is shown has been seen. Where that cannot be kept, it is shown as new again.
  func look() async {
    guard let log = state.log?.value else { return }
    try? await changes.look(upTo: log.entries.map(\.id).max())
  }
}
