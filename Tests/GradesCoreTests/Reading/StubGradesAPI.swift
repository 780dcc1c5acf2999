import Foundation
import GradesClient
import Synchronization

/// A service made of prepared answers, which writes down what it was asked.
final class StubGradesAPI: ServiceDouble {
  /// What the service answers; what is missing is answered with ``GradesError/notFound``.
  struct Answers: Sendable {
    var user = UserInfo(username: Username("zkusade1"), firstName: "Adéla", lastName: "Zkušební")
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

  private func answer<Answer>(
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

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let request = StubRequest(request)
    let parts = request.parts
    let place = "\(request["semester"]) \(request["lang"])"
    switch request.line {
    case "GET user-info":
      return .ok(try await answer("user") { $0.user }.write)
    case "GET user-roles":
      let roles = try await answer("roles \(place)") { answers in
        request.semester.flatMap { answers.roles[$0] }
      }
      return .ok(roles.write)
    case "GET semester-code":
      let code = try await answer("semester \(request["semester"])") {
        $0.semesters[SemesterWord(rawValue: request["semester"]) ?? .current]
      }
      return HTTPResponse(status: 200, body: Data(code.rawValue.utf8))
    case _ where parts.first == "course":
      let groups = try await answer(
        "groups \(parts[1]) \(place) \(request["teacherUsername"])"
      ) { $0.groups }
      return .list(groups) { $1.write(to: &$0) }
    case _ where parts.first == "courses" && parts[1] == "classification-overview":
      let overview = try await answer("overview \(parts[2]) \(place)") { answers in
        request.semester.flatMap { answers.overviews[$0] }
      }
      return .list(overview) { $1.write(to: &$0) }
    case _ where parts.first == "courses":
      return try await answer(request, about: CourseCode(parts[1]), Array(parts[2...]))
    case _ where parts.first == "notifications":
      return try await answer(request, to: Username(parts[1]), Array(parts[2...]))
    case _ where parts.first == "settings":
      return try await answerAboutSettings(request)
    default: throw GradesError.notFound
    }
  }
}

extension StubGradesAPI {
  private func answer(
    _ request: StubRequest, about course: CourseCode, _ parts: [String]
  ) async throws -> HTTPResponse {
    let whole = "\(course) \(request["semester"]) \(request["lang"])"
    switch (request.line.prefix(4), parts[0], parts.count) {
    case ("GET ", "information", 1):
      return .ok(try await answer("information \(whole)") { $0.information[course] }.write)
    case ("GET ", "definitions", 1):
      let found = try await answer("definitions \(whole)") { $0.definitions }
      return .list(found) { $1.write(to: &$0) }
    case ("GET ", "student-classifications", 2):
      let record = try await answer(
        "record \(parts[1]) \(whole) hidden=\(request["showHidden"])"
      ) { $0.courseRecords[course] ?? $0.records[Username(parts[1])] }
      return .ok(record.write)
    case ("GET ", "group", 3):
      let rows = try await answer("rows \(parts[1]) \(whole)") { $0.rows[GroupID(parts[1])] }
      return .list(rows) { $1.write(to: &$0) }
    case ("GET ", "group", 4):
      let cells = try await answer("column \(parts[3]) \(parts[1]) \(whole)") {
        $0.columns[ItemIdentifier(parts[3])]
      }
      return .list(cells) { $1.write(to: &$0) }
    case ("PUT ", "student-classifications", 1):
      try await answer("save \(course) \(request["semester"]) notify=\(request["notify"])") { _ in
      }
      return HTTPResponse(status: 201)
    default: throw GradesError.notFound
    }
  }

  private func answer(
    _ request: StubRequest, to username: Username, _ parts: [String]
  ) async throws -> HTTPResponse {
    guard parts.first == "read" else {
      let page = NotificationPage(
        count: request.query["count"].flatMap { Int($0) },
        number: request.query["page"].flatMap { Int($0) })
      let found = try await notifications(
        NotificationSelection(rawValue: parts[0]) ?? .all, of: username, page: page,
        language: request["lang"])
      return .ok { $0.object { $0.array("notifications", of: found) { $1.write(to: &$0) } } }
    }
    let isRead = request.line.hasPrefix("PUT")
    if parts.count == 1 {
      try await answer("mark all \(isRead ? "read" : "unread") \(username)") { _ in }
      change { $0.readNotifications = isRead ? Set(($0.notifications ?? []).compactMap(\.id)) : [] }
    } else {
      let id = NotificationID(parts[1])
      try await answer("mark \(id) \(isRead ? "read" : "unread") \(username)") { answers in
        answers.notifications?.contains { $0.id == id } == true ? () : nil
      }
      change {
        if isRead { $0.readNotifications.insert(id) } else { $0.readNotifications.remove(id) }
      }
    }
    return HTTPResponse(status: 204)
  }

  private func notifications(
    _ selection: NotificationSelection, of username: Username, page: NotificationPage,
    language: String
  ) async throws -> [ServiceNotification] {
    let range = [page.count, page.number].map { $0.map(String.init) ?? "-" }
    return try await answer(
      "notifications \(selection.rawValue) \(username) \(range.joined(separator: " ")) "
        + language
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

  private func answerAboutSettings(_ request: StubRequest) async throws -> HTTPResponse {
    switch request.line {
    case "GET settings/my":
      return .ok(
        try await answer("settings \(request["semester"]) \(request["lang"])") {
          $0.serviceSettings
        }.write)
    case "PUT settings/my":
      let isUnsubscribed = try request.flag("unsubscribeEmails")
      try await answer("unsubscribe \(isUnsubscribed)") { _ in }
      change { $0.serviceSettings?.unsubscribesEmails = isUnsubscribed }
    default:
      try await answer(
        "choose \(request.parts[2]) \(try request.text("courseCode")) \(request["semester"]) "
          + "hidden=\(try request.flag("hidden")) "
          + "silenced=\(try request.flag("silencedNotifications"))"
      ) { _ in }
    }
    return HTTPResponse(status: 201)
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
