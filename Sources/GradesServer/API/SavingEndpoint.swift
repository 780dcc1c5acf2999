import Foundation

/// Saving values (Service contract, 6.11).
enum SavingEndpoint {
  /// One value of the body; further keys are tolerated.
  private struct Entry: Decodable {
    let studentUsername: String
    let classificationIdentifier: String
    let value: SentValue?
    let note: String?
  }

  private enum SentValue: Decodable {
    case scalar(CellValue)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        self = .scalar(.flag(flag))
      } else if let number = try? container.decode(Double.self) {
        self = .scalar(.number(number))
      } else {
        self = .scalar(.text(try container.decode(String.self)))
      }
    }
  }

  /// PUT 9: checks all values first, so that either all or none are saved.
  static func save(_ call: Call) throws -> ServerResponse {
    let course = try call.taughtCourse(scope: AccessScope.userWrite)
    let notifies = try flag(call.request.query["notify"])
    let entries: [Entry]
    do {
      entries = try JSONDecoder().decode([Entry].self, from: call.request.body)
    } catch {
      throw Refusal.bad("The body is not a list of student classifications")
    }
    let all = try call.database.items(of: course)
    let items = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier, $0) })
    var changes: [Change] = []
    var students: [String: StudentRow] = [:]
    for entry in entries {
      guard
        let student = try students[entry.studentUsername]
          ?? call.database.student(entry.studentUsername, in: course)
      else { throw Refusal.bad("Unknown student: \(entry.studentUsername)") }
      students[entry.studentUsername] = student
      guard let item = items[entry.classificationIdentifier] else {
        throw Refusal.bad("Unknown classification: \(entry.classificationIdentifier)")
      }
      var value: CellValue?
      if case .scalar(let sent)? = entry.value { value = sent }
      // Values of computed items are neither saved nor rejected.
      guard !item.isComputed else { continue }
      guard value == nil || value?.valueType == item.valueType else {
        throw Refusal.bad(
          "\(item.identifier) of \(entry.studentUsername) is not a \(item.valueType)")
      }
      changes.append(
        Change(person: student.person.id, item: item, value: value, note: entry.note))
    }
    try call.database.apply(
      changes, in: course, items: all, at: call.now, by: call.caller.author, notifying: notifies)
    return .empty(201)
  }

  /// The server's default is unknown; here, as in both clients, it is to notify.
  private static func flag(_ text: String?) throws -> Bool {
    switch text {
    case nil, "true": true
    case "false": false
    default: throw Refusal.bad("notify is true or false")
    }
  }
}
