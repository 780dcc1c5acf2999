import GradesClient

enum StructureStep {
  /// Creates items whose parents exist.
  case create([CourseItem])
  case update([CourseItem])
  /// Deletes an item without children.
  case delete(ItemIdentifier)

  var count: Int { identifiers.count }

  var identifiers: [ItemIdentifier] {
    switch self {
    case .create(let items), .update(let items): items.map(\.identifier)
    case .delete(let identifier): [identifier]
    }
  }

  /// Whether a course shows that the request was carried out.
  func isDone(in items: [CourseItem]) -> Bool {
    switch self {
    case .create(let wanted), .update(let wanted): items.have(wanted)
    case .delete(let identifier): !items.contains { $0.identifier == identifier }
    }
  }

  func send(to definitions: GradesAPI.Definitions) async throws {
    switch self {
    case .create(let items):
      try await definitions.create(items.map(\.sent))
    case .update(let items):
      try await definitions.update(items.map(\.sent))
    case .delete(let identifier):
      // What another person puts below it in this moment stays.
      try await definitions.delete(identifier, keepingChildren: true)
    }
  }
}

extension StructurePlan {
  /// Whether there is anything that may be sent.
  package var isSendable: Bool {
    !(creations.isEmpty && updates.isEmpty && deletions.isEmpty)
  }

  /// The requests that create the new items: parents before their children.
  var creations: [StructureStep] {
    var levels: [[CourseItem]] = []
    var level: [ItemIdentifier: Int] = [:]
    for item in additions {
      let own = item.parent.flatMap { level[$0] }.map { $0 + 1 } ?? 0
      level[item.identifier] = own
      if own == levels.count { levels.append([]) }
      levels[own].append(item)
    }
    return levels.map(StructureStep.create)
  }

  /// The request that changes items, without those that must not be sent.
  var updates: [StructureStep] {
    let items = changes.filter { $0.lost.isEmpty }.map(\.item)
    return items.isEmpty ? [] : [.update(items)]
  }

  /// The requests that delete items: children before their parents, none with a child that stays.
  var deletions: [StructureStep] {
    let parents = Set(file.items.byIdentifier.keys)
    var kept: Set<ItemIdentifier> = []
    for item in items(of: definitions).reversed() {
      // An item that stays below one that goes must not be sent, else it would have been moved.
      let isKept = parents.contains(item.identifier) || kept.contains(item.identifier)
      if isKept, let parent = item.parent, mustStay(item) { kept.insert(parent) }
    }
    return removals.map(\.item.identifier).filter { !kept.contains($0) }.map(StructureStep.delete)
  }

  /// Whether an item stays where it is: it may not be sent, or is kept for the sake of such an item.
  private func mustStay(_ item: CourseItem) -> Bool {
    guard let change = changes.first(where: { $0.item.identifier == item.identifier }) else {
      return true
    }
    return !change.lost.isEmpty
  }
}
