import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal

/// The user's notifications: a line for each, and below them the focused one in full.
@MainActor @Observable
final class NotificationsViewModel: ListViewModel {
  nonisolated static let keys: [Binding<NotificationsViewModel>] =
    listKeys(
      open: .coursesColumnCourse, none: .notificationsEmpty,
      unless: {
        $0.focused?.notification.course == nil ? .disabledNotificationWithoutCourse : nil
      }) + [
      Binding(.character("m"), hint: .keyMarkRead, unless: { $0.markDisabled }) { model in
        guard let entry = model.focused, let id = entry.notification.id else { return .done }
        return model.mark([id], asRead: !entry.isRead)
      },
      Binding(
        .character("M"), hint: .keyMarkAllRead,
        unless: { $0.unreadCount == 0 ? .disabledNothingUnread : $0.offline }
      ) { $0.mark(nil, asRead: true) },
      Binding(.character("c"), hint: .historyColumnChanges) { _ in .open(.changes) },
      Binding(
        .character("a"), hint: .keyAllOrNew,
        now: { $0.selection == .new ? .keyShowAll : .keyOnlyNew },
        unless: {
          $0.selection == .new && $0.inbox?.value.hasRead == false ? .disabledReadNotStored : nil
        }
      ) { model in
        model.selection = model.selection == .new ? .all : .new
        return .done
      },
    ]

  var list = ListState<ServiceNotification>()
  private var inbox: Snapshot<Inbox>?
  private var selection = NotificationSelection.new
  /// The unread ones of the last response: they stay in the list of unread ones when they are
  /// read, until the next response.
  private var wereNew: Set<NotificationID> = []
  /// The last of the marks on their way to the service; each waits for the one before it.
  private var marking: Task<Void, any Error>?
  private let repository: Repository
  private let courses: CourseMemory

  init(_ repository: Repository, courses: CourseMemory) {
    self.repository = repository
    self.courses = courses
  }

  /// The app switches between the two lists, so it requests both.
  func appear() async throws {
    // What was marked a moment ago would otherwise come back unmarked.
    _ = await marking?.result
    for try await inbox in repository.inbox() {
      self.inbox = inbox
      wereNew = Set(inbox.value.unread.compactMap(\.id))
    }
  }

  func finish() async { _ = await marking?.result }

  var rows: [Inbox.Entry] {
    let entries = inbox?.value.entries ?? []
    guard selection == .new else { return entries }
    return entries.filter { entry in
      !entry.isRead || entry.notification.id.map(wereNew.contains) == true
    }
  }

  func searched(_ row: Inbox.Entry) -> [String] {
    [row.notification.course?.rawValue ?? ""]
      + row.notification.texts.flatMap { [$0.title, $0.text].compactMap(\.self) }
  }

  private var unreadCount: Int { inbox?.value.unread.count ?? 0 }

  private var offline: Message? { repository.isOnline ? nil : .disabledOffline }

  private var markDisabled: Message? {
    guard let focused else { return .notificationsEmpty }
    return focused.notification.id == nil ? .disabledNotificationWithoutId : offline
  }

  /// Opens the course of the notification at the item that it is about; it has been read then.
  func open(_ row: Inbox.Entry) -> Response {
    var responses: [Response] = []
    if offline == nil, let id = row.notification.id, !row.isRead {
      responses.append(mark([id], asRead: true))
    }
    if let course = row.notification.course {
      let texts = row.notification.texts.compactMap(\.text)
      courses.news[course] = CourseMemory.News(texts: texts)
      responses.append(.open(.course(course)))
    }
    return .several(responses)
  }

  /// Shows the mark at once and sends it; a rejected one is reverted.
  private func mark(_ ids: Set<NotificationID>?, asRead isRead: Bool) -> Response {
    guard let before = inbox else { return .done }
    inbox = before.map { $0.marking(ids, asRead: isRead) }
    let repository = repository
    let previous = marking
    let task = Task {
      _ = await previous?.result
      if let ids {
        try await repository.markNotifications(ids.sorted(), asRead: isRead)
      } else {
        try await repository.markAllNotifications(asRead: isRead)
      }
    }
    marking = task
    return .run { [weak self] in
      do { try await task.value } catch {
        self?.takeBack(ids, before.value)
        throw error
      }
      return .done
    }
  }

  private func takeBack(_ ids: Set<NotificationID>?, _ before: Inbox) {
    let unread = Set(before.unread.compactMap(\.id))
    inbox = inbox?.map {
      $0.marking(ids, asRead: true).marking(ids?.intersection(unread) ?? unread, asRead: false)
    }
  }

  func title(_ words: SceneWords) -> SceneTitle {
    var trailing: [StyledText] = []
    if let inbox {
      let selection = StyledText(
        words.strings(selection == .new ? .notificationsNew : .notificationsAll))
      let remarks = words.remarks(on: inbox)
      // The first ones go where there is little room; being offline says more than the selection.
      trailing =
        (inbox.isStale ? [selection] + remarks : remarks + [selection])
        + [unreadCount == 0 ? "" : StyledText("● \(unreadCount)", .mark)]
    }
    return SceneTitle(
      leading: words.title(.syncNotifications), trailing: trailing.filter { !$0.isEmpty },
      age: inbox?.age)
  }

  func content(_ rows: [Inbox.Entry], width: Int, _ words: SceneWords) -> ListContent<Inbox.Entry> {
    let language = words.strings.serviceLanguage
    var columns = NotificationsReport.columns(words.strings)
    columns[0] = columns[0].marked { StyledText($0.isRead ? "  " : "● ", .mark) }
    return ListContent(
      [ListContent.Section(rows: rows)], columns: columns, of: self.rows, width: width,
      remarks: rows.isEmpty ? none(words).map { [StyledText(words.strings($0), .quiet)] } ?? [] : []
    ) { row in
      // The whole text, line by line as it came.
      (row.notification.text(in: language)?.text ?? "").split(whereSeparator: \.isNewline)
        .flatMap { StyledText(String($0)).wrapped(to: max(1, width - 1)) }
    }
  }

  private func none(_ words: SceneWords) -> Message? {
    if inbox == nil { return words.isBusy ? .progressNotifications : nil }
    return selection == .new ? .notificationsNothingNew : .notificationsEmpty
  }
}

extension Inbox.Entry: Identifiable {
  /// The notification itself, which may have no ID.
  package var id: ServiceNotification { notification }
}
