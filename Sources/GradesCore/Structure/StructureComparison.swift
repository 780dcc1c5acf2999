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
  /// Whether it is known what the edits began with; else each difference may be theirs.
  let isBaseKnown: Bool
  /// The items with the changes of both sides, in the tree's order.
  let items: [CourseItem]
  package let foreign: [StructureForeignChange]
  package let conflicts: [StructureConflict]

  /// Puts edits over the course as it is now.
  ///
  /// - Parameter base: what the edits began with; nil: it is not known.
  init(_ edited: [CourseItem], from base: [CourseItem]?, over theirs: StructureFile) {
    let isKnown = base != nil
    isBaseKnown = isKnown
    let base = base ?? theirs.items
    foreign = StructureForeignChange.all(from: base, to: theirs.items, besides: edited)
    let (old, new) = (base.byIdentifier, edited.byIdentifier)
    let there = theirs.items.byIdentifier
    var conflicts: [StructureConflict] = []
    func add(_ fields: [StructurePlan.FieldChange?], of item: CourseItem) {
      conflicts += fields.map { .init(item: item.identifier, field: $0, wanted: item) }
    }
    var wanted: [Classification] = []
    for item in edited where old[item.identifier] == nil {
      if let present = there[item.identifier] {
        add(present.differences(from: item), of: item)
      } else if isKnown {
        wanted.append(item.sent)
      } else {
        add([nil], of: item)
      }
    }
    for edit in edited {
      guard let before = old[edit.identifier] else { continue }
      let fields = edit.differences(from: before).map(\.field)
      guard !fields.isEmpty else { continue }
      guard var item = there[edit.identifier] else {
        add([nil], of: edit)
        continue
      }
      let others = item.differences(from: before).map(\.field)
      let lost = Set(isKnown ? others.filter(fields.contains) : fields)
      for name in fields where !lost.contains(name) {
        if let field = StructureField.field(name) {
          field.set(field.value(of: edit.definition), of: &item.definition)
        } else {
          item.parent = edit.parent
        }
      }
      add(item.differences(from: edit).filter { lost.contains($0.field) }, of: edit)
      wanted.append(item.sent)
    }
    var left = theirs.merging(wanted).items
    // Where nothing is known of what the edits began with, what they do not have may be new.
    for item in base.reversed() where isKnown && new[item.identifier] == nil {
      guard let index = left.firstIndex(where: { $0.identifier == item.identifier }) else {
        continue
      }
      // An item that was changed stays, and one below which something stays or is new.
      let isKept =
        !left[index].differences(from: item).isEmpty
        || left.contains { $0.parent == item.identifier }
      if isKept {
        conflicts.append(.init(item: item.identifier))
      } else {
        left.remove(at: index)
      }
    }
    items = left.arranged(like: theirs.items)
    // What the other side has removed or moved may not have below it what is wanted there.
    let placed = items.byIdentifier
    for definition in wanted {
      let item = CourseItem(definition: definition, parent: definition.parentIdentifier)
      guard let found = placed[item.identifier] else { continue }
      add(
        found.differences(from: item).filter { $0.field == StructurePlan.parentField }, of: item)
    }
    self.conflicts = conflicts
  }
}
