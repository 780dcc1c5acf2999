import GradesClient
import JSON

/// The reading endpoints and the open questions that they answer.
extension Doctor {
  mutating func checkReading() async throws {
    if let untriedReason {
      leave(.roles, untriedReason)
      return finish(untriedReason)
    }
    guard let user = try await check(1, read: UserInfo.init(reading:)),
      let username = user.json?["username"]?.word
    else { return finish(findings.last?.problem) }
    let code = try await checkSemesters()
    let roles = try await check(
      2, query: ["semester": code], read: UserRoles.init(reading:))
    let studied = roles?.json?["studentCourses"]?.items.compactMap(\.word) ?? []
    let taught = roles?.json?["teacherCourses"]?.items.compactMap(\.word) ?? []
    add(
      .roles, .warning,
      ["studentCourses: \(studied.count)", "teacherCourses: \(taught.count)"],
      problem: studied.isEmpty && taught.isEmpty ? .noCourse : nil)
    missingCourses =
      !taught.isEmpty ? .notEnoughData : !studied.isEmpty ? .onlyTeachers : .noCourse
    try await checkWords()
    try await checkOverview(
      of: username, code, studied, without: taught.isEmpty ? .noCourse : .onlyStudents)
    if let course = studied.first ?? taught.first {
      try await check(5, [course], query: ["semester": code, "lang": "en"]) {
        try CourseInformation(reading: $0, about: CourseCode(course))
      }
    }
    if let course = studied.first {
      try await check(
        6, [course, username], query: ["semester": code, "lang": "en", "showHidden": "false"]
      ) { try StudentRecord(reading: $0, of: Username(username)) }
    }
    try await checkTeaching(taught, code, isStudent: !studied.isEmpty)
    // Their shape is unknown, and the program reads any.
    try await check(28) { $0 }
    try await checkNotifications(of: username)
    try await check(35, query: ["semester": code], read: ServiceSettings.init(reading:))
    try await checkErrors(code)
    finish()
  }

  // MARK: Steps

  private mutating func checkSemesters() async throws -> String {
    let current = try await get(3, [], ["semester": "current"])
    let code = current.flatMap { SemesterCode($0.text) }
    let isFine = code != nil && current?.isSuccess == true
    add(
      .endpoint(3), current == nil ? .notTried : .failed,
      current.map { isFine ? [$0.summary] : $0.trouble } ?? failedRequest,
      problem: isFine ? nil : problem(of: current))
    let previous = try await get(3, [], ["semester": "prev"])
    answer(.semesterWords, previous, isAssumed: previous?.isSuccess == true)
    // Without a code, the rest goes on with the usual one.
    return code?.rawValue
      ?? SemesterCode(usuallyOn: clock.now())?.rawValue ?? "B261"
  }

  private mutating func checkWords() async throws {
    let word = try await get(2, [], ["semester": "current"])
    answer(.wordsElsewhere, word, isAssumed: word?.isSuccess == false)
  }

  private mutating func checkOverview(
    of username: String, _ code: String, _ studied: [String], without problem: DoctorProblem
  ) async throws {
    let overview = try await check(4, [username], query: ["semester": code, "lang": "en"]) {
      try $0.list(CourseOverview.init(reading:))
    }
    guard let courses = overview?.json?.items, !studied.isEmpty else {
      for question in [DoctorQuestion.overviewErrors, .overviewCourses] {
        leave(.question(question), problem)
      }
      return
    }
    let errors = Set(
      courses.flatMap { $0["overviewItems"]?.items ?? [] }.compactMap { $0["error"]?.word })
    answer(
      .overviewErrors, words: errors.sorted(), isAssumed: errors.isSubset(of: ["MISSING_DATA"]))
    let listed = Set(courses.compactMap { $0["courseCode"]?.word })
    let missing = studied.count { !listed.contains($0) }
    // Both lists need not be equal (Service contract, 6.2), and nothing depends on it.
    answer(
      .overviewCourses,
      ["roles: \(studied.count)", "overview: \(listed.count)", "missing: \(missing)"],
      isAssumed: true)
  }

  private mutating func checkNotifications(of username: String) async throws {
    let query = ["count": "2", "lang": "en"]
    try await check(30, [username], query: query, read: ServiceNotification.list(reading:))
    let first = try await check(
      29, [username], query: query, read: ServiceNotification.list(reading:))
    func ids(_ response: DoctorResponse?) -> [String] {
      let json = response?.json
      return (json?["notifications"] ?? json)?.items.compactMap { $0["id"]?.source } ?? []
    }
    let known = ids(first)
    guard known.count == 2 else { return leave(.question(.pages), .notEnoughData) }
    var pages: [String] = []
    var isAssumed = true
    for page in 0...1 {
      let response = try await get(
        29, [username], ["count": "1", "lang": "en", "page": String(page)])
      guard let response else {
        return add(
          .question(.pages), .notTried, pages, problem: untriedReason ?? .unreachable)
      }
      let index = ids(response).first.flatMap { known.firstIndex(of: $0) }
      pages.append("page=\(page): \(index.map { "#\($0 + 1)" } ?? response.summary)")
      if index != page { isAssumed = false }
    }
    answer(.pages, pages, isAssumed: isAssumed)
  }

  private mutating func checkErrors(_ code: String) async throws {
    let missing = try await get(5, ["XX-NENI.99"], ["semester": code])
    answer(.missing, missing, isAssumed: missing?.status == 404)
    let invalid = try await get(2, [], ["semester": "XXXX"])
    answer(.invalid, invalid, isAssumed: invalid?.status == 400)
  }

  // MARK: Findings

  /// Checks the response of an endpoint; returns it where it was successful.
  ///
  /// - Parameter read: the decoder with which the program reads it.
  @discardableResult
  mutating func check<Value>(
    _ endpoint: Int, _ names: [String] = [], query: [String: String] = [:],
    read: (JSONNode) throws -> Value
  ) async throws -> DoctorResponse? {
    judge(endpoint, try await get(endpoint, names, query), read)
  }

  /// The endpoints of a course that depend on the user's role in it; those of its groups are asked of a taught
  /// course only, whose teacher may read them.
  private static let ofCourses: Set = [5, 6, 11, 14, 17, 18, 19, 23, 28]
  /// Those that no command needs.
  private static let spare: Set = [14, 28]

  /// Adds what the response of an endpoint shows; returns it where it was successful.
  @discardableResult
  mutating func judge<Value>(
    _ endpoint: Int, _ response: DoctorResponse?, _ read: (JSONNode) throws -> Value
  ) -> DoctorResponse? {
    guard let response else {
      add(
        .endpoint(endpoint), failure == nil ? .notTried : .failed, failedRequest,
        problem: problem(of: nil))
      return nil
    }
    let failed = Self.spare.contains(endpoint) ? DoctorFinding.Outcome.warning : .failed
    guard response.isSuccess else {
      // Not every user may read everything of a course.
      let isForOthers = [401, 403].contains(response.status) && Self.ofCourses.contains(endpoint)
      add(
        .endpoint(endpoint), isForOthers ? .notTried : failed, response.trouble,
        problem: problem(of: response))
      return nil
    }
    let path = response.unreadablePath(by: read)
    add(
      .endpoint(endpoint), failed, path.map { response.trouble + [$0] } ?? [response.summary],
      problem: path == nil ? nil : .otherShape)
    return response
  }

  mutating func answer(
    _ question: DoctorQuestion, _ response: DoctorResponse?, isAssumed: Bool
  ) {
    guard let response else { return leave(.question(question), .unreachable) }
    answer(question, isAssumed ? [response.summary] : response.trouble, isAssumed: isAssumed)
  }

  private func problem(of response: DoctorResponse?) -> DoctorProblem {
    if let failure = response?.failure { return .failure(failure) }
    if response != nil { return .otherShape }
    return failure.map(DoctorProblem.failure) ?? untriedReason ?? .unreachable
  }

  /// Adds what was not tried, and whether there is a limit on requests.
  private mutating func finish(_ untriedReason: DoctorProblem? = nil) {
    let done = Set(findings.map(\.check))
    let reason = untriedReason ?? self.untriedReason
    func isLeft(_ check: DoctorCheck) -> Bool { !done.contains(check) }
    for endpoint in DoctorCheck.endpoints.keys.sorted().map(DoctorCheck.endpoint)
    where isLeft(endpoint) {
      add(endpoint, .notTried, problem: reason ?? missingCourses)
    }
    if let reason, pauses.isEmpty {
      add(.question(.rateLimit), .notTried, problem: reason)
    } else {
      answer(
        .rateLimit, ["requests: \(count)"] + pauses, isAssumed: pauses.isEmpty)
    }
    for question in DoctorQuestion.allCases.map(DoctorCheck.question)
    where isLeft(question) && question != .question(.rateLimit) {
      add(question, .notTried, problem: reason ?? missingCourses)
    }
  }
}
