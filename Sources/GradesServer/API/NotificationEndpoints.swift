import GRDB
import Loopback
import SQLite
import JSON

/// Notifications of the signed-in user (Service contract, 6.14).
enum NotificationEndpoints {
  /// GET 29.
  static func all(_ call: Call) throws -> ServerResponse { try list("1", call) }

  /// GET 30.
  static func unread(_ call: Call) throws -> ServerResponse { try list("NOT isRead", call) }

  /// PUT 31.
  static func readAll(_ call: Call) throws -> ServerResponse {
    try markAll(read: true, call)
    return .empty(201)
  }

  /// DELETE 32: marks everything as unread; nothing is deleted.
  static func unreadAll(_ call: Call) throws -> ServerResponse {
    try markAll(read: false, call)
    return .empty(204)
  }

  /// PUT 33.
  static func readOne(_ call: Call) throws -> ServerResponse {
    try markOne(read: true, call)
    return .empty(201)
  }

  /// DELETE 34.
  static func unreadOne(_ call: Call) throws -> ServerResponse {
    try markOne(read: false, call)
    return .empty(204)
  }

  /// Newest first; pages are counted from 0, twenty to a page unless the query says otherwise.
  private static func list(_ condition: String, _ call: Call) throws -> ServerResponse {
    let person = try call.ownPerson()
    let language = try call.language()
    let count = try number("count", 1...1000, 20, call)
    let page = try number("page", 0...1_000_000, 0, call)
    let found = try call.database.rows(
      """
      SELECT id, courseCode, textCs, textEn FROM notification
      WHERE personId = ? AND \(condition) ORDER BY id DESC LIMIT ? OFFSET ?
      """, [person.id, count, page * count]
    ) { row in
      (
        id: try row.value(0, as: Int.self), course: try row.value(1, as: String.self),
        texts: [
          ("cs", try row.value(2, as: String.self)), ("en", try row.value(3, as: String.self)),
        ]
      )
    }
    let writer = JSONWriter {
      $0.object {
        $0.name("notifications")
        $0.array(of: found) { writer, notification in
          writer.object {
            $0.member("id", notification.id)
            $0.member("courseCode", notification.course)
            $0.member("url", String?.none)
            $0.name("notificationTextDtos")
            $0.array { writer in
              for (key, text) in notification.texts where language == nil || language == key {
                writer.object {
                  $0.member("identifier", key)
                  $0.member("title", notification.course)
                  $0.member("text", text)
                }
              }
            }
          }
        }
      }
    }
    return .json(200, writer)
  }

  private static func markAll(read: Bool, _ call: Call) throws {
    let person = try call.ownPerson()
    try call.database.execute(
      "UPDATE notification SET isRead = ? WHERE personId = ?", [read, person.id])
  }

  private static func markOne(read: Bool, _ call: Call) throws {
    let person = try call.ownPerson()
    guard let id = Int(call.parameter("id")) else { throw Refusal.notFound }
    try call.database.execute(
      "UPDATE notification SET isRead = ? WHERE personId = ? AND id = ?", [read, person.id, id])
    guard call.database.connection.changesCount > 0 else { throw Refusal.notFound }
  }

  private static func number(
    _ name: String, _ range: ClosedRange<Int>, _ usual: Int, _ call: Call
  ) throws -> Int {
    guard let text = call.request.query[name] else { return usual }
    guard let number = Int(text), range.contains(number) else {
      throw Refusal.bad("\(name) is out of range: \(text)")
    }
    return number
  }
}
