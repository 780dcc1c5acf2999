import GradesClient

extension StructureFile {
  /// A course's items with those of another course or semester; values are never copied.
  ///
  /// Throws ``UnknownItems`` where the source has no such item, and ``TakenIdentifier``.
  ///
  /// - Parameters:
  ///   - only: the items that are copied, with those above and below them; empty: all.
  ///   - without: the items that are not copied, with those below them.
  ///   - renaming: other identifiers for items, also in expressions.
  package func copying(
    _ source: StructureFile, only: [String] = [], without: [String] = [],
    renaming: [ItemIdentifier: ItemIdentifier] = [:]
  ) throws -> StructureFile {
    let unknown = renaming.keys.filter { name in
      !source.items.contains { $0.identifier == name }
    }
    guard unknown.isEmpty else {
      throw UnknownItems(identifiers: unknown.sorted(), known: source.items.map(\.identifier))
    }
    let names = renaming.keyed(by: \.key.rawValue).mapValues(\.value.rawValue)
    let copied = try source.items.selected(only, without)
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
    return merging(
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
}

/// A mapping to an identifier that another copied item has or a copied expression reads.
package struct TakenIdentifier: Error, Hashable, Sendable {
  /// The identifier in the source, of a copied item or of one that a copied expression reads.
  package let old: ItemIdentifier
  package let new: ItemIdentifier
}

extension [CourseItem] {
  fileprivate func selected(
    _ only: [String], _ without: [String]
  ) throws(UnknownItems) -> [CourseItem] {
    let chosen = try identifiers(matching: only)
    let left = try identifiers(matching: without)
    let known = byIdentifier
    func ancestors(_ item: CourseItem) -> [ItemIdentifier] {
      item.parent.map { [$0] + (known[$0].map(ancestors) ?? []) } ?? []
    }
    let above = Set(filter { chosen.contains($0.identifier) }.flatMap(ancestors))
    return filter { item in
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
