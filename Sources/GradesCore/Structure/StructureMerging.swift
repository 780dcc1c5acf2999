import GradesClient

extension StructureFile {
  /// The file with other items in the place of those with the same identifiers, and new ones behind the others
  /// of their parents. An item whose parent is nowhere becomes a root.
  ///
  /// - Parameter items: the items with their parents' identifiers.
  func merging(_ items: [Classification]) -> StructureFile {
    var waiting = items.keyed(by: \.identifier)
    var merged = self.items.map { item in
      waiting.removeValue(forKey: item.identifier).map { Self.item($0) } ?? item
    }
    merged += items.compactMap { waiting.removeValue(forKey: $0.identifier).map { Self.item($0) } }
    var file = self
    file.items = merged.arranged(like: self.items)
    return file
  }

  private static func item(_ definition: Classification) -> CourseItem {
    var definition = definition
    // The numbers of another course, or of items that were removed, mean nothing here.
    definition.id = nil
    definition.parentID = nil
    return CourseItem(definition: definition, parent: definition.parentIdentifier)
  }

  /// The file with items shown to students, or hidden from them.
  package func setting(hidden: Bool, of identifiers: Set<ItemIdentifier>) -> StructureFile {
    var file = self
    for index in file.items.indices where identifiers.contains(file.items[index].identifier) {
      file.items[index].definition.hidden = hidden
    }
    return file
  }
}

extension CourseItem {
  /// The definition as it is sent: it names its parent by the identifier, whatever the service did, and its texts
  /// have no blanks at their ends.
  var sent: Classification {
    var definition = definition
    definition.parentIdentifier = parent
    definition.expression = definition.expression?.trimmingBlanks()
    for index in definition.names.indices {
      definition.names[index].name = definition.names[index].name.trimmingBlanks()
    }
    return definition
  }
}

extension [CourseItem] {
  /// The items by their identifiers; of two with the same one the first counts.
  var byIdentifier: [ItemIdentifier: CourseItem] {
    keyed(by: \.identifier)
  }
}

extension StructureBackup {
  /// A course with the backed up items as they were; its other items stay as they are now.
  package func restored(over definitions: [ItemDefinition]) -> StructureFile {
    StructureFile(course, semester, definitions).merging(self.definitions.map(\.item))
  }

  /// The requests for the values that the backup has, of items whose values people may set.
  package var requestedValues: [RequestedEdit] {
    let editable = Set(definitions.filter(\.item.isEditable).map(\.item.identifier))
    return values.filter { editable.contains($0.key.identifier) }.sorted { $0.key < $1.key }
      .map { cell, recorded in
        RequestedEdit(
          username: cell.username.rawValue, identifier: cell.identifier.rawValue,
          content: recorded.value.map(RequestedEdit.Content.value) ?? .clear,
          note: .always(recorded.note))
      }
  }

  /// The items of the values that people may set. A student without a value of them here had none.
  package var coveredItems: Set<ItemIdentifier> {
    Set(requestedValues.map { ItemIdentifier($0.identifier) })
  }
}
