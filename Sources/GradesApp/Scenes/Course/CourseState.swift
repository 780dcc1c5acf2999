import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// What the Course scene shows.
struct CourseState: ItemTree, Equatable, Sendable {
  /// Which course it is.
  var code: CourseCode
  /// All results; nil before the first answer.
  var all: Snapshot<CourseResults>?
  /// Whether items that are not graded yet are left out.
  var hidesUngraded: Bool
  var isLoading = false
  /// What of the tree is open and focused.
  var tree = TreeState<ItemIdentifier>()
  /// How many lines of the tree are seen at once.
  var page = 10
  /// What is searched for.
  private(set) var filter = TextFilter()
  /// What was closed before the search, which opens everything.
  private var closed: Set<ItemIdentifier> = []

  /// Makes the state before the first answer.
  init(code: CourseCode, hidesUngraded: Bool) {
    self.code = code
    self.hidesUngraded = hidesUngraded
  }

  /// The results without what the settings hide; nil before the first answer.
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

  /// The items that the search finds, with all that belongs to them and what they belong to.
  var items: [ResultItem] {
    let items = results?.value.items ?? []
    let query = filter.query
    guard !query.isEmpty else { return items }
    var inside: Int?
    return Self.kept(items) { item in
      if let depth = inside, item.item.depth > depth { return true }
      let definition = item.item.definition
      let isFound = query.matches(definition.names.map(\.name) + [definition.identifier.rawValue])
      inside = isFound ? item.item.depth : nil
      return isFound
    }
  }

  /// The focused item.
  var focused: ResultItem? { focusedIndex.map { items[$0] } }

  /// Applies a change of the search, which opens the whole tree. The first item that it finds is
  /// focused; when it begins and ends, the focus stays on its item.
  mutating func apply(_ action: TextFilter.Action) {
    let item = focused?.item.identifier
    let wasOpen = filter.isOpen
    let isChanged = filter.apply(action)
    if filter.isOpen, !wasOpen { (closed, tree.collapsed) = (tree.collapsed, []) }
    if !filter.isOpen, wasOpen { tree.collapsed = closed }
    if filter.isOpen, isChanged {
      tree.scroll.focus = 0
    } else if filter.isOpen != wasOpen, let item {
      tree.focus(item, rows)
    }
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
