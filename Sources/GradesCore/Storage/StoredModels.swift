import GradesClient

// The form of the service's models in the documents of the log. A change here needs a new format number of
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

extension ItemIdentifier: Storable {
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

extension LocalizedName: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(language: try reader.string(), name: try reader.string())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(language)
    writer.write(name)
  }
}

extension ServiceNotification: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(
      id: try reader.optional { try $0.string() }.map { NotificationID($0) },
      course: try reader.optionalValue(), url: try reader.optional { try $0.string() },
      texts: try reader.list())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(id?.rawValue)
    writer.write(course)
    writer.write(url)
    writer.write(texts)
  }
}

extension NotificationText: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(
      language: try reader.optional { try $0.string() },
      title: try reader.optional { try $0.string() }, text: try reader.string())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(language)
    writer.write(title)
    writer.write(text)
  }
}
