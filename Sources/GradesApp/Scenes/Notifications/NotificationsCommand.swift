import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// `grades notifications`: the Notifications scene as a table, and marking.
struct NotificationsCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("notifications", .helpNotifications) }

  @Flag(help: .words(.optionAllNotifications))
  var all = false

  @Option(
    parsing: .upToNextOption, help: .words(.optionRead, valueName: "id"),
    completion: .custom { _, _, _ in Completions.notifications(isRead: false) })
  var read: [String] = []

  @Flag(help: .words(.optionReadAll))
  var readAll = false

  @Option(
    parsing: .upToNextOption, help: .words(.optionUnread, valueName: "id"),
    completion: .custom { _, _, _ in Completions.notifications(isRead: true) })
  var unread: [String] = []

  @OptionGroup var reading: Reading
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  struct Reading: OutputOptions {
    @Flag(help: .words(.optionOffline))
    var offline = false

    @OptionGroup var form: FormatOptions

    var json: Bool { form.json }
    var csv: Bool { form.csv }
  }

  private var isMarking: Bool { readAll || !read.isEmpty || !unread.isEmpty }

  var outlivesReader: Bool { isMarking }

  var optionRules: [OptionRule] {
    let marking: KeyValuePairs = [
      "--read-all": readAll, "--read": !read.isEmpty, "--unread": !unread.isEmpty,
    ]
    return [
      .excludes(
        "--read-all", readAll, ["--read": !read.isEmpty, "--unread": !unread.isEmpty]),
      .excludes("--all", all, marking), .excludes("--json", reading.json, marking),
      .excludes("--csv", reading.csv, marking),
    ]
  }

  func run(in context: Context) async throws -> ExitStatus {
    isMarking ? try await mark(in: context) : try await read(in: context)
  }

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let selection: NotificationSelection = all ? .all : .new
    let inbox = try await context.loading(.progressNotifications) {
      try await context.services.repository.notifications(selection).latest()
    }
    return Answer(
      inbox,
      NotificationsReport(inbox: inbox, selection: selection, strings: context.strings))
  }

  private func mark(in context: Context) async throws -> ExitStatus {
    guard !reading.offline else { throw Failure.offlineImpossible }
    let repository = context.services.repository
    if readAll {
      try await repository.markAllNotifications(asRead: true)
      context.notice(.notificationsAllMarkedRead)
    }
    for (ids, isRead) in [(read, true), (unread, false)] where !ids.isEmpty {
      try await repository.markNotifications(ids.map { NotificationID($0) }, asRead: isRead)
      context.notice(
        isRead ? .notificationsMarkedRead : .notificationsMarkedUnread, [.count: Set(ids).count])
    }
    return .done
  }
}

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
      Field("read") { $0.isRead }, Field(name: "title") { text($0)?.title },
      Field("text") { text($0)?.text }, Field(json: "url") { $0.notification.url },
    ]
    let document: Document = [
      "notifications": Rows(inbox.value.entries, fields), "unread": inbox.value.unread.count,
    ]
    return document.of(inbox)
  }
}

extension NotificationID: JSONWritable {
  /// Writes the ID in the type that it mostly has at the service.
  package func write(to writer: inout JSONWriter) {
    if let number = Int(rawValue) { writer.value(number) } else { writer.value(rawValue) }
  }
}
