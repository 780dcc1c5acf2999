import Loopback

/// An endpoint (Service contract, 5): its path and its action.
struct Endpoint: Sendable {
  let method: String
  /// The path below `/public`; parts in braces are variable.
  let path: [String]
  let handle: Handler

  typealias Handler = @Sendable (Call) throws -> ServerResponse

  init(_ method: String, _ path: String, _ handle: @escaping Handler) {
    self.method = method
    self.path = path.split(separator: "/").map(String.init)
    self.handle = handle
  }

  /// The values of the variable parts; nil for another path.
  func match(_ parts: ArraySlice<String>) -> [String: String]? {
    guard parts.count == path.count else { return nil }
    var parameters: [String: String] = [:]
    for (pattern, part) in zip(path, parts) {
      if pattern.hasPrefix("{") {
        parameters[String(pattern.dropFirst().dropLast())] = part
      } else if pattern != part {
        return nil
      }
    }
    return parameters
  }
}

extension Endpoint {
  /// All endpoints that the embedded service has; the comments give their numbers
  /// (Service contract, 5). Those that only a client of 2018 was seen to use are not among them.
  static let all: [Endpoint] = [
    Endpoint("GET", "user-info", UserEndpoints.info),  // 1
    Endpoint("GET", "user-roles", UserEndpoints.roles),  // 2
    Endpoint("GET", "semester-code", UserEndpoints.semesterCode),  // 3
    Endpoint("GET", "courses/classification-overview/{u}", UserEndpoints.overview),  // 4
    Endpoint("GET", "courses/{c}/information", CourseEndpoints.information),  // 5
    Endpoint("GET", "courses/{c}/student-classifications/{u}", StudentEndpoint.student),  // 6
    Endpoint("GET", "courses/{c}/group/{g}/student-classifications", GroupEndpoints.table),  // 7
    Endpoint(
      "GET", "courses/{c}/group/{g}/student-classifications/{i}", GroupEndpoints.column),  // 8
    Endpoint("PUT", "courses/{c}/student-classifications", SavingEndpoint.save),  // 9
    Endpoint("GET", "course/{c}/student-groups", CourseEndpoints.groups),  // 10
    Endpoint("GET", "courses/{c}/classifications", DefinitionEndpoints.list(old: true)),  // 11
    Endpoint("GET", "courses/{c}/classifications/{i}", DefinitionEndpoints.item(old: true)),  // 14
    Endpoint("GET", "courses/{c}/definitions", DefinitionEndpoints.list(old: false)),  // 17
    Endpoint("GET", "courses/{c}/definitions/{i}", DefinitionEndpoints.item(old: false)),  // 18
    Endpoint("GET", "courses/{c}/definition-hierarchy", DefinitionEndpoints.hierarchy),  // 19
    Endpoint("POST", "courses/{c}/definition-hierarchy", DefinitionChanges.create),  // 20
    Endpoint("PUT", "courses/{c}/definitions", DefinitionChanges.update),  // 21
    Endpoint("DELETE", "courses/{c}/definitions/{i}", DefinitionChanges.delete),  // 22
    Endpoint("GET", "courses/{c}/editors", EditorEndpoints.list),  // 23
    Endpoint("PUT", "courses/{c}/editors/{u}", EditorEndpoints.add),  // 24
    Endpoint("DELETE", "courses/{c}/editors/{u}", EditorEndpoints.remove),  // 25
    Endpoint("GET", "expressions/functions", UserEndpoints.functions),  // 28
    Endpoint("GET", "notifications/{u}/all", NotificationEndpoints.list("1")),  // 29
    Endpoint("GET", "notifications/{u}/new", NotificationEndpoints.list("NOT isRead")),  // 30
    Endpoint("PUT", "notifications/{u}/read", NotificationEndpoints.mark(read: true)),  // 31
    // Marks everything as unread; nothing is deleted.
    Endpoint("DELETE", "notifications/{u}/read", NotificationEndpoints.mark(read: false)),  // 32
    Endpoint("PUT", "notifications/{u}/read/{id}", NotificationEndpoints.mark(read: true)),  // 33
    Endpoint(
      "DELETE", "notifications/{u}/read/{id}", NotificationEndpoints.mark(read: false)),  // 34
    Endpoint("GET", "settings/my", SettingsEndpoints.read),  // 35
    Endpoint("PUT", "settings/my", SettingsEndpoints.write),  // 36
    Endpoint("PUT", "settings/my/student/courses", SettingsEndpoints.write(as: "student")),  // 37
    Endpoint("PUT", "settings/my/teacher/courses", SettingsEndpoints.write(as: "teacher")),  // 38
  ]
}
