// The form of changed results in the cache and in the watch's memory. A change here needs a new
// format number of every document that contains the value.

extension ResultChange: StoredDocument {
  static let kind = "change"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    self.init(
      course: try reader.value(), semester: try reader.value(), identifier: try reader.value(),
      names: try reader.list(), from: try reader.optionalValue(), to: try reader.optionalValue(),
      noteFrom: try reader.optional { try $0.string() },
      noteTo: try reader.optional { try $0.string() },
      changedAt: try reader.optional { try $0.date() }, isRemoved: try reader.bool())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(course)
    writer.write(semester)
    writer.write(identifier)
    writer.write(names)
    writer.write(from)
    writer.write(to)
    writer.write(noteFrom)
    writer.write(noteTo)
    writer.write(changedAt)
    writer.write(isRemoved)
  }
}

extension KnownResults: StoredDocument {
  static let kind = "known"
  static let format = 1

  init(from reader: inout DocumentReader) throws { self.init(items: try reader.list()) }

  func write(to writer: inout DocumentWriter) { writer.write(items) }
}

extension KnownResults.Item: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(
      identifier: try reader.value(), names: try reader.list(), value: try reader.optionalValue(),
      note: try reader.optional { try $0.string() })
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(identifier)
    writer.write(names)
    writer.write(value)
    writer.write(note)
  }
}
