import GradesClient
import JSON

/// A definition as clients send it (Service contract, 6.9): thirteen fields, others are ignored.
struct DefinitionDraft {
  /// Without its place: the ids, the parent and the position.
  private var item: ItemRow
  /// Empty for a root.
  let parentIdentifier: String
  let courseCode: String
  let semesterCode: String

  var identifier: String { item.identifier }

  init(_ node: JSONNode) throws {
    let fields = try node.object()
    func string(_ name: StaticString) throws -> String {
      try fields.required(name, fields.string(name))
    }
    let texts = try fields.elements("classificationTextDtos").map { try $0.object() }
    func name(in language: String) throws -> String? {
      try texts.first { try $0.string("identifier") == language }?.string("name")
    }
    let required = try fields.number("minimumRequiredValue")
    let evaluationType = try fields.string("evaluationType") ?? "MANUAL"
    let expression = try fields.string("expression")
    item = ItemRow(
      id: 0, courseId: 0, identifier: try string("identifier"), nameCs: try name(in: "cs"),
      nameEn: try name(in: "en"), type: try string("classificationType"),
      valueType: try string("valueType"), evaluationType: evaluationType,
      hidden: try fields.boolean("hidden") ?? false, mandatory: required != nil, position: 0,
      minimum: try fields.number("minimumValue"), required: required,
      maximum: try fields.number("maximumValue"),
      expression: evaluationType == "EXPRESSION" ? expression ?? "" : nil)
    parentIdentifier = try fields.string("parentIdentifier") ?? ""
    courseCode = try string("courseCode")
    semesterCode = try string("semesterCode")
  }

  /// Rejects a definition that cannot be stored or evaluated.
  func check(course: CourseRow) throws {
    // Names of expressions (Service contract, 8.1).
    guard identifier.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil else {
      throw Refusal.bad("Not an identifier: \(identifier)")
    }
    guard courseCode == course.code, semesterCode == course.semester else {
      throw Refusal.bad("\(identifier) belongs to another course or semester")
    }
    guard ["NUMBER", "STRING", "BOOLEAN"].contains(item.valueType) else {
      throw Refusal.bad("Unknown value type of \(identifier): \(item.valueType)")
    }
    switch item.evaluationType {
    case "MANUAL": break
    case "EXPRESSION":
      do {
        _ = try ItemExpression(parsing: item.expression ?? "")
      } catch {
        throw Refusal.bad("The expression of \(identifier) cannot be read")
      }
    default: throw Refusal.bad("Unknown evaluation type of \(identifier): \(item.evaluationType)")
    }
  }

  /// The definition at a place.
  func row(id: Int, course: CourseRow, parent: Int?, position: Int) -> ItemRow {
    var row = item
    (row.id, row.courseId, row.parentId, row.position) = (id, course.id, parent, position)
    return row
  }
}
