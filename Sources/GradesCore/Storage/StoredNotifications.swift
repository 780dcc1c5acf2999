import GradesClient

// The form of notifications in stored documents. A change here needs a new format number of every
// document that contains the value.

extension Inbox: StoredDocument {
  static let kind = "notifications"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    self.init(
      entries: try reader.list(of: {
        Entry(try $0.value(), isRead: try $0.bool())
      }))
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(entries.count)
    for entry in entries {
      writer.write(entry.notification)
      writer.write(entry.isRead)
    }
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
