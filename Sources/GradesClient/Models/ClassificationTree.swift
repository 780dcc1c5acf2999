/// Something that has a place among a course's evaluation items.
public protocol ClassificationTreeElement: Sendable {
  /// The item whose parent and index decide the place.
  var definition: Classification { get }
}

extension Classification: ClassificationTreeElement {
  /// The item itself.
  public var definition: Classification { self }
}

extension StudentClassification: ClassificationTreeElement {}

/// A course's items in the order in which people read them (Service contract, 6.7).
///
/// One rule serves every year: an item stands below the one that its `parentID`, else its
/// `parentIdentifier` names; siblings are sorted by index, then id, then their order in the answer;
/// children follow their parent. In 2018 no item names a parent, so the index alone decides.
/// Items whose parent is not there and items on a circle of parents are roots. Every element given
/// is in the tree exactly once, and no depth is too much.
public struct ClassificationTree<Element: ClassificationTreeElement>: Sendable {
  /// An element and its place.
  public struct Node: Sendable {
    /// The element.
    public var element: Element
    /// How many ancestors it has in this tree; 0 for roots.
    public var depth: Int
    /// The place of its parent in ``ClassificationTree/nodes``; nil for roots.
    public var parentIndex: Int?
    /// The parent in this tree; nil for roots.
    public var parent: ItemIdentifier?
  }

  /// All nodes in display order, parents before their children.
  public let nodes: [Node]

  /// The elements in display order.
  public var elements: [Element] { nodes.map(\.element) }

  /// Builds the tree of elements in any order.
  public init(_ elements: [Element]) {
    let definitions = elements.map(\.definition)
    let parents = ParentLinks.acyclic(among: definitions)
    let order = definitions.indices.sorted { left, right in
      let (first, second) = (definitions[left], definitions[right])
      return (first.index, first.id ?? .max, left) < (second.index, second.id ?? .max, right)
    }
    var children: [Int: [Int]] = [:]
    for place in order { children[parents[place] ?? -1, default: []].append(place) }

    var nodes: [Node] = []
    nodes.reserveCapacity(elements.count)
    var waiting = (children[-1] ?? []).reversed().map { (place: $0, parent: Int?.none) }
    while let (place, parent) = waiting.popLast() {
      let index = nodes.count
      nodes.append(
        Node(
          element: elements[place], depth: parent.map { nodes[$0].depth + 1 } ?? 0,
          parentIndex: parent, parent: parent.map { nodes[$0].element.definition.identifier }))
      waiting += (children[place] ?? []).reversed().map { ($0, index) }
    }
    self.nodes = nodes
  }

  private init(nodes: [Node]) { self.nodes = nodes }

  /// The tree without the elements that are hidden from students.
  ///
  /// A hidden parent hides only itself: what is visible below it moves up to the nearest ancestor
  /// that is visible, or becomes a root, and keeps its place in the order.
  public func withoutHidden() -> Self { filtered { !$0.definition.hidden } }

  /// The tree of the elements that are to be kept, each below its nearest ancestor that is kept.
  public func filtered(_ isKept: (Element) throws -> Bool) rethrows -> Self {
    var kept: [Node] = []
    // For each node: where it is now or, if it has gone, where its nearest kept ancestor is.
    var places: [Int?] = []
    for node in nodes {
      let parent = node.parentIndex.flatMap { places[$0] }
      if try isKept(node.element) {
        places.append(kept.count)
        kept.append(
          Node(
            element: node.element, depth: parent.map { kept[$0].depth + 1 } ?? 0,
            parentIndex: parent, parent: parent.map { kept[$0].element.definition.identifier }))
      } else {
        places.append(parent)
      }
    }
    return Self(nodes: kept)
  }
}

extension ClassificationTree.Node: Equatable where Element: Equatable {}
extension ClassificationTree: Equatable where Element: Equatable {}

/// Which item stands below which.
enum ParentLinks {
  /// The place of each item's parent; nil for roots and for items on a circle.
  static func acyclic(among items: [Classification]) -> [Int?] {
    var links = named(by: items)
    var states = [State](repeating: .new, count: items.count)
    for start in items.indices where states[start] == .new {
      var way: [Int] = []
      var place = start
      while states[place] == .new {
        states[place] = .onWay
        way.append(place)
        guard let parent = links[place] else { break }
        place = parent
      }
      // The way has bitten its own tail: all from there on are on the circle.
      if states[place] == .onWay, links[place] != nil, let first = way.firstIndex(of: place) {
        for member in way[first...] { links[member] = nil }
      }
      for member in way { states[member] = .done }
    }
    return links
  }

  private enum State { case new, onWay, done }

  /// The place of the parent that each item names, if it is there. If two have the same name, the
  /// first one is meant.
  private static func named(by items: [Classification]) -> [Int?] {
    let byID = Dictionary(
      items.enumerated().compactMap { place, item in item.id.map { ($0, place) } },
      uniquingKeysWith: { first, _ in first })
    let byIdentifier = Dictionary(
      items.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    return items.map { item in
      item.parentID.flatMap { byID[$0] } ?? item.parentIdentifier.flatMap { byIdentifier[$0] }
    }
  }
}
