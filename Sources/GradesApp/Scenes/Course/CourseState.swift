import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// What the Course scene shows.
struct CourseState: Equatable, Sendable {
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
  /// What is searched for; nil: nothing.
  private(set) var search: TextField?
  /// Whether letters go to the search.
  var isSearching = false
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
    let query = SearchQuery(search?.text ?? "")
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

  /// The items as lines of the tree.
  var rows: [TreeRow<ItemIdentifier>] {
    let items = items
    return items.indices.map { index in
      let item = items[index].item
      let next = items[safe: index + 1]?.item.depth ?? 0
      return TreeRow(id: item.identifier, depth: item.depth, hasChildren: next > item.depth)
    }
  }

  /// The focused item.
  var focused: ResultItem? {
    let visible = tree.visible(rows)
    return visible[safe: min(max(0, tree.scroll.focus), visible.count - 1)].map { items[$0] }
  }

  /// Takes a step.
  mutating func take(_ movement: Movement) {
    tree.scroll.focus = movement.target(
      from: tree.scroll.focus, count: tree.visible(rows).count, page: page)
  }

  /// Starts or continues searching.
  mutating func beginSearch() {
    if search == nil {
      search = TextField()
      closed = tree.collapsed
      tree.collapsed = []
    }
    isSearching = true
  }

  /// Ends the search; the focus stays on its item.
  mutating func clearSearch() {
    let item = focused?.item.identifier
    if search != nil { tree.collapsed = closed }
    (search, isSearching) = (nil, false)
    if let item { tree.focus(item, rows) }
  }

  /// Changes what is searched for; the first item that is found is focused.
  mutating func search(_ change: (inout TextField) -> Void) {
    guard search != nil else { return }
    let before = search?.text
    if var field = search {
      change(&field)
      search = field
    }
    guard search?.text != before else { return }
    tree.scroll.focus = 0
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
