import JSON

extension Classification {
  /// Reads a definition of any year (Service contract, 6.9).
  package init(reading object: JSONObject) throws {
    let expression = try object.filledText("expression")
    self.init(
      identifier: ItemIdentifier(try object.requiredText("identifier")),
      id: try object.integer("id"), parentID: try object.integer("parentId"),
      parentIdentifier: try object.filledText("parentIdentifier").map(ItemIdentifier.init),
      names: try object.list("classificationTextDtos", LocalizedName.init(reading:)).compactMap(
        \.self),
      classificationType: ClassificationType(
        rawValue: try object.text("classificationType") ?? ""),
      valueType: ValueType(rawValue: try object.text("valueType") ?? ""),
      evaluationType: try Self.evaluationType(of: object, expression: expression),
      hidden: try object.boolean("hidden") ?? false, index: try object.integer("index") ?? 0,
      minimumValue: try object.number("minimumValue"),
      requiredValue: try object.number("minimumRequiredValue"),
      maximumValue: try object.number("maximumValue"), expression: expression)
  }

  /// Its own member since 2019, a flag in 2018, otherwise derived from the expression.
  private static func evaluationType(of object: JSONObject, expression: String?) throws
    -> EvaluationType
  {
    if let named = try object.filledText("evaluationType") {
      return EvaluationType(rawValue: named)
    }
    let isCalculated = try object.boolean("calculated") ?? (expression != nil)
    return isCalculated ? .expression : .manual
  }

  /// Reads endpoint 19: roots with `children`, parents before their children in the result.
  ///
  /// A child that does not name its parent gets it from the nesting.
  package static func flattened(_ roots: [JSONNode]) throws -> [Classification] {
    var definitions: [Classification] = []
    var waiting = roots.reversed().map { (node: $0, parent: Classification?.none) }
    while let (node, parent) = waiting.popLast() {
      let object = try node.object()
      var definition = try Classification(reading: object)
      if definition.parentID == nil, definition.parentIdentifier == nil {
        definition.parentID = parent?.id
        definition.parentIdentifier = parent?.identifier
      }
      definitions.append(definition)
      waiting += try object.elements("children").reversed().map { ($0, definition) }
    }
    return definitions
  }
}

extension LocalizedName {
  /// Reads an element of `classificationTextDtos`; nil without a name.
  fileprivate init?(reading node: JSONNode) throws {
    let object = try node.object()
    guard let name = try object.filledText("name") else { return nil }
    self.init(language: try object.text("identifier") ?? "", name: name)
  }
}
