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

  init(_ identifier: ItemIdentifier, _ kind: Kind) {
    self.identifier = identifier
    self.kind = kind
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
    let (before, there) = (items(of: definitions), items(of: now))
    let (old, new, wanted) = (before.byIdentifier, there.byIdentifier, file.items.byIdentifier)
    let (oldRest, newRest) = (Self.rest(of: definitions), Self.rest(of: now))
    var changes: [StructureForeignChange] = []
    for item in there where !sent.contains(item.identifier) {
      let identifier = item.identifier
      if let plan = wanted[identifier], Self.fields(item, plan).isEmpty { continue }
      guard let earlier = old[identifier] else {
        changes.append(StructureForeignChange(identifier, .added))
        continue
      }
      let fields = Self.fields(earlier, item)
      if !fields.isEmpty {
        changes.append(StructureForeignChange(identifier, .changed(fields)))
      } else if oldRest[identifier] != newRest[identifier] {
        changes.append(StructureForeignChange(identifier, .other))
      }
    }
    for item in before where new[item.identifier] == nil && wanted[item.identifier] != nil {
      changes.append(StructureForeignChange(item.identifier, .removed))
    }
    return changes
  }

  func items(of definitions: [ItemDefinition]) -> [CourseItem] {
    StructureFile(course, semester, definitions).items
  }

  private static func rest(
    of definitions: [ItemDefinition]
  ) -> [ItemIdentifier: [ItemDefinition.OtherMember]] {
    Dictionary(
      definitions.map { definition in
        (definition.item.identifier, definition.otherMembers.sorted { $0.name < $1.name })
      }, uniquingKeysWith: { first, _ in first })
  }
}
