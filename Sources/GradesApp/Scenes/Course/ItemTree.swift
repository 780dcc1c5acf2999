import GradesClient
import GradesCore
import Terminal

/// What a scene shows that lists something as a tree, in which it is opened and closed.
protocol FoldableTree {
  associatedtype ID: Hashable & Sendable
  /// The lines of the tree, each before what belongs to it.
  var rows: [TreeRow<ID>] { get }
  /// What of the tree is open and focused.
  var tree: TreeState<ID> { get set }
  /// How many lines of the tree are seen at once.
  var page: Int { get }
}

extension FoldableTree {
  /// The index of the focused line; nil if there is none.
  var focusedIndex: Int? {
    let visible = tree.visible(rows)
    return visible[safe: min(max(0, tree.scroll.focus), visible.count - 1)]
  }

  /// Takes a step.
  mutating func take(_ movement: Movement) {
    tree.scroll.focus = movement.target(
      from: tree.scroll.focus, count: tree.visible(rows).count, page: page)
  }

  /// Left closes the focused line or goes to the one it belongs to; right opens it or goes to what
  /// belongs to it.
  mutating func fold(_ key: Key) { _ = tree.handle(key, rows, page: page) }
}

/// What a scene shows that lists items with one student's values as a tree.
protocol ItemTree: FoldableTree where ID == ItemIdentifier {
  /// The items, each before what belongs to it.
  var items: [ResultItem] { get }
}

extension ItemTree {
  /// The items as lines of the tree.
  var rows: [TreeRow<ItemIdentifier>] { TreeRow.lines(of: items.map(\.item)) }
}

extension TreeRow<ItemIdentifier> {
  /// Items in the tree's order as lines of it.
  static func lines(of items: [CourseItem]) -> [TreeRow] {
    items.indices.map { index in
      let next = items[safe: index + 1]?.depth ?? 0
      return TreeRow(
        id: items[index].identifier, depth: items[index].depth,
        hasChildren: next > items[index].depth)
    }
  }
}
