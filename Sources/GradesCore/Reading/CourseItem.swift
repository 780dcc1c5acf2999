import GradesClient

/// An evaluation item in the course's tree, which is stored flat and in display order
/// (Product rules, JSON documents; Service contract, 6.7).
package struct CourseItem: Hashable, Sendable, Identifiable {
  package var definition: Classification
  /// The item above it; nil for roots.
  package var parent: ItemIdentifier?
  /// How many items are above it; 0 for roots.
  package var depth: Int

  package init(definition: Classification, parent: ItemIdentifier? = nil, depth: Int = 0) {
    self.definition = definition
    self.parent = parent
    self.depth = depth
  }

  package var identifier: ItemIdentifier { definition.identifier }
  package var id: ItemIdentifier { identifier }
}

/// An evaluation item with one student's value.
package struct ResultItem: Hashable, Sendable {
  package var item: CourseItem
  package var recorded: RecordedValue

  package init(item: CourseItem, recorded: RecordedValue) {
    self.item = item
    self.recorded = recorded
  }

  /// Whether the value fulfils what the item requires; nil when it requires nothing.
  package var requirementMet: Bool? { item.definition.requirementMet(by: recorded.value) }
}

/// A course's evaluation items with everything a teacher sees of them.
package struct CourseItems: Hashable, Sendable {
  package var course: CourseCode
  package var semester: SemesterCode
  /// The items in display order, hidden ones as well.
  package var items: [CourseItem]

  package init(course: CourseCode, semester: SemesterCode, items: [CourseItem]) {
    self.course = course
    self.semester = semester
    self.items = items
  }

  /// The item that is meant by an identifier in any case, or by a name; nil where none or several are.
  package func item(_ typed: ItemIdentifier) -> CourseItem? {
    if let exact = items.first(where: { $0.identifier == typed }) { return exact }
    guard let found = ItemLookup(items.map(\.definition)).find(typed.rawValue).item else {
      return nil
    }
    return items.first { $0.identifier == found.identifier }
  }
}

extension CourseItems {
  init(course: CourseCode, semester: SemesterCode, definitions: [Classification]) {
    self.init(
      course: course, semester: semester,
      items: ClassificationTree(definitions).nodes.map {
        CourseItem(definition: $0.element, parent: $0.parent, depth: $0.depth)
      })
  }
}
