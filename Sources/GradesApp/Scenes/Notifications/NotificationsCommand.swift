import ArgumentParser
import GradesClient

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
      try await context.services.notifications.notifications(selection).latest()
    }
    return Answer(
      inbox,
      NotificationsReport(inbox: inbox, selection: selection, strings: context.strings))
  }

  private func mark(in context: Context) async throws -> ExitStatus {
    guard !reading.offline else { throw Failure.offlineImpossible }
    let notifications = context.services.notifications
    let strings = context.strings
    if readAll {
      try await notifications.markAll(asRead: true)
      context.printer.notice(strings(.notificationsAllMarkedRead))
    }
    for (ids, isRead) in [(read, true), (unread, false)] where !ids.isEmpty {
      try await notifications.mark(ids.map { NotificationID($0) }, asRead: isRead)
      context.printer.notice(
        strings(
          isRead ? .notificationsMarkedRead : .notificationsMarkedUnread, [.count: Set(ids).count]))
    }
    return .done
  }
}
