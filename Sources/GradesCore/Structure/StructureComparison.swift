import GradesClient

/// What both sides have changed of an item, so that a person decides.
package struct StructureConflict: Hashable, Sendable {
  package var item: ItemIdentifier
  /// The field as it is wanted and as it is now; nil where one side has removed the item.
  package var field: StructurePlan.FieldChange?
  /// The item as it is wanted; nil where this side removes it.
  package var wanted: CourseItem?
}

/// Three states of a course's structure compared: what the edits began with, what they want, and what the course has
/// now. Where both sides have changed the same, theirs stays and is a conflict.
package struct StructureComparison: Hashable, Sendable {
  /// What is known of what the edits began with.
  enum Origin: Hashable, Sendable {
    /// It is what they began with.
    case known
    /// Nothing: each difference may be theirs.
    case unknown
  }

  let origin: Origin
  /// The items with the changes of both sides, in the tree's order.
  let items: [CourseItem]
  /// What the other side has changed.
  package let foreign: [StructureForeignChange]
  /// What both sides have changed.
  package let conflicts: [StructureConflict]

  /// Puts edits over the course as it is now.
  init(_ edits: StructurePlan, over now: [ItemDefinition], _ origin: Origin = .known) {
    self.origin = origin
    let theirs = StructureFile(edits.course, edits.semester, now)
    // Of what the program has no name for, files and drafts know nothing.
    foreign = edits.foreignChanges(in: now).filter { $0.kind != .other }
    let old = edits.items(of: edits.definitions).byIdentifier
    let there = theirs.items.byIdentifier
    /// Whether the other side has changed a field.
    func isTheirs(_ field: String, of item: CourseItem) -> Bool {
      guard origin == .known, let before = old[item.identifier] else { return origin == .unknown }
      return StructurePlan.fields(before, item).contains { $0.field == field }
    }
    var conflicts: [StructureConflict] = []
    func add(_ fields: [StructurePlan.FieldChange?], of item: CourseItem) {
      conflicts += fields.map { .init(item: item.identifier, field: $0, wanted: item) }
    }
    var wanted: [Classification] = []
    for item in edits.additions {
      if let present = there[item.identifier] {
        add(StructurePlan.fields(item, present), of: item)
      } else if origin == .unknown {
        add([nil], of: item)
      } else {
        wanted.append(item.sent)
      }
    }
    for change in edits.changes {
      guard var item = there[change.item.identifier] else {
        add([nil], of: change.item)
        continue
      }
      let lost = Set(change.fields.map(\.field).filter { isTheirs($0, of: item) })
      for edit in change.fields where !lost.contains(edit.field) {
        if let field = ItemField.field(edit.field) {
          field.set(field.value(of: change.item.definition), of: &item.definition)
        } else {
          item.parent = change.item.parent
        }
      }
      add(
        StructurePlan.fields(change.item, item).filter { lost.contains($0.field) }, of: change.item)
      wanted.append(item.sent)
    }
    var left = theirs.merging(wanted).items
    for identifier in edits.removals.map(\.item.identifier) {
      guard let index = left.firstIndex(where: { $0.identifier == identifier }) else { continue }
      let isChanged =
        old[identifier].map { !StructurePlan.fields($0, left[index]).isEmpty } ?? false
      // An item that was changed stays, and one below which something stays or is new.
      let isKept = isChanged || left.contains { $0.parent == identifier }
      // Where nothing is known of what the edits began with, the item may be new.
      guard origin == .known else { continue }
      if isKept { conflicts.append(.init(item: identifier)) } else { left.remove(at: index) }
    }
    items = StructureOrder.arranged(left, like: theirs.items)
    // What the other side has removed or moved may not have below it what is wanted there.
    let placed = items.byIdentifier
    for definition in wanted {
      let item = CourseItem(definition: definition, parent: definition.parentIdentifier)
      guard let found = placed[item.identifier] else { continue }
      let moved = StructurePlan.fields(item, found).filter {
        $0.field == StructurePlan.parentField
      }
      add(moved, of: item)
    }
    self.conflicts = conflicts
  }
}
