import GradesClient
import JSON

/// A definition as clients send it (Service contract, 6.9): thirteen fields, others are ignored.
struct DefinitionDraft {
  let identifier: String
  /// Empty for a root.
  let parentIdentifier: String
  let courseCode: String
  let semesterCode: String
  let nameCs: String?
  let nameEn: String?
  let type: String
  let evaluationType: String
  let valueType: String
  let expression: String?
  let hidden: Bool
  let minimum: Double?
  let required: Double?
  let maximum: Double?

  init(_ node: JSONNode) throws {
    let fields = try node.object()
    func string(_ name: StaticString) throws -> String {
      try fields.required(name, fields.string(name))
    }
    identifier = try string("identifier")
    parentIdentifier = try fields.string("parentIdentifier") ?? ""
    courseCode = try string("courseCode")
    semesterCode = try string("semesterCode")
    let texts = try fields.elements("classificationTextDtos").map { try $0.object() }
    func name(in language: String) throws -> String? {
      try texts.first { try $0.string("identifier") == language }?.string("name")
    }
    nameCs = try name(in: "cs")
    nameEn = try name(in: "en")
    type = try string("classificationType")
    evaluationType = try fields.string("evaluationType") ?? "MANUAL"
    valueType = try string("valueType")
    expression = try fields.string("expression")
    hidden = try fields.boolean("hidden") ?? false
    minimum = try fields.number("minimumValue")
    required = try fields.number("minimumRequiredValue")
    maximum = try fields.number("maximumValue")
  }

  /// Rejects a definition that cannot be stored or evaluated.
  func check(course: CourseRow) throws {
    guard Self.isIdentifier(identifier) else {
      throw Refusal.bad("Not an identifier: \(identifier)")
    }
    guard courseCode == course.code, semesterCode == course.semester else {
      throw Refusal.bad("\(identifier) belongs to another course or semester")
    }
    guard ["NUMBER", "STRING", "BOOLEAN"].contains(valueType) else {
      throw Refusal.bad("Unknown value type of \(identifier): \(valueType)")
    }
    switch evaluationType {
    case "MANUAL": break
    case "EXPRESSION":
      do {
        _ = try ItemExpression(parsing: expression ?? "")
      } catch {
        throw Refusal.bad("The expression of \(identifier) cannot be read")
      }
    default: throw Refusal.bad("Unknown evaluation type of \(identifier): \(evaluationType)")
    }
  }

  /// Copies the fields into a stored definition, or into a new one.
  func row(id: Int, course: CourseRow, parent: Int?, position: Int) -> ItemRow {
    ItemRow(
      id: id, courseId: course.id, identifier: identifier, parentId: parent, nameCs: nameCs,
      nameEn: nameEn, type: type, valueType: valueType, evaluationType: evaluationType,
      hidden: hidden, mandatory: required != nil, position: position, minimum: minimum,
      required: required, maximum: maximum,
      expression: evaluationType == "EXPRESSION" ? expression : nil)
  }

  /// Names of expressions (Service contract, 8.1).
  private static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.utf8.first, !digits.contains(first) else { return false }
    return text.utf8.allSatisfy { letters.contains($0) || digits.contains($0) }
  }

  private static let letters = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_".utf8)
  private static let digits = Set("0123456789".utf8)
}
