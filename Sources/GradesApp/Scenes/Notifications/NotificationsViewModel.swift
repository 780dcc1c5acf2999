import GradesClient
import GradesCore
import GradesLocalization
import Observation

/// The user's notifications.
@MainActor @Observable
final class NotificationsViewModel: SceneModel {
  /// The actions of keys.
  enum Action: FindingAction, Hashable, Sendable {
    case move(Movement)
    /// A click: focuses a row, and opens it where it is focused already.
    case focus(Int)
    case open
    case toggleRead
    case markAll
    case changes
    /// Shows all notifications, or the new ones alone.
    case switchSelection
    case find(FindAction)
  }

  /// What the scene shows.
  struct State: FindableRows, Equatable, Sendable {
    /// The notifications; nil before the first response.
    var inbox: Snapshot<Inbox>?
    /// Which of them are shown.
    var selection: NotificationSelection
    var isLoading = false
    /// Whether notifications can be marked, which takes the service.
    var canMark = true
    var scroll = SectionedScroll()
    var find = TextFind<ServiceNotification>()
    /// The unread ones of the last response: they stay in the list of unread ones when they are
    /// read, until the next response.
    var wereNew: Set<NotificationID> = []

    /// The notifications that are shown.
    var shown: [Inbox.Entry] {
      let entries = inbox?.value.entries ?? []
      guard selection == .new else { return entries }
      return entries.filter { entry in
        !entry.isRead || entry.notification.id.map(wereNew.contains) == true
      }
    }

    /// The focused notification.
    var focused: Inbox.Entry? { shown[safe: scroll.focus] }

    var focus: Int {
      get { scroll.focus }
      set { scroll.focus = newValue }
    }

    var focusedRow: Int? { focus }

    /// The focused notification, which may have no id.
    var origin: ServiceNotification? {
      get { focused?.notification }
      set { focus = shown.firstIndex { $0.notification == newValue } ?? focus }
    }

    mutating func focus(row: Int) { focus = row }

    var searchedTexts: [[String]] {
      shown.map { entry in
        [entry.notification.course?.rawValue ?? ""]
          + entry.notification.texts.flatMap { [$0.title, $0.text].compactMap(\.self) }
      }
    }

    var unreadCount: Int { inbox?.value.unread.count ?? 0 }
  }

  var state: State

  private let notifications: NotificationsRepository
  private let courses: CourseMemory
  /// The last of the marks on their way to the service; each waits for the one before it.
  private var marking: Task<Void, any Error>?

  /// Makes the scene.
  init(
    notifications: NotificationsRepository, courses: CourseMemory,
    selection: NotificationSelection = .new
  ) {
    self.courses = courses
    self.notifications = notifications
    state = State(selection: selection)
    state.canMark = notifications.isOnline
  }

  /// The app switches between the two lists, so it requests both.
  func appear() async throws {
    try await loading {
      for try await inbox in notifications.inbox() { show(inbox) }
    }
  }

  func finish() async { _ = await marking?.result }

  /// Loads the one answer that a command prints.
  func loadLatest() async throws {
    try await loading { show(try await notifications.notifications(state.selection).latest()) }
  }

  private func loading(_ load: () async throws -> Void) async throws {
    // What was marked a moment ago would otherwise come back unmarked.
    _ = await marking?.result
    state.isLoading = true
    defer { state.isLoading = false }
    try await load()
  }

  private func show(_ inbox: Snapshot<Inbox>) {
    state.inbox = inbox
    state.wereNew = Set(inbox.value.unread.compactMap(\.id))
  }

  // MARK: Actions

  func handle(_ action: Action) -> Response {
    switch action {
    case .move(let movement): state.scroll.take(movement)
    case .focus(let row): if state.scroll.takesAgain(row) { return handle(.open) }
    case .find(let action): return state.apply(action)
    case .open: return open()
    case .toggleRead:
      guard let entry = state.focused, let id = entry.notification.id else { break }
      return mark([id], asRead: !entry.isRead)
    case .changes: return .go(.changes)
    case .markAll: return mark(nil, asRead: true)
    case .switchSelection:
      let focused = state.focused
      state.selection = state.selection == .new ? .all : .new
      state.scroll.focus = state.shown.firstIndex { $0.notification == focused?.notification } ?? 0
    }
    return .done
  }

  /// Opens the course of the focused notification at the item that it is about; it has been read then.
  private func open() -> Response {
    guard let entry = state.focused else { return .done }
    var responses: [Response] = []
    if state.canMark, let id = entry.notification.id, !entry.isRead {
      responses.append(mark([id], asRead: true))
    }
    if let course = entry.notification.course {
      let texts = entry.notification.texts.compactMap(\.text)
      courses.remember(CourseMemory.News(texts: texts), of: course)
      responses.append(.go(.course(course)))
    }
    return .several(responses)
  }

  /// Shows the mark at once and sends it; a rejected one is reverted.
  private func mark(_ ids: Set<NotificationID>?, asRead isRead: Bool) -> Response {
    guard state.canMark else { return .say(Sentence(.disabledOffline)) }
    guard let before = state.inbox else { return .done }
    state.inbox = before.map { $0.marking(ids, asRead: isRead) }
    let notifications = notifications
    let previous = marking
    let task = Task {
      _ = await previous?.result
      if let ids {
        try await notifications.mark(ids.sorted(), asRead: isRead)
      } else {
        try await notifications.markAll(asRead: isRead)
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
    state.inbox = state.inbox?.map { inbox in
      var inbox = inbox
      for index in inbox.entries.indices {
        guard let id = inbox.entries[index].notification.id, ids?.contains(id) ?? true else {
          continue
        }
        inbox.entries[index].isRead = !unread.contains(id)
      }
      return inbox
    }
  }
}
