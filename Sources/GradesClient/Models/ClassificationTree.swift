/// An element of a course's tree of evaluation items.
public protocol ClassificationTreeElement: Sendable {
  /// The item whose parent and index determine the position.
  var definition: Classification { get }
}

extension Classification: ClassificationTreeElement {
  /// The item itself.
  public var definition: Classification { self }
}

extension StudentClassification: ClassificationTreeElement {}

/// A course's items in the order in which people read them (Service contract, 6.7).
///
/// One rule serves every year: an item's parent is the one that its `parentID`, else its
/// `parentIdentifier` names; siblings are sorted by index, then id, then their order in the
/// response; children follow their parent. In 2018 no item names a parent, so only the index
/// counts. Items with a missing parent and items in a cycle of parents are roots. Each element is
/// in the tree exactly once, and the depth is unlimited.
public struct ClassificationTree<Element: ClassificationTreeElement>: Sendable {
  /// An element and its position.
  public struct Node: Sendable {
    /// The element.
    public var element: Element
    /// How many ancestors it has in this tree; 0 for roots.
    public var depth: Int
    /// The index of its parent in ``ClassificationTree/nodes``; nil for roots.
    package var parentIndex: Int?
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
    for index in order { children[parents[index] ?? -1, default: []].append(index) }

    var nodes: [Node] = []
    nodes.reserveCapacity(elements.count)
    var waiting = (children[-1] ?? []).reversed().map { (element: $0, parent: Int?.none) }
    while let (element, parent) = waiting.popLast() {
      let index = nodes.count
      nodes.append(
        Node(
          element: elements[element], depth: parent.map { nodes[$0].depth + 1 } ?? 0,
          parentIndex: parent, parent: parent.map { nodes[$0].element.definition.identifier }))
      waiting += (children[element] ?? []).reversed().map { ($0, index) }
    }
    self.nodes = nodes
  }

  private init(nodes: [Node]) { self.nodes = nodes }

  /// The tree without the elements that are hidden from students.
  ///
  /// A hidden parent hides only itself: its visible descendants move up to the nearest visible
  /// ancestor, or become roots, and keep their order.
  public func withoutHidden() -> Self { filtered { !$0.definition.hidden } }

  /// The tree of the kept elements, each below its nearest kept ancestor.
  public func filtered(_ isKept: (Element) throws -> Bool) rethrows -> Self {
    var kept: [Node] = []
    // For each node: its new index or, if it was removed, that of its nearest kept ancestor.
    var newIndices: [Int?] = []
    for node in nodes {
      let parent = node.parentIndex.flatMap { newIndices[$0] }
      if try isKept(node.element) {
        newIndices.append(kept.count)
        kept.append(
          Node(
            element: node.element, depth: parent.map { kept[$0].depth + 1 } ?? 0,
            parentIndex: parent, parent: parent.map { kept[$0].element.definition.identifier }))
      } else {
        newIndices.append(parent)
      }
    }
    return Self(nodes: kept)
  }
}

extension ClassificationTree.Node: Equatable where Element: Equatable {}
extension ClassificationTree: Equatable where Element: Equatable {}

enum ParentLinks {
  static func acyclic(among items: [Classification]) -> [Int?] {
    var links = named(by: items)
    let order = EvaluationOrder(links.map { $0.map { [$0] } ?? [] })
    for member in order.cycles.joined() { links[member] = nil }
    return links
  }

  /// The index of the parent that each item names, if it exists. Of two with the same name the
  /// first counts.
  private static func named(by items: [Classification]) -> [Int?] {
    let byID = Dictionary(
      items.enumerated().compactMap { index, item in item.id.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    let byIdentifier = Dictionary(
      items.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    return items.map { item in
      item.parentID.flatMap { byID[$0] } ?? item.parentIdentifier.flatMap { byIdentifier[$0] }
    }
  }
}
