import GradesClient

// The form of lists and results in stored documents. A change here needs a new format number of
// every document that contains the value.

extension CourseList: StoredDocument {
  static let kind = "courses"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    self.init(
      semester: try reader.value(), studying: try reader.list(), teaching: try reader.list())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(semester)
    writer.write(studying)
    writer.write(teaching)
  }
}

extension StudiedCourse: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(
      code: try reader.value(), name: try reader.optional { try $0.string() },
      points: try reader.optionalValue(), grade: try reader.optionalValue(),
      credits: try reader.optional { try $0.double() },
      completion: try reader.optional { try $0.string() }.map(Completion.init(rawValue:)),
      pointsError: try reader.optional { try $0.string() })
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(code)
    writer.write(name)
    writer.write(points)
    writer.write(grade)
    writer.write(credits)
    writer.write(completion?.rawValue)
    writer.write(pointsError)
  }
}

extension TaughtCourse: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(code: try reader.value(), name: try reader.optional { try $0.string() })
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(code)
    writer.write(name)
  }
}

extension CourseItem: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(
      definition: try reader.value(), parent: try reader.optionalValue(), depth: try reader.int())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(definition)
    writer.write(parent)
    writer.write(depth)
  }
}

extension ResultItem: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(item: try reader.value(), recorded: try reader.value())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(item)
    writer.write(recorded)
  }
}

extension CourseResults: StoredDocument {
  static let kind = "results"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    self.init(
      course: try reader.value(), name: try reader.optional { try $0.string() },
      semester: try reader.value(), student: try reader.value(),
      points: try reader.optionalValue(), maximumPoints: try reader.optional { try $0.double() },
      requiredPoints: try reader.optional { try $0.double() },
      requirementMet: try reader.optional { try $0.bool() }, grade: try reader.optionalValue(),
      items: try reader.list())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(course)
    writer.write(name)
    writer.write(semester)
    writer.write(student)
    writer.write(points)
    writer.write(maximumPoints)
    writer.write(requiredPoints)
    writer.write(requirementMet)
    writer.write(grade)
    writer.write(items)
  }
}

extension CourseItems: StoredDocument {
  static let kind = "items"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    self.init(
      course: try reader.value(), semester: try reader.value(), items: try reader.list())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(course)
    writer.write(semester)
    writer.write(items)
  }
}
