import JSON
import Loopback

/// Saving values (Service contract, 6.11).
enum SavingEndpoint {
  /// One value of the body; further keys are tolerated.
  private struct Entry {
    let student: String
    let item: String
    let value: CellValue?
    let note: String?

    init(_ node: JSONNode) throws {
      let body = try node.object()
      student = try body.required("studentUsername", body.string("studentUsername"))
      item = try body.required("classificationIdentifier", body.string("classificationIdentifier"))
      value = try body["value"]?.value()
      note = try body.string("note")
    }
  }

  /// PUT 9: checks all values first, so that either all or none are saved.
  static func save(_ call: Call) throws -> ServerResponse {
    let course = try call.taughtCourse(scope: AccessScope.userWrite)
    // The server's default is unknown; here, as in both clients, it is to notify.
    let notifies = try call.flag("notify", usually: true)
    let entries = try call.body("The body is not a list of student classifications") {
      try $0.allElements().map(Entry.init)
    }
    let all = try call.database.items(of: course)
    let items = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier, $0) })
    var changes: [Change] = []
    var students: [String: StudentRow] = [:]
    for entry in entries {
      guard
        let student = try students[entry.student]
          ?? call.database.student(entry.student, in: course)
      else { throw Refusal.bad("Unknown student: \(entry.student)") }
      students[entry.student] = student
      guard let item = items[entry.item] else {
        throw Refusal.bad("Unknown classification: \(entry.item)")
      }
      // Values of computed items are neither saved nor rejected.
      guard !item.isComputed else { continue }
      guard entry.value == nil || entry.value?.valueType == item.valueType else {
        throw Refusal.bad(
          "\(item.identifier) of \(entry.student) is not a \(item.valueType)")
      }
      changes.append(
        Change(person: student.person.id, item: item, value: entry.value, note: entry.note))
    }
    try call.database.apply(
      changes, in: course, items: all, at: call.now, by: call.caller.author, notifying: notifies)
    return .empty(201)
  }
}
