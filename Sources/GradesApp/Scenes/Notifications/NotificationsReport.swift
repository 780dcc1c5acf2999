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
      $0.array("notifications", of: inbox.value.entries, fields)
      $0.member("unread", inbox.value.unread.count)
      $0.members(of: inbox)
    }
  }

  var csv: CSVWriter { CSVWriter(inbox.value.entries, fields) }

  private var fields: [DocumentField<Inbox.Entry>] {
    [
      DocumentField("id") { $0.notification.id },
      DocumentField("course") { $0.notification.course?.rawValue },
      DocumentField("read") { $0.isRead },
      DocumentField("title") { text($0.notification)?.title.map(NameContent.init) },
      DocumentField("text") { text($0.notification)?.text },
      DocumentField("url", inCSV: false) { $0.notification.url },
    ]
  }
}

extension NotificationID: FieldContent {
  var field: CSVWriter.Field { .text(rawValue) }

  /// Writes the ID in the type that it mostly has at the service.
  package func write(to writer: inout JSONWriter) {
    if let number = Int(rawValue) { writer.value(number) } else { writer.value(rawValue) }
  }
}
