import Foundation
import GradesClient

// The form of the service's models in stored documents. A change here needs a new format number of
// every document that contains the value.

extension SemesterCode: Storable {
  init(from reader: inout DocumentReader) throws {
    guard let code = SemesterCode(try reader.string()) else { throw DocumentReader.Damaged() }
    self = code
  }
  func write(to writer: inout DocumentWriter) { writer.write(rawValue) }
}

extension CourseCode: Storable {
  init(from reader: inout DocumentReader) throws { self.init(try reader.string()) }
  func write(to writer: inout DocumentWriter) { writer.write(rawValue) }
}

extension Username: Storable {
  init(from reader: inout DocumentReader) throws { self.init(try reader.string()) }
  func write(to writer: inout DocumentWriter) { writer.write(rawValue) }
}

extension ItemIdentifier: Storable {
  init(from reader: inout DocumentReader) throws { self.init(try reader.string()) }
  func write(to writer: inout DocumentWriter) { writer.write(rawValue) }
}

extension GroupID: Storable {
  init(from reader: inout DocumentReader) throws { self.init(try reader.string()) }
  func write(to writer: inout DocumentWriter) { writer.write(rawValue) }
}

extension GradeValue: Storable {
  init(from reader: inout DocumentReader) throws {
    switch try reader.int() {
    case 0: self = .number(try reader.double())
    case 1: self = .text(try reader.string())
    case 2: self = .flag(try reader.bool())
    default: throw DocumentReader.Damaged()
    }
  }

  func write(to writer: inout DocumentWriter) {
    switch self {
    case .number(let number):
      writer.write(0)
      writer.write(number)
    case .text(let text):
      writer.write(1)
      writer.write(text)
    case .flag(let flag):
      writer.write(2)
      writer.write(flag)
    }
  }
}

extension RecordedValue: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(
      value: try reader.optionalValue(), note: try reader.optional { try $0.string() },
      updatedAt: try reader.optional { try $0.date() },
      author: try reader.optional { try $0.string() })
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(value)
    writer.write(note)
    writer.write(updatedAt)
    writer.write(author)
  }
}

extension Student: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(
      username: try reader.value(), firstName: try reader.optional { try $0.string() },
      lastName: try reader.optional { try $0.string() },
      fullName: try reader.optional { try $0.string() },
      email: try reader.optional { try $0.string() },
      personalNumber: try reader.optional { try $0.string() },
      yearOfStudy: try reader.optional { try $0.int() })
    let pairs = try reader.list(of: { (ClassesType(rawValue: try $0.string()), try $0.string()) })
    parallels = Dictionary(pairs) { first, _ in first }
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(username)
    writer.write(firstName)
    writer.write(lastName)
    writer.write(fullName)
    writer.write(email)
    writer.write(personalNumber)
    writer.write(yearOfStudy)
    writer.write(parallels.count)
    for (type, parallel) in parallels.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      writer.write(type.rawValue)
      writer.write(parallel)
    }
  }
}

extension StudentGroup: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(
      id: try reader.value(), name: try reader.string(),
      description: try reader.optional { try $0.string() },
      type: try reader.optional { try $0.string() })
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(id)
    writer.write(name)
    writer.write(description)
    writer.write(type)
  }
}

extension LocalizedName: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(language: try reader.string(), name: try reader.string())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(language)
    writer.write(name)
  }
}

extension Classification: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(
      identifier: try reader.value(), id: try reader.optional { try $0.int() },
      parentID: try reader.optional { try $0.int() }, parentIdentifier: try reader.optionalValue(),
      names: try reader.list(),
      classificationType: ClassificationType(rawValue: try reader.string()),
      valueType: ValueType(rawValue: try reader.string()),
      evaluationType: EvaluationType(rawValue: try reader.string()), hidden: try reader.bool(),
      index: try reader.int(), minimumValue: try reader.optional { try $0.double() },
      requiredValue: try reader.optional { try $0.double() },
      maximumValue: try reader.optional { try $0.double() },
      expression: try reader.optional { try $0.string() })
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(identifier)
    writer.write(id)
    writer.write(parentID)
    writer.write(parentIdentifier)
    writer.write(names)
    writer.write(classificationType.rawValue)
    writer.write(valueType.rawValue)
    writer.write(evaluationType.rawValue)
    writer.write(hidden)
    writer.write(index)
    writer.write(minimumValue)
    writer.write(requiredValue)
    writer.write(maximumValue)
    writer.write(expression)
  }
}

extension UserRoles: StoredDocument {
  static let kind = "roles"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    self.init(studentCourses: try reader.list(), teacherCourses: try reader.list())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(studentCourses)
    writer.write(teacherCourses)
  }
}

extension CourseInformation: StoredDocument {
  static let kind = "information"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    self.init(
      code: try reader.value(), name: try reader.optional { try $0.string() },
      completion: try reader.optional { try $0.string() }.map(Completion.init(rawValue:)),
      credits: try reader.optional { try $0.double() },
      classes: try reader.list(of: { ClassesType(rawValue: try $0.string()) }))
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(code)
    writer.write(name)
    writer.write(completion?.rawValue)
    writer.write(credits)
    writer.write(classes.count)
    for type in classes { writer.write(type.rawValue) }
  }
}
