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
    let empty = selection == .new ? Message.notificationsNothingNew : .notificationsEmpty
    return Table(inbox.value.entries, columns, emptyText: StyledText(strings(empty)))
  }

  func document(_ names: Strings) -> Document {
    func text(_ entry: Inbox.Entry) -> NotificationText? {
      entry.notification.text(in: names.serviceLanguage)
    }
    let fields: [Field<Inbox.Entry>] = [
      Field("id") { $0.notification.id }, Field("course") { $0.notification.course },
      Field("read") { $0.isRead }, Field("title") { text($0)?.title.map(NameContent.init) },
      Field("text") { text($0)?.text }, Field(json: "url") { $0.notification.url },
    ]
    let document: Document = [
      "notifications": Rows(inbox.value.entries, fields), "unread": inbox.value.unread.count,
    ]
    return document.of(inbox)
  }
}

extension NotificationID: FieldContent {
  var field: CSVWriter.Field { .text(rawValue) }

  /// Writes the ID in the type that it mostly has at the service.
  package func write(to writer: inout JSONWriter) {
    if let number = Int(rawValue) { writer.value(number) } else { writer.value(rawValue) }
  }
}
