import GradesClient
import GradesCore

/// A student's results of a course, and what is shown of them.
struct CourseState: Equatable, Sendable {
  var code: CourseCode
  var all: Snapshot<CourseResults>?
  var hidesUngraded: Bool
  /// What the log has about the course, the newest first.
  var changes: [LoggedChange] = []
  /// The last change that counts as seen: those after it are marked.
  var lastSeen: Int64 = 0

  /// The results without what the settings hide; nil before the first response.
  var results: Snapshot<CourseResults>? {
    guard hidesUngraded else { return all }
    return all?.map { all in
      var results = all
      results.items = all.items.keepingParents(depth: \.item.depth) { $0.recorded.value != nil }
      return results
    }
  }

  var ungradedHidden: Int {
    (all?.value.items.count ?? 0) - (results?.value.items.count ?? 0)
  }

  var items: [ResultItem] { results?.value.items ?? [] }

  func isChanged(_ item: ResultItem) -> Bool {
    changes.contains { $0.id > lastSeen && item.isIdentified(by: $0.identifier) }
  }

  func history(of item: ResultItem) -> [LoggedChange] {
    changes.filter { item.isIdentified(by: $0.identifier) }
  }

  /// The numbers that an item has had; nil where fewer than two are known.
  func trend(of item: ResultItem) -> ValueTrend? {
    ValueTrend(history(of: item), value: item.recorded.value)
  }

  /// The points that the course has had; nil where fewer than two numbers are known.
  var pointsTrend: ValueTrend? {
    guard let course = all?.value,
      let index = course.items.map(\.item.definition).pointsIndex
    else { return nil }
    return trend(of: course.items[index])
  }

  /// The item that news are about: the changed one, or the first one that a text mentions, or the one
  /// that changed last.
  func item(of news: CourseMemory.News) -> ItemIdentifier? {
    if let item = news.item { return items.first { $0.isIdentified(by: item) }?.id }
    for text in news.texts {
      let found = items.compactMap { item -> (ResultItem, Range<String.Index>)? in
        item.item.definition.names.lazy.compactMap { text.range(of: $0.name) }.first
          .map { (item, $0) }
      }
      // Of "Task 1" and "Task 12", which begin at the same letter, the longer one is meant.
      let first = found.min { left, right in
        (left.1.lowerBound, right.1.upperBound) < (right.1.lowerBound, left.1.upperBound)
      }
      if let first { return first.0.id }
    }
    return changes.first.flatMap { newest in
      items.first { $0.isIdentified(by: newest.identifier) }?.id
    }
  }
}

extension ResultItem: Identifiable {
  package var id: ItemIdentifier { item.identifier }

  /// Whether an identifier of a change means this item; a total may be named by its type.
  fileprivate func isIdentified(by identifier: ItemIdentifier) -> Bool {
    id == identifier || item.definition.classificationType.rawValue == identifier.rawValue
  }
}
