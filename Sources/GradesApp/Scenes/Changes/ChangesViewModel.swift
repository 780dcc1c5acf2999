import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// What has changed in the user's results: what is remembered at once, then with what the service
/// says now.
@MainActor @Observable
final class ChangesViewModel: SceneModel {
  /// What a key can ask for.
  enum Action: Hashable, Sendable {
    case move(Movement)
    /// A click: focuses a row, and opens it where it is focused already.
    case focus(Int)
    /// Opens a row's course.
    case choose(Int)
    case open
  }

  /// What the scene shows.
  struct State: Equatable, Sendable {
    /// The changes, the newest first; nil before the first answer.
    var log: Snapshot<RecordedChanges>?
    var isLoading = false
    var scroll = SectionedScroll()

    /// Those that the user has not seen, then the others.
    var shown: [ChangeLog.Entry] { log?.value.entries ?? [] }

    /// The focused change.
    var focused: ChangeLog.Entry? { shown[safe: scroll.focus] }
  }

  var state = State()

  private let session: SessionRepository
  private let changes: ChangesRepository
  private let choice: SemesterChoice
  private let course: CourseCode?
  private let since: Date?

  /// Makes the scene; the semester is the one whose courses the service is asked about.
  init(
    session: SessionRepository, changes: ChangesRepository, semester choice: SemesterChoice,
    course: CourseCode? = nil, since: Date? = nil
  ) {
    self.session = session
    self.changes = changes
    self.choice = choice
    self.course = course
    self.since = since
  }

  /// What is shown as new stays so until the scene is opened or refreshed again.
  func appear() async throws {
    try await load()
    await look()
  }

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement): state.scroll.take(movement)
    case .focus(let row): if state.scroll.takesAgain(row) { return handle(.open) }
    case .choose(let row):
      state.scroll.focus = row
      return handle(.open)
    case .open: return state.focused.map { .go(.course($0.change.course)) } ?? .done
    }
    return .done
  }

  /// Loads the changes; ends after the service's answer or throws why there is none.
  func load() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    let semester = try await session.begin(choice).semester
    let question = ChangesQuestion(semester: semester.value, course: course, since: since)
    for try await snapshot in changes.changes(question) {
      state.log = semester.isStale ? snapshot.stale : snapshot
    }
    try Task.checkCancellation()
  }

  /// Notes that what is shown has been seen. Where that cannot be kept, it is shown as new again.
  func look() async {
    guard let log = state.log?.value else { return }
    try? await changes.look(upTo: log.entries.map(\.id).max())
  }
}
