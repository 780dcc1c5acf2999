import GradesClient
import GradesCore
import Observation

/// The user's own results of one course: what is stored at once, then what the service says.
@MainActor @Observable
final class CourseViewModel {
  /// What the scene shows.
  struct State: Equatable, Sendable {
    /// The results without what the settings hide; nil before the first answer.
    var results: Snapshot<CourseResults>?
    /// How many items the settings hide because they are not graded yet.
    var ungradedHidden = 0
    var isLoading = false
  }

  private(set) var state = State()

  private let session: any SessionRepository
  private let course: any CourseRepository
  private let code: CourseCode
  private let choice: SemesterChoice
  private let hidesUngraded: Bool

  /// Makes the scene of a course in a semester.
  init(
    session: any SessionRepository, course: any CourseRepository, code: CourseCode,
    semester choice: SemesterChoice, hidesUngraded: Bool
  ) {
    self.session = session
    self.course = course
    self.code = code
    self.choice = choice
    self.hidesUngraded = hidesUngraded
  }

  /// Loads the results; ends after the service's answer or throws why there is none.
  func load() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    let semester = try await session.begin(choice).semester
    for try await snapshot in course.course(code, in: semester.value) {
      show(semester.isStale ? snapshot.stale : snapshot)
    }
    // A cancelled stream ends like a complete one, and what was stored would pass for new.
    try Task.checkCancellation()
  }

  private func show(_ snapshot: Snapshot<CourseResults>) {
    var results = snapshot.value
    if hidesUngraded { results.items = Self.graded(results.items) }
    state.ungradedHidden = snapshot.value.items.count - results.items.count
    state.results = snapshot.map { _ in results }
  }

  /// The items that have a value, and those above them, which hold the tree together.
  private static func graded(_ items: [ResultItem]) -> [ResultItem] {
    var kept: [ResultItem] = []
    var wanted: Set<ItemIdentifier> = []
    for item in items.reversed() {
      guard item.recorded.value != nil || wanted.contains(item.item.identifier) else { continue }
      kept.append(item)
      if let parent = item.item.parent { wanted.insert(parent) }
    }
    return kept.reversed()
  }
}
