import Foundation
import GradesClient

/// A definition as clients send it (Service contract, 6.9): thirteen fields, others are ignored.
struct DefinitionDraft: Decodable {
  private struct Text: Decodable {
    let identifier: String
    let name: String?
  }

  private enum Key: String, CodingKey {
    case identifier, parentIdentifier, courseCode, semesterCode, classificationTextDtos
    case classificationType, evaluationType, valueType, expression, hidden, minimumValue
    case minimumRequiredValue, maximumValue
  }

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

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    identifier = try fields.decode(String.self, forKey: .identifier)
    parentIdentifier = try fields.decodeIfPresent(String.self, forKey: .parentIdentifier) ?? ""
    courseCode = try fields.decode(String.self, forKey: .courseCode)
    semesterCode = try fields.decode(String.self, forKey: .semesterCode)
    let texts = try fields.decodeIfPresent([Text].self, forKey: .classificationTextDtos) ?? []
    nameCs = texts.first { $0.identifier == "cs" }?.name
    nameEn = texts.first { $0.identifier == "en" }?.name
    type = try fields.decode(String.self, forKey: .classificationType)
    evaluationType = try fields.decodeIfPresent(String.self, forKey: .evaluationType) ?? "MANUAL"
    valueType = try fields.decode(String.self, forKey: .valueType)
    expression = try fields.decodeIfPresent(String.self, forKey: .expression)
    hidden = try fields.decodeIfPresent(Bool.self, forKey: .hidden) ?? false
    minimum = try fields.decodeIfPresent(Double.self, forKey: .minimumValue)
    required = try fields.decodeIfPresent(Double.self, forKey: .minimumRequiredValue)
    maximum = try fields.decodeIfPresent(Double.self, forKey: .maximumValue)
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
