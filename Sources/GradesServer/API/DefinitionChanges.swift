import JSON
import Loopback
import SQLite

/// Changing definitions, the way of 2021 (Service contract, 6.9); for a course's editors.
enum DefinitionChanges {
  /// POST 20: the body maps parents to lists of new definitions; the empty key holds the roots.
  static func create(_ call: Call) throws -> ServerResponse {
    let semester = try call.semester()
    let course = try editedCourse(call.parameter("c"), in: semester, call)
    var waiting = try definitions(in: call) { parent in
      try parent.elements().map { (parent: parent.memberName, draft: try DefinitionDraft($0)) }
    }.flatMap { $0 }
    // Names, then the body's order within each parent: the same result for every run.
    waiting.sort { $0.parent < $1.parent }
    var items = try call.database.items(of: course)
    var next = try call.database.nextItemID()
    while !waiting.isEmpty {
      let before = waiting.count
      var rest: [(parent: String, draft: DefinitionDraft)] = []
      for (parent, draft) in waiting {
        try draft.check(course: course)
        guard !items.contains(where: { $0.identifier == draft.identifier }) else {
          throw Refusal.bad("There is a \(draft.identifier) already")
        }
        let parentItem = items.first { $0.identifier == parent }
        guard parent.isEmpty || parentItem != nil else {
          rest.append((parent, draft))
          continue
        }
        let row = draft.row(
          id: next, course: course, parent: parentItem?.id,
          position: items.count { $0.parentId == parentItem?.id })
        next += 1
        items.append(row)
        try row.insert(call.database.connection)
      }
      // The parent is neither an existing item nor a new one.
      if rest.count == before { throw Refusal.bad("Unknown parent: \(rest[0].parent)") }
      waiting = rest
    }
    try call.database.recomputeAll(course, items: items, at: call.now)
    return .empty(201)
  }

  /// PUT 21: the body maps identifiers to definitions, which name their semester themselves.
  static func update(_ call: Call) throws -> ServerResponse {
    let drafts = try definitions(in: call) { ($0.memberName, try DefinitionDraft($0)) }
      .sorted { $0.0 < $1.0 }
    let semester = try drafts.first?.1.semesterCode ?? call.database.currentSemester()
    guard semester.isSemesterCode else { throw Refusal.bad("Unknown semester: \(semester)") }
    let course = try editedCourse(call.parameter("c"), in: semester, call)
    var items = try call.database.items(of: course)
    for (identifier, draft) in drafts {
      try draft.check(course: course)
      guard draft.identifier == identifier,
        let index = items.firstIndex(where: { $0.identifier == identifier })
      else { throw Refusal.bad("Unknown classification: \(identifier)") }
      let parent = items.first { $0.identifier == draft.parentIdentifier }
      guard draft.parentIdentifier.isEmpty || parent != nil else {
        throw Refusal.bad("Unknown parent: \(draft.parentIdentifier)")
      }
      let old = items[index]
      let position =
        old.parentId == parent?.id ? old.position : items.count { $0.parentId == parent?.id }
      items[index] = draft.row(
        id: old.id, course: course, parent: parent?.id, position: position)
    }
    try requireTree(items)
    for item in items { try item.update(call.database.connection) }
    try call.database.recomputeAll(course, items: items, at: call.now)
    return .empty(201)
  }

  /// DELETE 22: with the items below it, unless the query preserves them.
  static func delete(_ call: Call) throws -> ServerResponse {
    let course = try editedCourse(call.parameter("c"), in: try call.semester(), call)
    let identifier = call.parameter("i")
    var items = try call.database.items(of: course)
    guard let item = items.first(where: { $0.identifier == identifier }) else {
      throw Refusal.bad("Unknown classification: \(identifier)")
    }
    var deleted: Set = [item.id]
    if try call.flag("preserve-children", usually: false) {
      for index in items.indices where items[index].parentId == item.id {
        items[index].parentId = item.parentId
        try items[index].update(call.database.connection)
      }
    } else {
      var count = 0
      while deleted.count > count {
        count = deleted.count
        deleted.formUnion(items.filter { deleted.contains($0.parentId ?? -1) }.map(\.id))
      }
    }
    for id in deleted {
      try call.database.execute("DELETE FROM item WHERE id = ?", [id])
      try call.database.execute(
        "DELETE FROM result WHERE courseId = ? AND itemId = ?", [course.id, id])
    }
    items.removeAll { deleted.contains($0.id) }
    try call.database.recomputeAll(course, items: items, at: call.now)
    return .empty(204)
  }

  /// A course for those who may edit it; an unknown one is a bad request here.
  private static func editedCourse(
    _ code: String, in semester: String, _ call: Call
  ) throws -> CourseRow {
    guard let course = try call.database.course(code, in: semester) else {
      throw Refusal.bad("Unknown course: \(code)")
    }
    try call.requireTeacher(of: course, scope: AccessScope.userWrite)
    if case .person(let person, _) = call.caller {
      guard try call.database.isEditor(person, of: course) else { throw Refusal.notAllowed }
    }
    return course
  }

  /// Reads each member of the body, which maps names to definitions.
  private static func definitions<Value>(
    in call: Call, _ read: (JSONNode) throws -> Value
  ) throws -> [Value] {
    try call.body("The body is not a map of definitions") { try $0.object().members().map(read) }
  }

  private static func requireTree(_ items: [ItemRow]) throws {
    let parents = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.parentId) })
    for item in items {
      var steps = 0
      var current = item.parentId
      while let id = current {
        steps += 1
        guard steps <= items.count else {
          throw Refusal.bad("\(item.identifier) would be below itself")
        }
        current = parents[id] ?? nil
      }
    }
  }
}

extension ServiceDatabase {
  /// The id for the next new definition.
  func nextItemID() throws -> Int {
    (try row("SELECT MAX(id) FROM item")?.value(0, as: Int?.self) ?? 8000) + 1
  }

  /// Computes all students' computed items again after a change of definitions.
  func recomputeAll(_ course: CourseRow, items: [ItemRow], at time: Int) throws {
    let computation = CourseComputation(of: course.id, items: items)
    let people = try rows(
      "SELECT DISTINCT personId FROM result WHERE courseId = ?", [course.id])
    for person in people { try recompute(computation, for: person[0], at: time) }
  }
}
