import GradesClient
import GradesCore
import Observation

/// What has changed in a taught course, or in one of its cells.
@MainActor @Observable
final class LogViewModel: SceneModel {
  /// The actions of keys.
  enum Action: FindingAction, Hashable, Sendable {
    case move(Movement)
    /// A click: focuses a row, and opens it where it is focused already.
    case focus(Int)
    /// Opens the student of the focused change.
    case open
    case find(FindAction)
  }

  /// What the scene shows.
  struct State: FindableRows, Equatable, Sendable {
    let course: CourseCode
    /// The cell whose changes are shown; nil for the whole course.
    let cell: GradeCell?
    /// Whether some changes only were asked for.
    var isFiltered = false
    /// The changes, the newest first; nil before the first response.
    var log: Snapshot<CourseChanges>?
    var isLoading = false
    var scroll = SectionedScroll()
    var find = TextFind<CourseLogEntry.ID>()

    var shown: [CourseLogEntry] { log?.value.entries ?? [] }

    /// The focused change.
    var focused: CourseLogEntry? { shown[safe: scroll.focus] }

    var focusedRow: Int? { scroll.focus }

    var origin: CourseLogEntry.ID? {
      get { focused?.id }
      set { scroll.focus = shown.firstIndex { $0.id == newValue } ?? scroll.focus }
    }

    mutating func focus(row: Int) { scroll.focus = row }

    var searchedTexts: [[String]] {
      shown.map { entry in
        [
          entry.student.listName, entry.student.username.rawValue, entry.change.identifier.rawValue,
          entry.change.author ?? "", entry.change.noteTo ?? "",
        ] + (entry.item?.names.map(\.name) ?? [])
      }
    }
  }

  var state: State

  private let log: CourseLogRepository
  private let query: CourseLogQuery
  private let failure: @Sendable (any Error) async -> any Error

  /// Makes the scene; `failure` turns an error about the course into the failure to report.
  init(
    _ query: CourseLogQuery, log: CourseLogRepository,
    failure: @escaping @Sendable (any Error) async -> any Error
  ) {
    self.query = query
    self.log = log
    self.failure = failure
    let cell = query.student.flatMap { student in
      query.item.map { GradeCell(student, $0) }
    }
    state = State(course: query.course, cell: cell, isFiltered: query.isFiltered)
  }

  func appear() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    do {
      for try await log in log.changes(query) { state.log = log }
    } catch {
      throw await failure(error)
    }
  }

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement): state.scroll.take(movement)
    case .focus(let row): if state.scroll.takesAgain(row) { return handle(.open) }
    case .find(let action): return state.apply(action)
    case .open:
      guard let entry = state.focused else { break }
      return .go(.student(entry.course, entry.change.username))
    }
    return .done
  }

  /// Loads the one answer that a command prints.
  func loadLatest() async throws { state.log = try await log.changes(query).latest() }
}
