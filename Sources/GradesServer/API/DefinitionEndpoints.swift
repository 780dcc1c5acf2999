import JSON
import Loopback

/// Definitions of items, read in the ways of 2018 and of 2021 (Service contract, 6.9).
enum DefinitionEndpoints {
  /// GET 11: the list of 2018.
  static func oldList(_ call: Call) throws -> ServerResponse {
    try list(of: try courseForPeople(call), call)
  }

  /// GET 14: one item, the way of 2018.
  static func oldItem(_ call: Call) throws -> ServerResponse {
    try item(of: try courseForPeople(call), call)
  }

  /// GET 17: the list of 2021.
  static func list(_ call: Call) throws -> ServerResponse {
    try list(of: try newCourse(call), call)
  }

  /// GET 18: one item, the way of 2021.
  static func item(_ call: Call) throws -> ServerResponse {
    try item(of: try newCourse(call), call)
  }

  /// GET 19: the roots with their children in them.
  static func hierarchy(_ call: Call) throws -> ServerResponse {
    let course = try newCourse(call)
    let language = try call.language()
    let tree = ItemTree(course: course, items: try call.database.items(of: course))
    func write(_ items: [ItemRow], to writer: inout JSONWriter) {
      writer.array(of: items) { writer, item in
        writer.object {
          tree.write(item, language: language, to: &$0)
          $0.name("children")
          write(tree.children(of: item), to: &$0)
        }
      }
    }
    return .json(200, course.json { write(tree.children(of: nil), to: &$0) })
  }

  private static func list(of course: CourseRow, _ call: Call) throws -> ServerResponse {
    let language = try call.language()
    let tree = ItemTree(course: course, items: try call.database.items(of: course))
    return .json(
      200,
      course.json {
        $0.array(of: tree.listed) { writer, item in
          writer.object { tree.write(item, language: language, to: &$0) }
        }
      })
  }

  private static func item(of course: CourseRow, _ call: Call) throws -> ServerResponse {
    let language = try call.language()
    let tree = ItemTree(course: course, items: try call.database.items(of: course))
    let item = try call.item(in: tree.items)
    return .json(
      200,
      course.json { $0.object { tree.write(item, language: language, to: &$0) } })
  }

  /// Service accounts do not use the endpoints of 2018.
  private static func courseForPeople(_ call: Call) throws -> CourseRow {
    let course = try call.taughtCourse()
    _ = try call.person()
    return course
  }

  /// The service of 2018 had no such endpoints: clients fall back to 11 on its 404.
  private static func newCourse(_ call: Call) throws -> CourseRow {
    let course = try call.taughtCourse()
    guard course.shape != .year2018 else { throw Refusal.notFound }
    return course
  }
}
