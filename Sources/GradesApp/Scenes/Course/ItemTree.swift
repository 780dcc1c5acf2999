import GradesClient
import GradesCore
import Terminal

/// What a scene shows that lists items as a tree, in which they are opened and closed.
protocol ItemTree {
  /// The items, each before what belongs to it.
  var items: [ResultItem] { get }
  /// What of the tree is open and focused.
  var tree: TreeState<ItemIdentifier> { get set }
  /// How many lines of the tree are seen at once.
  var page: Int { get }
}

extension ItemTree {
  /// The items as lines of the tree.
  var rows: [TreeRow<ItemIdentifier>] {
    let items = items
    return items.indices.map { index in
      let item = items[index].item
      let next = items[safe: index + 1]?.item.depth ?? 0
      return TreeRow(id: item.identifier, depth: item.depth, hasChildren: next > item.depth)
    }
  }

  /// The index of the focused item; nil if there is none.
  var focusedIndex: Int? {
    let visible = tree.visible(rows)
    return visible[safe: min(max(0, tree.scroll.focus), visible.count - 1)]
  }

  /// Takes a step.
  mutating func take(_ movement: Movement) {
    tree.scroll.focus = movement.target(
      from: tree.scroll.focus, count: tree.visible(rows).count, page: page)
  }

  /// Left closes the focused item or goes to the one it belongs to; right opens it or goes to what
  /// belongs to it.
  mutating func fold(_ key: Key) { _ = tree.handle(key, rows, page: page) }
}
