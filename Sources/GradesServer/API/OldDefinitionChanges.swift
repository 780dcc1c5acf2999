import GRDB
import JSON
import Loopback

/// Changing definitions, the way of 2018 (Service contract, 6.9): endpoints 12, 13, 15 and 16, which older
/// client libraries call.
enum OldDefinitionChanges {
  /// POST 12: one definition of the shape of 2018, a root.
  static func create(_ call: Call) throws -> ServerResponse {
    let (code, semester) = try call.body("The body is not a definition") { node in
      let fields = try node.object()
      return (
        try fields.required("courseCode", fields.string("courseCode")),
        try fields.required("semesterCode", fields.string("semesterCode"))
      )
    }
    guard code == call.parameter("c") else { throw Refusal.bad("Another course: \(code)") }
    let course = try DefinitionChanges.editedCourse(code, in: semester, call)
    let draft = try call.body("The body is not a definition") { try DefinitionDraft($0) }
    try draft.check(course: course)
    var items = try call.database.items(of: course)
    guard !items.contains(where: { $0.identifier == draft.identifier }) else {
      throw Refusal.bad("There is a \(draft.identifier) already")
    }
    let row = draft.row(
      id: try call.database.nextItemID(), course: course, parent: nil,
      position: items.count { $0.parentId == nil })
    items.append(row)
    try row.insert(in: call.database.connection)
    try call.database.recomputeAll(course, items: items, at: call.now)
    return .empty(201)
  }

  /// DELETE 13: the query names the item.
  static func delete(_ call: Call) throws -> ServerResponse {
    let course = try DefinitionChanges.editedCourse(
      call.parameter("c"), in: try call.semester(), call)
    return try DefinitionChanges.delete(
      call.request.query["classification-identifier"] ?? "", of: course, call)
  }

  /// PUT 15: an object from identifiers, or ids, to indexes; others keep theirs.
  static func order(_ call: Call) throws -> ServerResponse {
    let course = try DefinitionChanges.editedCourse(
      call.parameter("c"), in: try call.semester(), call)
    let indexes = try call.body("The body is not a map of indexes") { node in
      try node.object().members().map { (name: $0.memberName, index: try $0.integer()) }
    }
    let items = try call.database.items(of: course)
    for (name, index) in indexes {
      guard var item = items.first(where: { $0.identifier == name || String($0.id) == name }) else {
        throw Refusal.bad("Unknown classification: \(name)")
      }
      item.position = index
      try item.replace(in: call.database.connection)
    }
    return .empty(201)
  }

  /// PUT 16: copies the definitions of the course in the middle of the path to the one at its end, without
  /// values.
  static func clone(_ call: Call) throws -> ServerResponse {
    func query(_ name: String) throws -> String {
      guard let value = call.request.query[name] else {
        throw Refusal.bad("Missing parameter: \(name)")
      }
      return value
    }
    let (from, to) = (try query("source-semester"), try query("target-semester"))
    let removes = try query("remove-existing") == "true"
    guard let source = try call.database.course(call.parameter("c"), in: from) else {
      throw Refusal.bad("Unknown course: \(call.parameter("c"))")
    }
    try call.requireTeacher(of: source, scope: AccessScope.userWrite)
    let target = try DefinitionChanges.editedCourse(call.parameter("t"), in: to, call)
    let copied = ItemTree(course: source, items: try call.database.items(of: source))
    if removes {
      for item in try call.database.items(of: target) {
        try call.database.execute("DELETE FROM item WHERE id = ?", [item.id])
        try call.database.execute(
          "DELETE FROM result WHERE courseId = ? AND itemId = ?", [target.id, item.id])
      }
    }
    var items = try call.database.items(of: target)
    var next = try call.database.nextItemID()
    var ids: [Int: Int] = [:]
    func copy(below parent: ItemRow?) throws {
      for child in copied.children(of: parent) {
        guard !items.contains(where: { $0.identifier == child.identifier }) else {
          throw Refusal.bad("There is a \(child.identifier) already")
        }
        var row = child
        row.id = next
        row.courseId = target.id
        row.parentId = child.parentId.flatMap { ids[$0] }
        ids[child.id] = next
        next += 1
        items.append(row)
        try row.insert(in: call.database.connection)
        try copy(below: child)
      }
    }
    try copy(below: nil)
    try call.database.recomputeAll(target, items: items, at: call.now)
    return .empty(201)
  }
}
