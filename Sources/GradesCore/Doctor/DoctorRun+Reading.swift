import GradesClient
import JSON

/// The reading endpoints and the open questions that they answer.
extension DoctorRun {
  mutating func checkReading() async throws {
    if let untriedReason = currentUntriedReason { return skipReading(untriedReason) }
    guard let user = try await check(1, "user-info", read: UserInfo.init(reading:)),
      let username = user.json?["username"]?.text
    else { return finish(findings.last?.problem) }
    let code = try await checkSemesters()
    let roles = try await check(
      2, "user-roles", query: ["semester": code], read: UserRoles.init(reading:))
    let studied = roles?.json?["studentCourses"]?.elements.compactMap(\.text) ?? []
    let taught = roles?.json?["teacherCourses"]?.elements.compactMap(\.text) ?? []
    add(
      DoctorFinding(
        .roles, studied.isEmpty && taught.isEmpty ? .warning : .ok,
        ["studentCourses: \(studied.count)", "teacherCourses: \(taught.count)"],
        problem: studied.isEmpty && taught.isEmpty ? .noCourse : nil))
    missingCourses =
      !taught.isEmpty ? .notEnoughData : !studied.isEmpty ? .onlyTeachers : .noCourse
    try await checkWords()
    try await checkOverview(
      of: username, code, studied, without: taught.isEmpty ? .noCourse : .onlyStudents)
    if let course = studied.first ?? taught.first {
      try await check(
        5, "courses/*/information", [course], query: ["semester": code, "lang": "en"]
      ) { try CourseInformation(reading: $0, about: CourseCode(course)) }
    }
    if let course = studied.first {
      try await check(
        6, "courses/*/student-classifications/*", [course, username],
        query: ["semester": code, "lang": "en", "showHidden": "false"]
      ) { try StudentRecord(reading: $0, of: Username(username)) }
    }
    try await checkTeaching(taught, code, isStudent: !studied.isEmpty)
    // Their shape is unknown, and the program reads any.
    try await check(28, "expressions/functions") { $0 }
    try await checkNotifications(of: username)
    try await check(
      35, "settings/my", query: ["semester": code], read: ServiceSettings.init(reading:))
    try await checkErrors(code)
    finish()
  }

  // MARK: Steps

  private mutating func checkSemesters() async throws -> String {
    let current = try await probe.get("semester-code", [], ["semester": "current"])
    let code = current.flatMap { SemesterCode($0.text) }
    let isFine = code != nil && current?.isSuccess == true
    add(
      DoctorFinding(
        .endpoint(3), isFine ? .ok : current == nil ? .notTried : .failed,
        current.map { isFine ? [$0.summary] : $0.trouble } ?? failedRequest,
        problem: isFine ? nil : problem(of: current)))
    let previous = try await probe.get("semester-code", [], ["semester": "prev"])
    answer(.semesterWords, previous, isAssumed: previous?.isSuccess == true)
    // Without a code, the rest goes on with the usual one.
    return code?.rawValue
      ?? SemesterCode(usuallyOn: service.clock.now())?.rawValue ?? "B261"
  }

  private mutating func checkWords() async throws {
    let word = try await probe.get("user-roles", [], ["semester": "current"])
    answer(.wordsElsewhere, word, isAssumed: word?.isSuccess == false)
  }

  private mutating func checkOverview(
    of username: String, _ code: String, _ studied: [String], without problem: DoctorProblem
  ) async throws {
    let overview = try await check(
      4, "courses/classification-overview/*", [username], query: ["semester": code, "lang": "en"]
    ) { try $0.list(CourseOverview.init(reading:)) }
    guard let courses = overview?.json?.elements, !studied.isEmpty else {
      for question in [DoctorQuestion.overviewErrors, .overviewCourses] {
        add(DoctorFinding(.question(question), .notTried, problem: currentUntriedReason ?? problem))
      }
      return
    }
    let errors = Set(
      courses.flatMap { $0["overviewItems"]?.elements ?? [] }.compactMap { $0["error"]?.text })
    let isKnown = errors.isSubset(of: ["MISSING_DATA"])
    add(
      DoctorFinding(
        .question(.overviewErrors), isKnown ? .ok : .warning, words: errors.sorted(),
        problem: isKnown ? nil : .otherThanAssumed))
    let listed = Set(courses.compactMap { $0["courseCode"]?.text })
    let missing = studied.count { !listed.contains($0) }
    // Both lists need not be equal (Service contract, 6.2), and nothing depends on it.
    add(
      DoctorFinding(
        .question(.overviewCourses), .ok,
        ["roles: \(studied.count)", "overview: \(listed.count)", "missing: \(missing)"]))
  }

  private mutating func checkNotifications(of username: String) async throws {
    let query = ["count": "2", "lang": "en"]
    try await check(
      30, "notifications/*/new", [username], query: query, read: ServiceNotification.list(reading:))
    let first = try await check(
      29, "notifications/*/all", [username], query: query, read: ServiceNotification.list(reading:))
    func ids(_ response: DoctorResponse?) -> [JSONValue]? {
      guard let json = response?.json else { return nil }
      return (json["notifications"] ?? json).elements.compactMap { $0["id"] }
    }
    guard let known = ids(first), known.count == 2 else {
      return add(
        DoctorFinding(.question(.pages), .notTried, problem: currentUntriedReason ?? .notEnoughData)
      )
    }
    var pages: [String] = []
    var isAssumed = true
    for page in 0...1 {
      let response = try await probe.get(
        "notifications/*/all", [username], ["count": "1", "lang": "en", "page": String(page)])
      guard let response else { break }
      let index = ids(response)?.first.flatMap { known.firstIndex(of: $0) }
      pages.append("page=\(page): \(index.map { "#\($0 + 1)" } ?? response.summary)")
      if index != page { isAssumed = false }
    }
    add(
      DoctorFinding(
        .question(.pages), pages.count < 2 ? .notTried : isAssumed ? .ok : .warning, pages,
        problem: pages.count < 2 ? currentUntriedReason : isAssumed ? nil : .otherThanAssumed))
  }

  private mutating func checkErrors(_ code: String) async throws {
    let missing = try await probe.get(
      "courses/*/information", ["XX-NENI.99"], ["semester": code])
    answer(.missing, missing, isAssumed: missing?.status == 404)
    let invalid = try await probe.get("user-roles", [], ["semester": "XXXX"])
    answer(.invalid, invalid, isAssumed: invalid?.status == 400)
  }

  // MARK: Findings

  /// Checks the response of an endpoint; returns it where it was successful.
  ///
  /// - Parameter read: the decoder with which the program reads it.
  @discardableResult
  mutating func check<Value>(
    _ endpoint: Int, _ path: String, _ names: [String] = [], query: [String: String] = [:],
    read: (JSONNode) throws -> Value
  ) async throws -> DoctorResponse? {
    judge(endpoint, try await probe.get(path, names, query), read)
  }

  /// All reading endpoints (Service contract, 5).
  private static let endpoints = [
    1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 14, 17, 18, 19, 23, 28, 29, 30, 35,
  ]

  /// The endpoints of a course, which depend on the user's role in it.
  private static let ofCourses: Set = [5, 6, 7, 8, 10, 11, 14, 17, 18, 19, 23, 28]

  /// Adds what the response of an endpoint shows; returns it where it was successful.
  @discardableResult
  mutating func judge<Value>(
    _ endpoint: Int, _ response: DoctorResponse?, _ read: (JSONNode) throws -> Value
  ) -> DoctorResponse? {
    guard let response else {
      add(
        DoctorFinding(
          .endpoint(endpoint), probe.failure == nil ? .notTried : .failed, failedRequest,
          problem: problem(of: nil)))
      return nil
    }
    guard response.isSuccess else {
      // Not every user may read everything of a course.
      let isForOthers = [401, 403].contains(response.status) && Self.ofCourses.contains(endpoint)
      add(
        DoctorFinding(
          .endpoint(endpoint), isForOthers ? .notTried : .failed, response.trouble,
          problem: problem(of: response)))
      return nil
    }
    let path = response.unreadablePath(by: read)
    add(
      DoctorFinding(
        .endpoint(endpoint), path == nil ? .ok : .failed,
        path.map { response.trouble + [$0] } ?? [response.summary],
        problem: path == nil ? nil : .otherShape))
    return response
  }

  /// Adds the answer of a question.
  mutating func answer(
    _ question: DoctorQuestion, _ response: DoctorResponse?, isAssumed: Bool
  ) {
    guard let response else {
      return add(
        DoctorFinding(.question(question), .notTried, problem: currentUntriedReason ?? .unreachable)
      )
    }
    add(
      DoctorFinding(
        .question(question), isAssumed ? .ok : .warning,
        isAssumed ? [response.summary] : response.trouble,
        problem: isAssumed ? nil : .otherThanAssumed))
  }

  /// The last request, if it had no response.
  private var failedRequest: [String] { probe.failedRequest.map { [$0] } ?? [] }

  private func problem(of response: DoctorResponse?) -> DoctorProblem {
    if let failure = response?.failure { return .failure(failure) }
    if response != nil { return .otherShape }
    return probe.failure.map(DoctorProblem.failure) ?? currentUntriedReason ?? .unreachable
  }

  private mutating func skipReading(_ untriedReason: DoctorProblem) {
    add(DoctorFinding(.roles, .notTried, problem: untriedReason))
    finish(untriedReason)
  }

  /// Adds what was not tried, and whether there is a limit on requests.
  private mutating func finish(_ untriedReason: DoctorProblem? = nil) {
    let done = Set(findings.map(\.check))
    let reason = untriedReason ?? currentUntriedReason
    for number in Self.endpoints where !done.contains(.endpoint(number)) {
      add(DoctorFinding(.endpoint(number), .notTried, problem: reason ?? missingCourses))
    }
    if let reason, probe.pauses.isEmpty {
      add(DoctorFinding(.question(.rateLimit), .notTried, problem: reason))
    } else {
      let isFree = probe.pauses.isEmpty
      add(
        DoctorFinding(
          .question(.rateLimit), isFree ? .ok : .warning,
          ["requests: \(probe.count)"] + probe.pauses,
          problem: isFree ? nil : .otherThanAssumed))
    }
    for question in DoctorQuestion.allCases where !done.contains(.question(question)) {
      guard question != .rateLimit else { continue }
      add(DoctorFinding(.question(question), .notTried, problem: reason ?? missingCourses))
    }
  }
}
