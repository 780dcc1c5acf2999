import GradesClient

/// What another person changed in a course after a plan was made.
package struct StructureForeignChange: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case added
    case removed
    /// These fields have another value than the plan was made from.
    case changed([StructurePlan.FieldChange])
    /// Something of the item that this program has no name for.
    case other
    /// Students got, lost or changed values after they were backed up.
    case values
  }

  package var identifier: ItemIdentifier
  package var kind: Kind
}

extension StructureForeignChange {
  /// What differs between two states of a course, in the order of the items, but for what is already as it is wanted.
  ///
  /// - Parameter hasOther: whether an item without such a difference has one that this program has no name for.
  static func all(
    from before: [CourseItem], to now: [CourseItem], besides wanted: [CourseItem],
    hasOther: (ItemIdentifier) -> Bool = { _ in false }
  ) -> [StructureForeignChange] {
    let (old, new, wanted) = (before.byIdentifier, now.byIdentifier, wanted.byIdentifier)
    let changes = now.compactMap { item -> StructureForeignChange? in
      let identifier = item.identifier
      if let wanted = wanted[identifier], wanted.differences(from: item).isEmpty { return nil }
      guard let earlier = old[identifier] else {
        return .init(identifier: identifier, kind: .added)
      }
      let fields = item.differences(from: earlier)
      if !fields.isEmpty { return .init(identifier: identifier, kind: .changed(fields)) }
      return hasOther(identifier) ? .init(identifier: identifier, kind: .other) : nil
    }
    let removed = before.map(\.identifier).filter { new[$0] == nil && wanted[$0] != nil }
    return changes + removed.map { .init(identifier: $0, kind: .removed) }
  }
}

extension StructurePlan {
  /// What others changed since the plan was made, in the order of the items.
  ///
  /// An item that is already as the plan wants it counts as unchanged, so that a plan that was carried out in
  /// part can be carried out again.
  ///
  /// - Parameter sent: the items that this run has sent, which the service may have stored in its own way.
  package func foreignChanges(
    in now: [ItemDefinition], besides sent: Set<ItemIdentifier> = []
  ) -> [StructureForeignChange] {
    let (old, new) = (definitions.keyed(by: \.item.identifier), now.keyed(by: \.item.identifier))
    func rest(_ definition: ItemDefinition?) -> [ItemDefinition.OtherMember] {
      (definition?.otherMembers ?? []).sorted { $0.name < $1.name }
    }
    return StructureForeignChange.all(
      from: items(of: definitions), to: items(of: now), besides: file.items
    ) { rest(old[$0]) != rest(new[$0]) }.filter {
      $0.kind == .removed || !sent.contains($0.identifier)
    }
  }

  func items(of definitions: [ItemDefinition]) -> [CourseItem] {
    StructureFile(course, semester, definitions).items
  }
}
