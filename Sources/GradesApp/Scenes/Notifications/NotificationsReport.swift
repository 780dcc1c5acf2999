import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// The notifications as a table, a document and CSV.
struct NotificationsReport: Report {
  let inbox: Snapshot<Inbox>
  let selection: NotificationSelection
  let strings: Strings

  private func text(_ notification: ServiceNotification) -> NotificationText? {
    notification.text(in: strings.serviceLanguage)
  }

  /// The courses and texts, also on the screen.
  static func columns(_ strings: Strings) -> [Column<Inbox.Entry>] {
    [
      Column(strings(.coursesColumnCourse)) { $0.notification.course },
      Column(strings(.notificationsColumnText), least: 12, overflow: .wrap) { entry in
        StyledText(
          entry.notification.text(in: strings.serviceLanguage)?.summary ?? "",
          entry.isRead ? .quiet : .plain)
      },
    ]
  }

  private var columns: [Column<Inbox.Entry>] {
    [
      Column { $0.isRead ? nil : StyledText("●", .mark) },
      Column(strings(.groupsColumnId), .right) {
        StyledText($0.notification.id?.rawValue ?? "", .quiet)
      },
    ] + Self.columns(strings)
  }

  var table: Table {
    Table(
      columns: columns.map(\.form),
      sections: [
        .init(
          inbox.value.entries, columns,
          emptyText: StyledText(
            strings(selection == .new ? .notificationsNothingNew : .notificationsEmpty)))
      ])
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.array("notifications", of: inbox.value.entries) { writer, entry in
        let text = text(entry.notification)
        writer.object {
          $0.member("id", entry.notification.id)
          $0.member("course", entry.notification.course?.rawValue)
          $0.member("read", entry.isRead)
          $0.member("title", text?.title)
          $0.member("text", text?.text)
          $0.member("url", entry.notification.url)
        }
      }
      $0.member("unread", inbox.value.unread.count)
      $0.member("fetchedAt", inbox.fetchedAt)
      $0.member("stale", inbox.isStale)
    }
  }

  var csv: CSVWriter {
    var csv = CSVWriter(header: ["id", "course", "read", "title", "text"])
    for entry in inbox.value.entries {
      let text = text(entry.notification)
      csv.append([
        .text(orNone: entry.notification.id?.rawValue),
        .text(orNone: entry.notification.course?.rawValue), .bool(entry.isRead),
        .name(text?.title), .text(orNone: text?.text),
      ])
    }
    return csv
  }
}

extension NotificationID: JSONWritable {
  /// Writes the ID in the type that it mostly has at the service.
  package func write(to writer: inout JSONWriter) {
    if let number = Int(rawValue) { writer.value(number) } else { writer.value(rawValue) }
  }
}
