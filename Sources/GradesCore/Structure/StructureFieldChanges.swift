import GradesClient

extension StructurePlan {
  /// The name of the field with the item above.
  static let parentField = "parent"

  /// The fields in which two states of an item differ; an empty text is none, and blanks and line breaks at the ends
  /// of texts don't count.
  static func fields(_ before: CourseItem, _ after: CourseItem) -> [FieldChange] {
    let (old, new) = (before.definition, after.definition)
    func text(_ text: String?) -> Value {
      let text = text?.trimmingBlanks() ?? ""
      return text.isEmpty ? .none : .text(text)
    }
    func number(_ number: Double?) -> Value { number.map(Value.number) ?? .none }
    var pairs: [(String, Value, Value)] = [
      (parentField, text(before.parent?.rawValue), text(after.parent?.rawValue))
    ]
    let (oldNames, newNames) = (old.namesByLanguage, new.namesByLanguage)
    for language in Set(oldNames.keys).union(newNames.keys).sorted() {
      pairs.append(("name.\(language)", text(oldNames[language]), text(newNames[language])))
    }
    let rest: [(StructureField, Value, Value)] = [
      (.type, .text(old.classificationType.rawValue), .text(new.classificationType.rawValue)),
      (.valueType, .text(old.valueType.rawValue), .text(new.valueType.rawValue)),
      (.evaluationType, .text(old.evaluationType.rawValue), .text(new.evaluationType.rawValue)),
      (.minimum, number(old.minimumValue), number(new.minimumValue)),
      (.required, number(old.requiredValue), number(new.requiredValue)),
      (.maximum, number(old.maximumValue), number(new.maximumValue)),
      (.hidden, .flag(old.hidden), .flag(new.hidden)),
      (.expression, text(old.expression), text(new.expression)),
    ]
    pairs += rest.map { ($0.0.rawValue, $0.1, $0.2) }
    return pairs.filter { $0.1 != $0.2 }.map { FieldChange(field: $0.0, from: $0.1, to: $0.2) }
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
    Dictionary(map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Classification {
  fileprivate var namesByLanguage: [String: String] {
    Dictionary(names.map { ($0.language, $0.name) }, uniquingKeysWith: { first, _ in first })
  }
}
