import GradesClient

/// What the scenes of a course pass on to each other while the app runs.
@MainActor
final class CourseMemory {
  /// The item that was focused last in a course, so that another student opens on it.
  var items: [CourseCode: ItemIdentifier] = [:]
  /// The group that was shown last of a course, so that what is asked about its students asks for no more.
  var groups: [CourseCode: GroupID] = [:]
  /// What the next scene of a course's results is opened for, which takes it.
  var news: [CourseCode: News] = [:]
  var notes: [CourseCode: [String]] = [:]

  struct Place: Hashable, Sendable {
    var semester: SemesterCode
    var course: CourseCode
  }

  var assumed: [Place: [ItemIdentifier: GradeValue]] = [:]
  var planned: [Place: String] = [:]

  /// The last change that the user had seen before this run; nil until it is asked for. What is new
  /// stays marked in the courses after it was listed among the changes.
  private(set) var seenBefore: Int64?

  /// What leads to a course's results.
  struct News: Equatable, Sendable {
    /// The changed item; nil where only texts mention it.
    var item: ItemIdentifier?
    var texts: [String] = []
  }

  /// Remembers which changes had been seen when the run first read them.
  func begin(seen: Int64) { seenBefore = seenBefore ?? seen }

  /// Each text once, the most frequent first; of equally frequent ones the first that occurs.
  static func byFrequency(_ texts: some Sequence<String>) -> [String] {
    var counts: [String: (first: Int, count: Int)] = [:]
    for (index, text) in texts.enumerated() { counts[text, default: (index, 0)].count += 1 }
    return counts.sorted { left, right in
      left.value.count == right.value.count
        ? left.value.first < right.value.first : left.value.count > right.value.count
    }.map(\.key)
  }
}
