import GradesClient

extension [CourseItem] {
  /// The items as a tree, in the order in which the service will have them: those that stay keep theirs, others follow.
  /// Each is in it once; one whose parent is missing, or that is below itself, becomes a root.
  ///
  /// - Parameter present: what the service has, in its order.
  func arranged(like present: [CourseItem]) -> [CourseItem] {
    let known = Set(map(\.identifier))
    let places = present.enumerated().keyed(by: { $0.element.identifier })
    var children: [ItemIdentifier?: [(order: Int, item: CourseItem)]] = [:]
    for (index, item) in enumerated() {
      let parent = item.parent.flatMap { known.contains($0) ? $0 : nil }
      let place = places[item.identifier].flatMap { $0.element.parent == parent ? $0.offset : nil }
      children[parent, default: []].append((place ?? present.count + index, item))
    }
    var arranged: [CourseItem] = []
    var placed: Set<ItemIdentifier> = []
    func place(_ item: CourseItem, below parent: ItemIdentifier?, depth: Int) {
      guard placed.insert(item.identifier).inserted else { return }
      var definition = item.definition
      definition.parentIdentifier = parent
      arranged.append(CourseItem(definition: definition, parent: parent, depth: depth))
      for child in (children[item.identifier] ?? []).sorted(by: { $0.order < $1.order }) {
        place(child.item, below: item.identifier, depth: depth + 1)
      }
    }
    for root in (children[nil] ?? []).sorted(by: { $0.order < $1.order }) {
      place(root.item, below: nil, depth: 0)
    }
    // Items of both sides may have become each other's parents.
    for item in self where !placed.contains(item.identifier) { place(item, below: nil, depth: 0) }
    return arranged
  }
}
