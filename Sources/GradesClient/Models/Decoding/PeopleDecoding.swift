import JSON

extension UserInfo {
  /// Reads endpoint 1 (Service contract, 6.1).
  package init(reading node: JSONNode) throws {
    let object = try node.object()
    self.init(
      username: Username(try object.requiredText("username")),
      firstName: try object.filledText("firstName"), lastName: try object.filledText("lastName"))
  }
}

extension UserRoles {
  /// Reads endpoint 2 (Service contract, 6.2); one of the lists may be missing, not both.
  package init(reading node: JSONNode) throws {
    let object = try node.object()
    guard object.has("studentCourses") || object.has("teacherCourses") else {
      throw object.missing("studentCourses")
    }
    self.init(
      studentCourses: try object.list("studentCourses") { CourseCode(try $0.text()) },
      teacherCourses: try object.list("teacherCourses") { CourseCode(try $0.text()) })
  }
}

extension Student {
  /// Reads the student of a response or row; the member is `username` in some endpoints and
  /// `studentUsername` in others.
  init(reading object: JSONObject) throws {
    let name = try object.filledText("username") ?? object.filledText("studentUsername")
    guard let name else { throw object.missing("username") }
    try self.init(reading: object, as: Username(name))
  }

  /// Reads the student of a response under the requested username.
  init(reading object: JSONObject, as username: Username) throws {
    var parallels: [ClassesType: String] = [:]
    if let codes = try object["parallelCodes"]?.object() {
      for code in codes.members() where !code.isNull {
        parallels[ClassesType(rawValue: code.memberName)] = try code.text()
      }
    }
    self.init(
      username: username, firstName: try object.filledText("firstName"),
      lastName: try object.filledText("lastName"), fullName: try object.filledText("fullName"),
      email: try object.filledText("email"),
      personalNumber: try object.filledText("personalNumber"),
      yearOfStudy: try object.integer("grade"), parallels: parallels)
  }
}

extension StudentGroup {
  /// Reads an element of endpoint 10 (Service contract, 6.6).
  package init(reading node: JSONNode) throws {
    let object = try node.object()
    let id = try object.requiredText("studentGroupId")
    self.init(
      id: GroupID(id), name: try object.filledText("name") ?? id,
      description: try object.filledText("description"),
      // Its values are unknown (Service contract, 10), and no group must be lost because of it.
      type: try? object.filledText("type"))
  }
}
