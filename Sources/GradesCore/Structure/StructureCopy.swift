import GradesClient

/// What a copy of a course's items to another semester or course takes; values are never copied.
package struct StructureCopy: Hashable, Sendable {
  /// The items that are copied, with those above and below them; empty: all.
  package var only: [String]
  /// The items that are not copied, with those below them.
  package var without: [String]
  /// Other identifiers for items, also in expressions.
  package var renaming: [ItemIdentifier: ItemIdentifier]

  package init(
    only: [String] = [], without: [String] = [],
    renaming: [ItemIdentifier: ItemIdentifier] = [:]
  ) {
    (self.only, self.without, self.renaming) = (only, without, renaming)
  }

  /// The target with the copied items; those that only it has stay.
  ///
  /// Throws ``UnknownItems`` where the source has no such item, and ``TakenIdentifier``.
  package func file(
    from source: StructureFile, over target: StructureFile
  ) throws -> StructureFile {
    let unknown = renaming.keys.filter { name in
      !source.items.contains { $0.identifier == name }
    }
    guard unknown.isEmpty else {
      throw UnknownItems(identifiers: unknown.sorted(), known: source.items.map(\.identifier))
    }
    let names = Dictionary(
      renaming.map { ($0.key.rawValue, $0.value.rawValue) }, uniquingKeysWith: { first, _ in first }
    )
    let copied = try selected(source.items)
    let expressions = copied.compactMap(\.sent.expression)
      .compactMap { try? ItemExpression(parsing: $0) }
    for (old, new) in renaming.sorted(by: { $0.key < $1.key })
    where renaming[new] == nil {
      // An expression that reads an item of that name would read another one.
      let isUsed =
        copied.contains { $0.identifier == old } || expressions.contains { $0.reads(old) }
      guard isUsed else { continue }
      guard !copied.contains(where: { $0.identifier == new }),
        !expressions.contains(where: { $0.reads(new) })
      else { throw TakenIdentifier(old: old, new: new) }
    }
    return target.merging(
      copied.map { item in
        var definition = item.sent
        definition.identifier = renaming[item.identifier] ?? item.identifier
        definition.parentIdentifier = item.parent.map { renaming[$0] ?? $0 }
        if let text = definition.expression, !names.isEmpty,
          let expression = try? ItemExpression(parsing: text)
        {
          definition.expression = expression.renaming(names)
        }
        return definition
      })
  }

  /// A mapping to an identifier that another copied item has or a copied expression reads.
  package struct TakenIdentifier: Error, Hashable, Sendable {
    /// The identifier in the source, of a copied item or of one that a copied expression reads.
    package let old: ItemIdentifier
    package let new: ItemIdentifier
  }

  private func selected(_ items: [CourseItem]) throws(UnknownItems) -> [CourseItem] {
    let chosen = try items.identifiers(matching: only)
    let left = try items.identifiers(matching: without)
    let parents = Dictionary(
      items.map { ($0.identifier, $0.parent) }, uniquingKeysWith: { first, _ in first })
    func ancestors(_ item: CourseItem) -> [ItemIdentifier] {
      var found: [ItemIdentifier] = []
      var next = item.parent
      while let current = next {
        found.append(current)
        next = parents[current] ?? nil
      }
      return found
    }
    var above: Set<ItemIdentifier> = []
    for item in items where chosen.contains(item.identifier) { above.formUnion(ancestors(item)) }
    return items.filter { item in
      let line = [item.identifier] + ancestors(item)
      guard !line.contains(where: left.contains) else { return false }
      return only.isEmpty || above.contains(item.identifier)
        || line.contains(where: chosen.contains)
    }
  }
}

extension ItemExpression {
  /// Whether an item of this name is read by its name.
  fileprivate func reads(_ item: ItemIdentifier) -> Bool {
    renaming([item.rawValue: item.rawValue + "_"]) != renaming([:])
  }
}
