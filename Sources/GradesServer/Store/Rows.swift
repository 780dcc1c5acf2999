import GRDB

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

  init(_ row: Row) {
    id = row[0]
    username = row[1]
    firstName = row[2]
    lastName = row[3]
    personalNumber = row[4]
    yearOfStudy = row[5]
    isArtificial = row[6]
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

  init(_ row: Row) {
    id = row[0]
    code = row[1]
    semester = row[2]
    nameCs = row[3]
    nameEn = row[4]
    completion = row[5]
    credits = row[6]
    classes = (row[7] as String).split(separator: ",").map(String.init)
    shape = AnswerShape(rawValue: row[8]) ?? .year2021
  }
}

/// The definition of an evaluation item.
package struct ItemRow: Sendable {
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
  init(_ row: Row) {
    id = row[0]
    courseId = row[1]
    identifier = row[2]
    parentId = row[3]
    nameCs = row[4]
    nameEn = row[5]
    type = row[6]
    valueType = row[7]
    evaluationType = row[8]
    hidden = row[9]
    mandatory = row[10]
    position = row[11]
    minimum = row[12]
    required = row[13]
    maximum = row[14]
    expression = row[15]
  }

  func insert(in database: Database) throws { try write("INSERT", in: database) }

  /// Replaces the definition with the same id.
  func replace(in database: Database) throws { try write("REPLACE", in: database) }

  private func write(_ verb: String, in database: Database) throws {
    try database.cachedStatement(
      sql: """
        \(verb) INTO item (\(Self.columns)) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
        """
    ).execute(arguments: arguments)
  }

  private var arguments: StatementArguments {
    [
      id, courseId, identifier, parentId, nameCs, nameEn, type, valueType, evaluationType, hidden,
      mandatory, position, minimum, required, maximum, expression,
    ]
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
