import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The notifications as a table, a document and CSV.
struct NotificationsReport: Report {
  let inbox: Snapshot<Inbox>
  let selection: NotificationSelection
  let strings: Strings

  private func text(_ notification: ServiceNotification) -> NotificationText? {
    notification.text(in: strings.serviceLanguage)
  }

  var table: Table {
    Table(
      columns: [
        .init(), .init(title: strings(.notificationsColumnId), alignment: .right),
        .init(title: strings(.coursesColumnCourse)),
        .init(title: strings(.notificationsColumnText), leastWidth: 12, overflow: .wrap),
      ],
      sections: [
        .init(
          rows: inbox.value.entries.map { entry in
            .init(cells: [
              entry.isRead ? .empty : .text("●", .mark),
              .text(entry.notification.id?.rawValue ?? "", .quiet),
              .text(entry.notification.course?.rawValue ?? ""),
              .text(text(entry.notification)?.summary ?? "", entry.isRead ? .quiet : .plain),
            ])
          },
          emptyText: StyledText(
            strings(selection == .new ? .notificationsNothingNew : .notificationsEmpty)))
      ])
  }

  var document: JSONValue {
    [
      "notifications": inbox.value.entries.map { entry -> JSONValue in
        let text = text(entry.notification)
        return [
          "id": entry.notification.id, "course": entry.notification.course?.rawValue,
          "read": entry.isRead, "title": text?.title, "text": text?.text,
          "url": entry.notification.url,
        ]
      },
      "unread": inbox.value.unread.count, "fetchedAt": inbox.fetchedAt, "stale": inbox.isStale,
    ]
  }

  var csv: CSVWriter {
    var csv = CSVWriter(header: ["id", "course", "read", "title", "text"])
    for entry in inbox.value.entries {
      let text = text(entry.notification)
      csv.append([
        .text(orNone: entry.notification.id?.rawValue),
        .text(orNone: entry.notification.course?.rawValue), .bool(entry.isRead),
        .text(orNone: text?.title), .text(orNone: text?.text),
      ])
    }
    return csv
  }
}

extension NotificationID: JSONConvertible {
  /// The id in the type that it mostly has at the service.
  var json: JSONValue { Int(rawValue).map(JSONValue.integer) ?? .string(rawValue) }
}
