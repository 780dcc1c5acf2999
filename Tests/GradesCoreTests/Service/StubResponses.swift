import Foundation
import GradesClient
import JSON

/// A request to the service, taken apart (Service contract, 5).
struct StubRequest {
  /// The method and the path below `/public`, such as `GET courses/XI-AAA.23/definitions`.
  let line: String
  /// The parts of the path.
  let parts: [String]
  /// The decoded query.
  let query: [String: String]
  private let body: Data?

  init(_ request: HTTPRequest) {
    let address = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
    let path = address?.path.split(separator: "/public/", maxSplits: 1).last.map(String.init) ?? ""
    line = "\(request.method.rawValue) \(path)"
    parts = path.split(separator: "/").map(String.init)
    query = Dictionary(
      (address?.queryItems ?? []).map { ($0.name, $0.value ?? "") },
      uniquingKeysWith: { first, _ in first })
    body = request.body
  }

  /// A parameter of the query, or a hyphen.
  subscript(name: String) -> String { query[name] ?? "-" }

  /// The semester of the query.
  var semester: SemesterCode? { query["semester"].flatMap { SemesterCode($0) } }

  /// The values in the body of a request that saves.
  func changes() throws -> [ValueChange] {
    try read { node in
      try node.list { element in
        let object = try element.object()
        return ValueChange(
          username: Username(try object.requiredText("studentUsername")),
          identifier: ItemIdentifier(try object.requiredText("classificationIdentifier")),
          value: try object["value"]?.value(), note: try object.filledText("note"),
          timestamp: try object.number("timestamp").map { Date(timeIntervalSince1970: $0 / 1000) })
      }
    }
  }

  /// A member of the body.
  func flag(_ name: StaticString) throws -> Bool {
    try read { try $0.object().boolean(name) ?? false }
  }

  /// A member of the body.
  func text(_ name: StaticString) throws -> String {
    try read { try $0.object().requiredText(name) }
  }

  private func read<Value>(_ read: (JSONNode) throws -> Value) throws -> Value {
    try read(JSONReader.read([UInt8](body ?? Data())).root)
  }
}

extension HTTPResponse {
  /// A successful response with a document.
  static func ok(_ content: (inout JSONWriter) -> Void) -> HTTPResponse {
    HTTPResponse(status: 200, body: Data(JSONWriter { content(&$0) }.bytes))
  }

  /// A successful response with a list.
  static func list<Element>(
    _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) -> HTTPResponse {
    .ok { $0.array(of: elements, write) }
  }
}

// The documents of the service's responses (Service contract, 6).

extension UserInfo {
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("username", username.rawValue)
      $0.member("firstName", firstName)
      $0.member("lastName", lastName)
    }
  }
}

extension UserRoles {
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.array("studentCourses", of: studentCourses) { $0.value($1.rawValue) }
      $0.array("teacherCourses", of: teacherCourses) { $0.value($1.rawValue) }
    }
  }
}

extension CourseOverview {
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("courseCode", code.rawValue)
      $0.array("overviewItems", of: items) { writer, item in
        writer.object {
          $0.member("classificationType", item.type.rawValue)
          $0.member("value", item.value)
          $0.member("error", item.error)
        }
      }
    }
  }
}

extension CourseInformation {
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("courseCode", code.rawValue)
      $0.member("courseName", name)
      $0.member("completion", completion?.rawValue)
      $0.member("credits", credits)
      $0.array("classesType", of: classes) { $0.value($1.rawValue) }
    }
  }
}

extension StudentGroup {
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("studentGroupId", id.rawValue)
      $0.member("name", name)
      $0.member("description", description)
      $0.member("type", type)
    }
  }
}

extension Classification {
  func write(to writer: inout JSONWriter) { writer.object { writeAll(to: &$0) } }

  fileprivate func writeAll(to writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("parentId", parentID)
    writer.member("index", index)
    writeMembers(in: CourseCode("XI-AAA.23"), World.semester, to: &writer)
  }
}

extension RecordedValue {
  fileprivate func writeMembers(time: StaticString, to writer: inout JSONWriter) {
    writer.member("value", value)
    writer.member("note", note)
    writer.member(time, updatedAt.map { ($0.timeIntervalSince1970 * 1000).rounded() })
    writer.member("authorUsername", author)
  }
}

extension Student {
  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member("username", username.rawValue)
    writer.member("firstName", firstName)
    writer.member("lastName", lastName)
    writer.member("fullName", fullName)
    writer.member("email", email)
    writer.member("personalNumber", personalNumber)
    writer.member("grade", yearOfStudy)
    writer.object("parallelCodes") {
      for (kind, id) in parallels.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        $0.member(foreign: kind.rawValue, id)
      }
    }
  }
}

extension StudentRecord {
  func write(to writer: inout JSONWriter) {
    writer.object {
      student.writeMembers(to: &$0)
      $0.array("studentClassificationFullDtos", of: items) { writer, item in
        writer.object {
          item.definition.writeAll(to: &$0)
          item.recorded.writeMembers(time: "lastUpdated", to: &$0)
        }
      }
    }
  }
}

extension GroupRow {
  func write(to writer: inout JSONWriter) {
    writer.object {
      student.writeMembers(to: &$0)
      $0.object("classificationMap") { writer in
        for (item, recorded) in values {
          writer.name(foreign: item.rawValue)
          writer.object { recorded.writeMembers(time: "timestamp", to: &$0) }
        }
      }
    }
  }
}

extension ColumnCell {
  func write(to writer: inout JSONWriter) {
    writer.object {
      student.writeMembers(to: &$0)
      recorded.writeMembers(time: "timestamp", to: &$0)
    }
  }
}

extension ServiceNotification {
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("id", id?.rawValue)
      $0.member("courseCode", course?.rawValue)
      $0.member("url", url)
      $0.array("notificationTextDtos", of: texts) { writer, text in
        writer.object {
          $0.member("identifier", text.language)
          $0.member("title", text.title)
          $0.member("text", text.text)
        }
      }
    }
  }
}

extension ServiceSettings {
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("unsubscribeEmails", unsubscribesEmails)
      if let studied { $0.array("studentCourses", of: studied) { $1.write(to: &$0) } }
      if let taught { $0.array("teacherCourses", of: taught) { $1.write(to: &$0) } }
    }
  }
}

extension CourseChoice {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("courseCode", course.rawValue)
      $0.member("hidden", isHidden)
      $0.member("silencedNotifications", isSilenced)
    }
  }
}
