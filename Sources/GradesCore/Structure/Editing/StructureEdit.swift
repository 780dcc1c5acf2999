import GradesClient

extension Classification {
  /// The name in a language; an empty one is none.
  package subscript(name language: String) -> String {
    get { names.first { $0.language == language }?.name ?? "" }
    set {
      let index = names.firstIndex { $0.language == language }
      switch (index, newValue.isEmpty) {
      case (let index?, true): names.remove(at: index)
      case (let index?, false): names[index].name = newValue
      case (nil, true): break
      case (nil, false): names.append(LocalizedName(language: language, name: newValue))
      }
    }
  }

  /// The expression as it is edited: an empty one makes the item manual, another one computed.
  package var editedExpression: String {
    get { expression ?? "" }
    set {
      let isEmpty = newValue.allSatisfy(\.isWhitespace)
      expression = isEmpty ? nil : newValue
      if isEmpty, evaluationType == .expression { evaluationType = .manual }
      if !isEmpty, evaluationType == .manual { evaluationType = .expression }
    }
  }
}

/// Where an item is moved to in the tree.
package enum StructureMove: Hashable, Sendable, CaseIterable {
  /// Among its siblings.
  case up, down
  /// Below the sibling before it.
  case into
  /// Beside its parent.
  case out
}

/// Why a structure is not edited.
package enum StructureEditRefusal: Error, Hashable, Sendable {
  case noItem(ItemIdentifier)
  /// The service never renames an item.
  case identifierOfExisting
  case identifierEmpty
  /// The item has it already, perhaps in other case, which may not count (Service contract, 6.9).
  case identifierTaken(ItemIdentifier)
  /// An expression could not name the item.
  case identifierNoName(ItemIdentifier)
  /// The service has more of the item than an update sends, and would forget it.
  case lost([String])
  /// The service has no way to change the order of items that it has.
  case orderOfExisting
  /// There is nothing in that direction.
  case atEnd
  case tooDeep
  case tooMany
}
