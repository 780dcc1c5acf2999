import GRDB
import Loopback
import SQLite
import JSON

/// Notifications of the signed-in user (Service contract, 6.14).
enum NotificationEndpoints {
  /// Newest first; pages are counted from 0, twenty to a page unless the query says otherwise.
  static func list(_ condition: String) -> Endpoint.Handler { { try list(condition, $0) } }

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

  /// Marks one notification, or all without an id in the path.
  static func mark(read: Bool) -> Endpoint.Handler {
    { call in
      let person = try call.ownPerson()
      let id = call.parameters["id"]
      try call.database.execute(
        "UPDATE notification SET isRead = ? WHERE personId = ? AND id = ifnull(?, id)",
        [read, person.id, id.map { Int($0) ?? -1 }])
      guard id == nil || call.database.connection.changesCount > 0 else { throw Refusal.notFound }
      return .empty(read ? 201 : 204)
    }
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
