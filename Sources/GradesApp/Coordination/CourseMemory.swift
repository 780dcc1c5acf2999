import GradesClient

/// What the scenes of a course pass on to each other while the app runs.
@MainActor
final class CourseMemory {
  private var items: [CourseCode: ItemIdentifier] = [:]

  /// The notes that are in use in a course, the most frequent first.
  private(set) var notes: [CourseCode: [String]] = [:]

  /// Remembers the notes of a course, as they occur.
  func remember(notes occurring: some Sequence<String>, of course: CourseCode) {
    notes[course] = Self.byFrequency(occurring)
  }

  /// Each text once, the most frequent first; of equally frequent ones the first that occurs.
  static func byFrequency(_ texts: some Sequence<String>) -> [String] {
    var counts: [String: (first: Int, count: Int)] = [:]
    for (index, text) in texts.enumerated() { counts[text, default: (index, 0)].count += 1 }
    return counts.sorted { left, right in
      left.value.count == right.value.count
        ? left.value.first < right.value.first : left.value.count > right.value.count
    }.map(\.key)
  }

  /// The item that was focused last in a course, so that another student opens on it.
  subscript(focusedItem course: CourseCode) -> ItemIdentifier? {
    get { items[course] }
    set { items[course] = newValue ?? items[course] }
  }
}
