import GradesClient

/// An edit that was not kept, because a colleague has changed the same.
public struct DroppedStructureEdit: Hashable, Sendable {
  /// The item.
  public var item: ItemIdentifier
  /// The field as it was wanted and as it is now; nil where one side has removed the item.
  public var field: StructurePlan.FieldChange?
}

/// The edits of a structure over what colleagues have changed since: where both have changed the same, theirs
/// stays.
struct StructureRebase {
  /// The items in the tree's order.
  let items: [CourseItem]
  private(set) var dropped: [DroppedStructureEdit] = []

  /// Puts edits over the course as it is now.
  init(_ edits: StructurePlan, over theirs: StructureFile) {
    let old = edits.items(of: edits.definitions).byIdentifier
    let now = theirs.items.byIdentifier
    /// The fields that colleagues have changed.
    func changed(_ item: CourseItem) -> Set<String> {
      Set(old[item.identifier].map { StructurePlan.fields($0, item).map(\.field) } ?? [])
    }
    var wanted: [Classification] = []
    for item in edits.additions {
      guard let there = now[item.identifier] else {
        wanted.append(item.sent)
        continue
      }
      dropped += StructurePlan.fields(item, there).map { .init(item: item.identifier, field: $0) }
    }
    for change in edits.changes {
      let identifier = change.item.identifier
      guard var there = now[identifier] else {
        dropped.append(.init(item: identifier))
        continue
      }
      let (edited, changed) = (Set(change.fields.map(\.field)), changed(there))
      for edit in change.fields where !changed.contains(edit.field) {
        there.take(edit.field, of: change.item)
      }
      dropped += StructurePlan.fields(change.item, there).filter { edited.contains($0.field) }
        .map { .init(item: identifier, field: $0) }
      wanted.append(there.sent)
    }
    var left = theirs.merging(wanted).items
    for removal in edits.removals {
      let identifier = removal.item.identifier
      guard let index = left.firstIndex(where: { $0.identifier == identifier }) else { continue }
      // An item that was changed stays, and one below which something stays or is new.
      if changed(left[index]).isEmpty, !left.contains(where: { $0.parent == identifier }) {
        left.remove(at: index)
      } else {
        dropped.append(.init(item: identifier))
      }
    }
    items = StructureOrder.arranged(left, like: theirs.items)
  }
}

extension CourseItem {
  /// Takes a field, named as in the file, of another state of the item.
  fileprivate mutating func take(_ field: String, of other: CourseItem) {
    let from = other.definition
    switch StructureField(rawValue: field) {
    case .type: definition.classificationType = from.classificationType
    case .valueType: definition.valueType = from.valueType
    case .evaluationType: definition.evaluationType = from.evaluationType
    case .minimum: definition.minimumValue = from.minimumValue
    case .required: definition.requiredValue = from.requiredValue
    case .maximum: definition.maximumValue = from.maximumValue
    case .hidden: definition.hidden = from.hidden
    case .expression: definition.expression = from.expression
    case _ where field == "parent": parent = other.parent
    default:
      let language = String(field.trimmingPrefix("name."))
      let name = from.names.first { $0.language == language }?.name ?? ""
      StructureEdit.name(name, in: language).apply(to: &definition)
    }
  }
}
