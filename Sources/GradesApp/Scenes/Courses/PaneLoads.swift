import GradesClient

/// Which courses' results are loaded beside the list of courses: each once in a round, which begins when the
/// scene is loaded again.
struct PaneLoads {
  /// The loading of one course's results.
  struct Load: Equatable, Sendable {
    let course: CourseCode
    fileprivate let round: Int
  }

  private var round = 0
  private var focused: CourseCode?
  private var running: Set<CourseCode> = []
  private var loaded: Set<CourseCode> = []

  /// Begins a round: everything is to be loaded again, and what is running is of no use any more.
  mutating func restart() {
    round += 1
    (focused, running, loaded) = (nil, [], [])
  }

  /// Notes what is focused. Returns what has to be loaded for it; nil where it is loaded, or is being loaded.
  mutating func focus(_ course: CourseCode?) -> Load? {
    guard course != focused else { return nil }
    focused = course
    guard let course, !loaded.contains(course), running.insert(course).inserted else { return nil }
    return Load(course: course, round: round)
  }

  /// Whether a load is for what is focused.
  func isWanted(_ load: Load) -> Bool { isOfThisRound(load) && load.course == focused }

  /// Whether a load belongs to the present round.
  func isOfThisRound(_ load: Load) -> Bool { load.round == round }

  /// Ends a load; a course that is not loaded may be asked for again.
  mutating func end(_ load: Load, isLoaded: Bool) {
    guard isOfThisRound(load) else { return }
    running.remove(load.course)
    if isLoaded { loaded.insert(load.course) }
  }
}
