import GradesClient
import GradesCore

/// A student's results of a course with the items in the order in which they are written.
func plannedCourse(_ items: [PlannedItem]) -> CourseResults {
  let definitions = items.map(\.definition)
  let values = definitions.indices.map { items[$0].value }
  return CourseResults(
    course: CourseCode("XI-AAA.23"), name: nil, semester: SemesterCode("B261")!,
    student: Student(username: Username("zkusade1"), firstName: nil, lastName: nil),
    items: zip(definitions, values).map {
      ResultItem(item: CourseItem(definition: $0), recorded: RecordedValue(value: $1))
    })
}

/// An item of a course with a student's value.
struct PlannedItem {
  var definition: Classification
  var value: GradeValue?

  static func points(
    _ name: String, _ value: Double? = nil, of maximum: Double?, required: Double? = nil,
    from minimum: Double? = 0
  ) -> Self {
    Self(
      definition: Classification(
        identifier: ItemIdentifier(name), minimumValue: minimum, requiredValue: required,
        maximumValue: maximum), value: value.map(GradeValue.number))
  }

  static func flag(_ name: String, _ value: Bool? = nil) -> Self {
    Self(
      definition: Classification(identifier: ItemIdentifier(name), valueType: .boolean),
      value: value.map(GradeValue.flag))
  }

  static func text(_ name: String) -> Self {
    Self(definition: Classification(identifier: ItemIdentifier(name), valueType: .string))
  }

  static func computed(
    _ name: String, _ expression: String?, _ value: GradeValue? = nil,
    _ valueType: ValueType = .number, type: String = "OTHER", required: Double? = nil
  ) -> Self {
    Self(
      definition: Classification(
        identifier: ItemIdentifier(name), classificationType: ClassificationType(rawValue: type),
        valueType: valueType, evaluationType: .expression, requiredValue: required,
        expression: expression), value: value)
  }

  static func total(_ expression: String, _ value: Double?, required: Double? = nil) -> Self {
    computed(
      "body", expression, value.map(GradeValue.number), type: "POINTS_TOTAL", required: required)
  }

  static func grade(_ expression: String, _ value: String?) -> Self {
    computed("znamka", expression, value.map(GradeValue.text), .string, type: "FINAL_SCORE")
  }
}

extension PlanNeed {
  /// The proposal as `item=value`, in display order.
  var shares: [String] { items.map { "\($0.identifier)=\($0.share.map(Self.text) ?? "–")" } }
  /// The least values as `item=value`, in display order.
  var least: [String] { items.map { "\($0.identifier)=\($0.minimum.map(Self.text) ?? "–")" } }

  private static func text(_ value: GradeValue) -> String { ValueWriter.text(value) }
}

extension Dictionary where Key == String, Value == GradeValue {
  /// The values by the items' identifiers.
  var byItem: [ItemIdentifier: GradeValue] {
    [ItemIdentifier: GradeValue](uniqueKeysWithValues: map { (ItemIdentifier($0.key), $0.value) })
  }
}

extension PlanNeed {
  var proposal: [ItemIdentifier: GradeValue] {
    items.keyed(by: \.identifier).compactMapValues(\.share)
  }
}
