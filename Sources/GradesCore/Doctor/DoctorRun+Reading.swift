import GradesClient
import JSON

/// The reading endpoints and the open questions that they answer.
extension DoctorRun {
  mutating func checkReading() async throws {
    if let untriedReason = currentUntriedReason { return skipReading(untriedReason) }
    guard let user = try await check(1, ["user-info"]),
      let username = user.json?["username"]?.text
    else { return finish(findings.last?.problem) }
    let code = try await checkSemesters()
    let roles = try await check(2, ["user-roles"], ["semester": code])
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
    try await check(
      5, ["courses", "?", "information"], ["semester": code, "lang": "en"],
      course: studied.first ?? taught.first)
    if let course = studied.first {
      try await check(
        6, ["courses", course, "student-classifications", username],
        ["semester": code, "lang": "en", "showHidden": "false"])
    }
    try await checkTeaching(taught, code, isStudent: !studied.isEmpty)
    try await check(28, ["expressions", "functions"])
    try await checkNotifications(of: username)
    try await check(35, ["settings", "my"], ["semester": code])
    try await checkErrors(code)
    finish()
  }

  // MARK: Steps

  private mutating func checkSemesters() async throws -> String {
    let current = try await probe.get(3, ["semester-code"], ["semester": "current"])
    let code = current.flatMap { SemesterCode($0.text) }
    let isFine = code != nil && current?.isSuccess == true
    add(
      DoctorFinding(
        .endpoint(3), isFine ? .ok : current == nil ? .notTried : .failed,
        current.map { isFine ? [$0.summary] : $0.trouble } ?? failedRequest,
        problem: isFine ? nil : problem(of: current)))
    let previous = try await probe.get(3, ["semester-code"], ["semester": "prev"])
    answer(.semesterWords, previous, isAssumed: previous?.isSuccess == true)
    // Without a code, the rest goes on with the usual one.
    return code?.rawValue
      ?? SemesterCode(usually: .current, on: service.clock.now())?.rawValue ?? "B261"
  }

  private mutating func checkWords() async throws {
    let word = try await probe.get(2, ["user-roles"], ["semester": "current"])
    answer(.wordsElsewhere, word, isAssumed: word?.isSuccess == false)
  }

  private mutating func checkOverview(
    of username: String, _ code: String, _ studied: [String], without problem: DoctorProblem
  ) async throws {
    let overview = try await check(
      4, ["courses", "classification-overview", username], ["semester": code, "lang": "en"])
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
    try await check(30, ["notifications", username, "new"], ["count": "2", "lang": "en"])
    let first = try await check(
      29, ["notifications", username, "all"], ["count": "2", "lang": "en"])
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
        29, ["notifications", username, "all"],
        ["count": "1", "lang": "en", "page": String(page)])
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
      5, ["courses", "XX-NENI.99", "information"], ["semester": code])
    answer(.missing, missing, isAssumed: missing?.status == 404)
    let invalid = try await probe.get(2, ["user-roles"], ["semester": "XXXX"])
    answer(.invalid, invalid, isAssumed: invalid?.status == 400)
  }

  // MARK: Findings

  /// Checks the response of an endpoint; returns it where it was successful.
  ///
  /// - Parameter course: stands for `?` in the path; without one the endpoint is not tried.
  @discardableResult
  mutating func check(
    _ endpoint: Int, _ parts: [String], _ query: [String: String] = [:], course: String? = nil
  ) async throws -> DoctorResponse? {
    let path = parts.map { $0 == "?" ? course ?? "" : $0 }
    guard !path.contains("") else {
      add(DoctorFinding(.endpoint(endpoint), .notTried, problem: .noCourse))
      return nil
    }
    return judge(endpoint, try await probe.get(endpoint, path, query))
  }

  /// The endpoints of a course, which depend on the user's role in it.
  private static let ofCourses: Set = [5, 6, 7, 8, 10, 11, 14, 17, 18, 19, 23, 28]

  /// Adds what the response of an endpoint shows; returns it where it was successful.
  @discardableResult
  mutating func judge(_ endpoint: Int, _ response: DoctorResponse?) -> DoctorResponse? {
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
    let shape = EndpointShapes.shape(of: endpoint) ?? .anything
    let differences =
      response.json.map(shape.differences)
      ?? [JSONShape.Difference(path: "", found: "text", isEssential: true)]
    let outcome: DoctorFinding.Outcome =
      differences.isEmpty ? .ok : differences.contains(where: \.isEssential) ? .failed : .warning
    add(
      DoctorFinding(
        .endpoint(endpoint), outcome,
        (differences.isEmpty ? [response.summary] : response.trouble)
          + differences.map(\.description),
        problem: differences.isEmpty ? nil : .otherShape))
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
    for number in EndpointShapes.all where !done.contains(.endpoint(number)) {
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
