import GradesClient

/// What a structure's file would change of a course, and what that touches (Product rules, A course's
/// structure).
package struct StructurePlan: Hashable, Sendable {
  package struct FieldChange: Hashable, Sendable {
    /// A field as it stands in the file; a name with its language, `name.cs`, and `parent`.
    package var field: String
    /// The service's value; nil: none.
    package var from: GradeValue?
    package var to: GradeValue?
  }

  /// An item that stays and differs.
  package struct Change: Hashable, Sendable {
    package var item: CourseItem
    package var fields: [FieldChange]
    /// How many students have a value of it.
    package var values: Int
    /// How many of them have a value that was within the bounds and no longer is.
    package var outOfBounds: Int
    /// What the service has of it and an update would not send, so that it must not be sent.
    package var lost: [String]

    /// Whether its values may not survive: they get another type or another source.
    package var isRetyped: Bool {
      let kinds: [StructureField] = [.valueType, .evaluationType]
      return fields.contains { field in kinds.contains { $0.key == field.field } }
    }
  }

  /// An item that the file does not have.
  package struct Removal: Hashable, Sendable {
    package var item: CourseItem
    /// How many students have a value or a note of it.
    package var values: Int
  }

  /// A computed item whose values may change.
  package struct Recomputation: Hashable, Sendable {
    package var identifier: ItemIdentifier
    /// How many students get another value, as an estimate; nil where it cannot be estimated.
    package var students: Int?
  }

  package let course: CourseCode
  package let semester: SemesterCode
  /// What the course is to have.
  package let file: StructureFile
  /// What the course had when the plan was made, in any order.
  package let definitions: [ItemDefinition]
  /// The new items, parents before their children.
  package private(set) var additions: [CourseItem] = []
  /// The items that differ, in the file's order.
  package private(set) var changes: [Change] = []
  /// The items that go, children before their parents.
  package private(set) var removals: [Removal] = []
  /// What others have changed since the file was made, which the plan keeps; nil for a file that does not name what it
  /// was made of.
  package let comparison: StructureComparison?
  /// The items below which the order differs, nil for the roots: the service has no way to change it.
  package private(set) var misordered: [ItemIdentifier?] = []
  /// The computed items that stay and whose values may change, in the file's order.
  package private(set) var recomputations: [Recomputation] = []
  /// Whether what students have decides what the plan says.
  private(set) var needsValues = false

  /// The removed items that have values or notes: each needs a permission of its own.
  package var guardedRemovals: [Removal] { removals.filter { $0.values > 0 } }

  /// What the file and others have changed; the plan has theirs.
  package var conflicts: [StructureConflict] {
    comparison.map { $0.isBaseKnown ? $0.conflicts : [] } ?? []
  }

  /// Whether the plan may take back what others have changed: the course was another one when the file was made, and
  /// it is unknown which.
  package var isUncertain: Bool { comparison?.isBaseKnown == false && !isEmpty }

  /// Whether more than half of the items would be removed, as by an empty list or a file that was cut.
  package var removesMost: Bool { removals.count * 2 > definitions.count }

  /// The removed items that an added one equals but for its identifier and its parent.
  package var renamings: [(old: ItemIdentifier, new: ItemIdentifier)] {
    func content(_ item: CourseItem) -> [FieldChange] {
      Self.fields(ofNew: item).filter { $0.field != Self.parentField }
    }
    // Without a name, nothing says that two items are the same.
    let named = removals.map(\.item).filter { !$0.definition.names.isEmpty }
    var left = Dictionary(grouping: named, by: content)
    return additions.compactMap { item in
      left[content(item)]?.popLast().map { ($0.identifier, item.identifier) }
    }
  }

  /// The added items with all their fields, and behind which item of its parent each comes: the last one.
  package var newItems: [(item: CourseItem, fields: [FieldChange])] {
    var last: [ItemIdentifier?: ItemIdentifier] = [:]
    var before: [ItemIdentifier: ItemIdentifier] = [:]
    for item in file.items.arranged(like: items(of: definitions)) {
      before[item.identifier] = last.updateValue(item.identifier, forKey: item.parent)
    }
    return additions.map { item in
      let place = before[item.identifier].map {
        FieldChange(field: "after", from: .none, to: .text($0.rawValue))
      }
      return (item, (place.map { [$0] } ?? []) + Self.fields(ofNew: item))
    }
  }

  /// All fields of an item that have a value.
  private static func fields(ofNew item: CourseItem) -> [FieldChange] {
    let nothing = Classification(
      identifier: item.identifier, classificationType: ClassificationType(rawValue: ""),
      valueType: ValueType(rawValue: ""), evaluationType: EvaluationType(rawValue: ""))
    return item.differences(from: CourseItem(definition: nothing))
  }

  /// Whether the course is as the file wants it.
  package var isEmpty: Bool { additions.isEmpty && changes.isEmpty && removals.isEmpty }

  package var identifiers: [ItemIdentifier] {
    additions.map(\.identifier) + changes.map(\.item.identifier)
      + removals.map(\.item.identifier)
  }

  /// Compares a file with a course.
  ///
  /// - Parameters:
  ///   - isEstimating: whether to find out which computed values may change.
  ///   - comparison: the file compared with what it was made of.
  package init(
    course: CourseCode, semester: SemesterCode, file: StructureFile,
    definitions: [ItemDefinition], rows: [GroupRow], estimating isEstimating: Bool = true,
    comparison: StructureComparison? = nil
  ) {
    self.course = course
    self.semester = semester
    self.comparison = comparison
    var file = file
    var order = file.items
    if let comparison, comparison.isBaseKnown {
      file.items = comparison.items
      let kept = file.items.byIdentifier
      order.removeAll { item in kept[item.identifier].map { $0.parent != item.parent } ?? true }
    }
    self.file = file
    self.definitions = definitions
    let present = StructureFile(course, semester, definitions)
    let old = present.items.byIdentifier
    let new = file.items.byIdentifier
    let known = definitions.keyed(by: \.item.identifier)
    let values = rows.map { $0.values.compactMapValues(\.value) }
    for item in file.items {
      guard let before = old[item.identifier] else {
        additions.append(item)
        continue
      }
      let fields = item.differences(from: before)
      guard !fields.isEmpty else { continue }
      let own = values.compactMap { $0[item.identifier] }
      changes.append(
        Change(
          item: item, fields: fields, values: own.count,
          outOfBounds: own.count {
            before.definition.admits($0) && !item.definition.admits($0)
          }, lost: known[item.identifier]?.lostByUpdate ?? []))
    }
    removals = present.items.filter { new[$0.identifier] == nil }.reversed().map { item in
      Removal(
        item: item, values: rows.count { $0.values[item.identifier].map { !$0.isEmpty } ?? false })
    }
    misordered = Self.misordered(present.items, order)
    guard isEstimating else { return }
    let formulas = StructureFormulas(from: present.items, to: file.items)
    needsValues = !changes.isEmpty || !removals.isEmpty || !formulas.affected.isEmpty
    recomputations = formulas.recomputations(of: values)
  }

  // MARK: Order

  /// The parents below which the items would not be in the file's order: those that stay keep theirs, and
  /// new ones follow.
  private static func misordered(
    _ old: [CourseItem], _ new: [CourseItem]
  ) -> [ItemIdentifier?] {
    let children = Dictionary(grouping: new, by: \.parent).mapValues { $0.map(\.identifier) }
    let earlier = Dictionary(grouping: old, by: \.parent).mapValues { $0.map(\.identifier) }
    var parents: [ItemIdentifier?] = []
    for item in new where !parents.contains(item.parent) { parents.append(item.parent) }
    return parents.filter { parent in
      let wanted = children[parent] ?? []
      let isWanted = Set(wanted)
      let staying = (earlier[parent] ?? []).filter(isWanted.contains)
      let stays = Set(staying)
      return staying + wanted.filter { !stays.contains($0) } != wanted
    }
  }
}

extension CourseItem {
  var formula: ComputedItems.Item {
    ComputedItems.Item(
      identifier: identifier, valueType: definition.valueType,
      expression: definition.evaluationType == .expression ? definition.expression : nil)
  }
}

extension Classification {
  /// Whether a value is within the bounds; always for one that is no number.
  fileprivate func admits(_ value: GradeValue) -> Bool {
    guard case .number(let number) = value else { return true }
    return number >= minimumValue ?? -.infinity && number <= maximumValue ?? .infinity
  }
}
