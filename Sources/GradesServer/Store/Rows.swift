import GRDB
import SQLite

/// The year whose form of answers a semester has (Service contract, 6).
enum AnswerShape: Int, Sendable {
  case year2018 = 2018
  case year2019 = 2019
  case year2021 = 2021
}

/// A person at the faculty.
package struct PersonRow: Sendable {
  package let id: Int
  package let username: String
  let firstName: String
  let lastName: String
  let personalNumber: String
  let yearOfStudy: Int?
  let isArtificial: Bool

  var email: String { "\(username)@example.org" }
  var fullName: String { "\(firstName) \(lastName)" }

  static let columns =
    "person.id, username, firstName, lastName, personalNumber, yearOfStudy, isArtificial"

  init(_ row: Row) throws {
    id = try row.value(0)
    username = try row.value(1)
    firstName = try row.value(2)
    lastName = try row.value(3)
    personalNumber = try row.value(4)
    yearOfStudy = try row.value(5)
    isArtificial = try row.value(6)
  }
}

/// A course in one semester.
package struct CourseRow: Sendable {
  package let id: Int
  let code: String
  let semester: String
  let nameCs: String?
  let nameEn: String?
  let completion: String
  let credits: Int
  let classes: [String]
  let shape: AnswerShape

  static let columns = """
    course.id, course.code, course.semester, nameCs, nameEn, completion, credits, classes, shape
    """

  init(_ row: Row) throws {
    id = try row.value(0)
    code = try row.value(1)
    semester = try row.value(2)
    nameCs = try row.value(3)
    nameEn = try row.value(4)
    completion = try row.value(5)
    credits = try row.value(6)
    classes = try row.value(7, as: String.self).split(separator: ",").map(String.init)
    shape = AnswerShape(rawValue: try row.value(8)) ?? .year2021
  }
}

/// The definition of an evaluation item; its properties are the columns.
package struct ItemRow: Encodable, PersistableRecord, Sendable {
  package static let databaseTableName = "item"

  package var id: Int
  var courseId: Int
  package var identifier: String
  var parentId: Int?
  var nameCs: String?
  var nameEn: String?
  var type: String
  var valueType: String
  var evaluationType: String
  var hidden: Bool
  var mandatory: Bool
  /// Restarts at 0 under every parent.
  var position: Int
  var minimum: Double?
  var required: Double?
  var maximum: Double?
  var expression: String?

  var isComputed: Bool { evaluationType != "MANUAL" }

  static let columns = """
    id, courseId, identifier, parentId, nameCs, nameEn, type, valueType, evaluationType, hidden,
    mandatory, position, minimum, required, maximum, expression
    """
}

extension ItemRow {
  init(_ row: Row) throws {
    id = try row.value(0)
    courseId = try row.value(1)
    identifier = try row.value(2)
    parentId = try row.value(3)
    nameCs = try row.value(4)
    nameEn = try row.value(5)
    type = try row.value(6)
    valueType = try row.value(7)
    evaluationType = try row.value(8)
    hidden = try row.value(9)
    mandatory = try row.value(10)
    position = try row.value(11)
    minimum = try row.value(12)
    required = try row.value(13)
    maximum = try row.value(14)
    expression = try row.value(15)
  }
}

/// One student's stored value.
package struct ResultRow: Sendable {
  let id: Int
  package let value: CellValue?
  package let note: String?
  /// Milliseconds since 1970 UTC.
  package let changedAt: Int?
  package let author: String?
}
