import GradesClient

extension StructurePlan {
  /// The fields in which two states of an item differ; an empty text is none.
  static func fields(_ before: CourseItem, _ after: CourseItem) -> [FieldChange] {
    let (old, new) = (before.definition, after.definition)
    func text(_ text: String?) -> Value { text.map { $0.isEmpty ? .none : .text($0) } ?? .none }
    func number(_ number: Double?) -> Value { number.map(Value.number) ?? .none }
    var pairs: [(String, Value, Value)] = [
      ("parent", text(before.parent?.rawValue), text(after.parent?.rawValue))
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
  /// The definition as it is sent: it names its parent by the identifier, whatever the service did.
  var sent: Classification {
    var definition = definition
    definition.parentIdentifier = parent
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
