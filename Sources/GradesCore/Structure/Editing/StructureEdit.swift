import GradesClient

/// A change of one field of an item.
public enum StructureEdit: Hashable, Sendable {
  /// The identifier, of new items only.
  case identifier(ItemIdentifier)
  /// The name in a language; an empty one removes it.
  case name(String, in: String)
  case type(ClassificationType)
  case valueType(ValueType)
  case evaluationType(EvaluationType)
  case minimum(Double?)
  case required(Double?)
  case maximum(Double?)
  case hidden(Bool)
  /// The expression; an empty one makes the item manual, another one computed.
  case expression(String)

  func apply(to item: inout Classification) {
    switch self {
    case .identifier(let identifier): item.identifier = identifier
    case .name(let name, let language):
      let index = item.names.firstIndex { $0.language == language }
      switch (index, name.isEmpty) {
      case (let index?, true): item.names.remove(at: index)
      case (let index?, false): item.names[index].name = name
      case (nil, true): break
      case (nil, false): item.names.append(LocalizedName(language: language, name: name))
      }
    case .type(let type): item.classificationType = type
    case .valueType(let type): item.valueType = type
    case .evaluationType(let type): item.evaluationType = type
    case .minimum(let bound): item.minimumValue = bound
    case .required(let bound): item.requiredValue = bound
    case .maximum(let bound): item.maximumValue = bound
    case .hidden(let hidden): item.hidden = hidden
    case .expression(let text):
      let isEmpty = text.allSatisfy(\.isWhitespace)
      item.expression = isEmpty ? nil : text
      if isEmpty, item.evaluationType == .expression { item.evaluationType = .manual }
      if !isEmpty, item.evaluationType == .manual { item.evaluationType = .expression }
    }
  }
}

/// Where an item is moved to in the tree.
public enum StructureMove: Hashable, Sendable, CaseIterable {
  /// Among its siblings.
  case up, down
  /// Below the sibling before it.
  case into
  /// Beside its parent.
  case out
}

/// Why a structure is not edited.
public enum StructureEditRefusal: Error, Hashable, Sendable {
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
