// The form of a teacher's data in stored documents. A change here needs a new format number of
// every document that contains the value.

extension CourseGroups: StoredDocument {
  static let kind = "groups"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    self.init(course: try reader.value(), semester: try reader.value(), groups: try reader.list())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(course)
    writer.write(semester)
    writer.write(groups)
  }
}

extension Roster: StoredDocument {
  static let kind = "roster"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    self.init(
      course: try reader.value(), semester: try reader.value(), group: try reader.value(),
      students: try reader.list())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(course)
    writer.write(semester)
    writer.write(group)
    writer.write(students)
  }
}

extension GroupMatrix: StoredDocument {
  static let kind = "matrix"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    self.init(
      course: try reader.value(), semester: try reader.value(), group: try reader.value(),
      items: try reader.list(), rows: try reader.list())
    guard rows.allSatisfy({ $0.values.count == items.count }) else {
      throw DocumentReader.Damaged()
    }
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(course)
    writer.write(semester)
    writer.write(group)
    writer.write(items)
    writer.write(rows)
  }
}

extension MatrixRow: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(student: try reader.value(), values: try reader.list())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(student)
    writer.write(values)
  }
}
