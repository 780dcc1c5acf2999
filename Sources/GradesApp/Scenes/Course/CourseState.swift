import Foundation
import GradesClient
import GradesCore
import Terminal

/// What the Course scene shows.
struct CourseState: ItemTree, FindableRows, Equatable, Sendable {
  /// Which course it is.
  var code: CourseCode
  /// All results; nil before the first response.
  var all: Snapshot<CourseResults>?
  /// Whether items that are not graded yet are left out.
  var hidesUngraded: Bool
  /// What the log has about the course, the newest first.
  var changes: [ChangeLog.Entry] = []
  /// The last change that counts as seen: those after it are marked.
  var lastSeen: Int64 = 0
  var isLoading = false
  /// What of the tree is open and focused.
  var tree = TreeState<ItemIdentifier>()
  /// How many lines of the tree are seen at once.
  var page = 10
  var find = TextFind<TreeState<ItemIdentifier>>()

  /// Makes the state before the first response.
  init(code: CourseCode, hidesUngraded: Bool) {
    self.code = code
    self.hidesUngraded = hidesUngraded
  }

  /// The results without what the settings hide; nil before the first response.
  var results: Snapshot<CourseResults>? {
    guard hidesUngraded else { return all }
    return all?.map { all in
      var results = all
      results.items = Self.kept(all.items) { $0.recorded.value != nil }
      return results
    }
  }

  /// How many items the settings hide because they are not graded yet.
  var ungradedHidden: Int {
    (all?.value.items.count ?? 0) - (results?.value.items.count ?? 0)
  }

  /// The items that are listed.
  var items: [ResultItem] { results?.value.items ?? [] }

  /// The items with changes that are new for the user.
  var changedItems: Set<ItemIdentifier> {
    Set(changes.filter { $0.id > lastSeen }.map(\.change.identifier))
  }

  /// What has changed in an item, the newest first.
  func history(of item: ResultItem) -> [ChangeLog.Entry] {
    changes.filter { item.isIdentified(by: $0.change.identifier) }
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
  func index(of news: CourseMemory.News) -> Int? {
    if let item = news.item { return items.firstIndex { $0.isIdentified(by: item) } }
    for text in news.texts {
      let found = items.indices.compactMap { index -> (Int, Range<String.Index>)? in
        items[index].item.definition.names.lazy.compactMap { text.range(of: $0.name) }.first
          .map { (index, $0) }
      }
      // Of "Task 1" and "Task 12", which begin at the same letter, the longer one is meant.
      let first = found.min { left, right in
        (left.1.lowerBound, right.1.upperBound) < (right.1.lowerBound, left.1.upperBound)
      }
      if let first { return first.0 }
    }
    return changes.first.flatMap { newest in
      items.firstIndex { $0.isIdentified(by: newest.change.identifier) }
    }
  }

  /// The focused item.
  var focused: ResultItem? { focusedIndex.map { items[$0] } }

  /// What of the tree is open and focused, which a find may change.
  var origin: TreeState<ItemIdentifier>? {
    get { tree }
    set { tree = newValue ?? tree }
  }

  var focusedRow: Int? { focusedIndex }

  mutating func focus(row: Int) {
    if let item = items[safe: row] { tree.focus(item.item.identifier, rows) }
  }

  var searchedTexts: [[String]] {
    items.map { $0.item.definition.names.map(\.name) + [$0.item.identifier.rawValue] }
  }

  /// The items that are wanted, and those above them, which hold the tree together.
  private static func kept(
    _ items: [ResultItem], where isWanted: (ResultItem) -> Bool
  ) -> [ResultItem] {
    let wanted = items.map(isWanted)
    var kept: [ResultItem] = []
    var depth = 0
    for (item, isWanted) in zip(items, wanted).reversed()
    where isWanted || item.item.depth < depth {
      kept.append(item)
      depth = item.item.depth
    }
    return kept.reversed()
  }
}

extension ResultItem {
  /// Whether an identifier of a change means this item; a total may be named by its type.
  func isIdentified(by identifier: ItemIdentifier) -> Bool {
    item.identifier == identifier
      || item.definition.classificationType.rawValue == identifier.rawValue
  }
}
