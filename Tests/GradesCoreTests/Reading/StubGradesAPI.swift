import Foundation
import GradesClient
import Synchronization

/// A service made of prepared answers, which writes down what it was asked.
final class StubGradesAPI: GradesAPI, StubStructure {
  /// What the service answers; what is missing is answered with ``GradesError/notFound``.
  struct Answers: Sendable {
    var user = UserInfo(
      username: Username("zkusade1"), firstName: "Adéla", lastName: "Zkušební")
    var semesters: [SemesterWord: SemesterCode] = [:]
    var roles: [SemesterCode: UserRoles] = [:]
    var overviews: [SemesterCode: [CourseOverview]] = [:]
    var information: [CourseCode: CourseInformation] = [:]
    var groups: [StudentGroup]?
    var definitions: [Classification]?
    var records: [Username: StudentRecord] = [:]
    /// Records of one course; they come before `records`.
    var courseRecords: [CourseCode: StudentRecord] = [:]
    var rows: [GroupID: [GroupRow]] = [:]
    var columns: [ItemIdentifier: [ColumnCell]] = [:]
    /// All notifications, the newest first; ids of those that are read are in `readNotifications`.
    var notifications: [ServiceNotification]?
    var readNotifications: Set<NotificationID> = []
    /// The number of the first page of notifications, and how many a page has at most.
    var firstPage = 0
    var largestPage = 20
    var serviceSettings: ServiceSettings?

    init() {}
  }

  private struct State {
    var answers: Answers
    var failures: [String: GradesError] = [:]
    var requests: [String] = []
    var running = 0
    var mostRunning = 0
  }

  private let state: Mutex<State>
  private let beforeAnswer: @Sendable (String) async throws -> Void

  /// Makes a service; `beforeAnswer` is awaited by every request, with its text.
  init(
    _ answers: Answers = Answers(),
    beforeAnswer: @escaping @Sendable (_ request: String) async throws -> Void = { _ in }
  ) {
    state = Mutex(State(answers: answers))
    self.beforeAnswer = beforeAnswer
  }

  /// Every request so far as text: the endpoint's word, then its parameters, such as
  /// `information XI-AAA.23 B261 en`.
  var requests: [String] { state.withLock { $0.requests } }

  /// The most requests that were under way at the same time.
  var mostAtOnce: Int { state.withLock { $0.mostRunning } }

  /// Forgets the requests so far.
  func forgetRequests() { state.withLock { $0.requests = [] } }

  /// What the service answers now.
  var answers: Answers { state.withLock { $0.answers } }

  /// Changes what the service answers from now on.
  func change(_ body: (inout Answers) -> Void) { state.withLock { body(&$0.answers) } }

  /// Lets all requests fail whose text begins with `prefix`; everything for the empty text.
  func fail(_ prefix: String = "", with error: GradesError) {
    state.withLock { $0.failures[prefix] = error }
  }

  /// Lets nothing fail any longer.
  func heal() { state.withLock { $0.failures = [:] } }

  fileprivate func answer<Answer>(
    _ request: String, _ pick: (Answers) -> Answer?
  ) async throws -> Answer {
    state.withLock {
      $0.requests.append(request)
      $0.running += 1
      $0.mostRunning = max($0.mostRunning, $0.running)
    }
    defer { state.withLock { $0.running -= 1 } }
    try await beforeAnswer(request)
    return try state.withLock { state in
      if let failure = state.failures.first(where: { request.hasPrefix($0.key) }) {
        throw failure.value
      }
      guard let answer = pick(state.answers) else { throw GradesError.notFound }
      return answer
    }
  }

  func userInfo() async throws -> UserInfo { try await answer("user") { $0.user } }

  func userRoles(in semester: SemesterCode, language: ServiceLanguage) async throws
    -> UserRoles
  {
    try await answer("roles \(semester) \(language.rawValue)") { $0.roles[semester] }
  }

  func semesterCode(_ word: SemesterWord) async throws -> SemesterCode {
    try await answer("semester \(word.rawValue)") { $0.semesters[word] }
  }

  func overview(
    of username: Username, in semester: SemesterCode, language: ServiceLanguage
  ) async throws -> [CourseOverview] {
    try await answer("overview \(username) \(semester) \(language.rawValue)") {
      $0.overviews[semester]
    }
  }

  func information(
    about course: CourseCode, in semester: SemesterCode, language: ServiceLanguage
  ) async throws -> CourseInformation {
    try await answer("information \(course) \(semester) \(language.rawValue)") {
      $0.information[course]
    }
  }

  func groups(
    of course: CourseCode, in semester: SemesterCode, language: ServiceLanguage,
    teacher: Username?
  ) async throws -> [StudentGroup] {
    try await answer(
      "groups \(course) \(semester) \(language.rawValue) \(teacher?.rawValue ?? "-")"
    ) { $0.groups }
  }

  func definitions(
    of course: CourseCode, in semester: SemesterCode, language: ServiceLanguage
  ) async throws -> [Classification] {
    try await answer("definitions \(course) \(semester) \(language.rawValue)") { $0.definitions }
  }

  func definition(
    _ item: ItemIdentifier, of course: CourseCode, in semester: SemesterCode,
    language: ServiceLanguage
  ) async throws -> Classification {
    try await answer("definition \(item) \(course) \(semester) \(language.rawValue)") {
      $0.definitions?.first { $0.identifier == item }
    }
  }

  func definitionHierarchy(
    of course: CourseCode, in semester: SemesterCode, language: ServiceLanguage
  ) async throws -> [Classification] {
    try await answer("hierarchy \(course) \(semester) \(language.rawValue)") { $0.definitions }
  }

  func record(
    of username: Username, in course: CourseCode, semester: SemesterCode,
    language: ServiceLanguage, showHidden: Bool
  ) async throws -> StudentRecord {
    try await answer(
      "record \(username) \(course) \(semester) \(language.rawValue) hidden=\(showHidden)"
    ) { $0.courseRecords[course] ?? $0.records[username] }
  }

  func rows(
    of group: GroupID, in course: CourseCode, semester: SemesterCode, language: ServiceLanguage
  ) async throws -> [GroupRow] {
    try await answer("rows \(group) \(course) \(semester) \(language.rawValue)") { $0.rows[group] }
  }

  func column(
    _ item: ItemIdentifier, of group: GroupID, in course: CourseCode, semester: SemesterCode,
    language: ServiceLanguage
  ) async throws -> [ColumnCell] {
    try await answer("column \(item) \(group) \(course) \(semester) \(language.rawValue)") {
      $0.columns[item]
    }
  }

  func save(
    _ changes: [ValueChange], in course: CourseCode, semester: SemesterCode, notify: Bool
  ) async throws {
    try await answer("save \(course) \(semester) notify=\(notify)") { _ in }
  }
}

extension StubGradesAPI {
  func notifications(
    _ selection: NotificationSelection, of username: Username, page: NotificationPage,
    language: ServiceLanguage
  ) async throws -> [ServiceNotification] {
    let range = [page.count, page.number].map { $0.map(String.init) ?? "-" }
    return try await answer(
      "notifications \(selection.rawValue) \(username) \(range.joined(separator: " ")) "
        + language.rawValue
    ) { answers in
      answers.notifications.map { all in
        let found = all.filter { notification in
          selection == .all || !(notification.id.map(answers.readNotifications.contains) ?? false)
        }
        let size = min(page.count ?? answers.largestPage, answers.largestPage)
        let number = max(0, (page.number ?? answers.firstPage) - answers.firstPage)
        return Array(found.dropFirst(number * size).prefix(size))
      }
    }
  }

  func markNotifications(asRead isRead: Bool, of username: Username) async throws {
    try await answer("mark all \(isRead ? "read" : "unread") \(username)") { _ in }
    change { $0.readNotifications = isRead ? Set(($0.notifications ?? []).compactMap(\.id)) : [] }
  }

  func markNotification(
    _ id: NotificationID, asRead isRead: Bool, of username: Username
  ) async throws {
    try await answer("mark \(id) \(isRead ? "read" : "unread") \(username)") { answers in
      answers.notifications?.contains { $0.id == id } == true ? () : nil
    }
    change {
      if isRead { $0.readNotifications.insert(id) } else { $0.readNotifications.remove(id) }
    }
  }

  func serviceSettings(
    in semester: SemesterCode, language: ServiceLanguage
  ) async throws -> ServiceSettings {
    try await answer("settings \(semester) \(language.rawValue)") { $0.serviceSettings }
  }

  func setUnsubscribed(fromEmails isUnsubscribed: Bool) async throws {
    try await answer("unsubscribe \(isUnsubscribed)") { _ in }
    change { $0.serviceSettings?.unsubscribesEmails = isUnsubscribed }
  }

  func save(
    _ choice: CourseChoice, as role: CourseRole, in semester: SemesterCode
  ) async throws {
    try await answer(
      "choose \(role.rawValue) \(choice.course) \(semester) hidden=\(choice.isHidden) "
        + "silenced=\(choice.isSilenced)"
    ) { _ in }
  }
}

/// A gate where tasks wait until as many as expected are there.
actor Rendezvous {
  private let expected: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isOpen = false

  /// Makes a gate for `expected` tasks; those that come later pass.
  init(of expected: Int) { self.expected = expected }

  /// Waits for the others.
  func arrive() async {
    if isOpen { return }
    if waiting.count + 1 == expected {
      isOpen = true
      for continuation in waiting { continuation.resume() }
      waiting = []
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }
}

/// A clock that stands still until a test moves it.
final class StubClock: Sendable {
  private let date: Mutex<Date>

  /// Makes a clock; the default shows 12 January 2024, 13:05 UTC.
  init(_ date: Date = Date(timeIntervalSince1970: 1_705_064_700)) {
    self.date = Mutex(date)
  }

  /// The time it shows.
  var now: Date { date.withLock { $0 } }

  /// Moves it by seconds, backwards when they are negative.
  func advance(_ seconds: TimeInterval) { date.withLock { $0 += seconds } }
}
