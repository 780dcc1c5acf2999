import GradesClient
import GradesCore

/// Reads and changes what a user has chosen at the service. Nothing of it is kept here.
struct ServiceSettingsEditor: Sendable {
  let semester: SemesterCode
  let api: GradesAPI
  let session: SessionRepository
  let language: ServiceLanguage

  /// What the service has.
  func settings() async throws -> ServiceSettings {
    try await api.with(language: language).settings.all(in: semester)
  }

  /// Changes a setting as typed, reads it again and returns the service's value, as it can be
  /// typed.
  func set(_ key: ServiceSettingKey, to typed: String) async throws -> String {
    switch key {
    case .emails:
      let wanted = try Setting.flag(typed, of: key.rawValue)
      try await api.settings.setUnsubscribed(fromEmails: !wanted)
      let now = try await settings().unsubscribesEmails
      guard now == !wanted else { throw Failure.serviceSettingsUnknown(key: key.rawValue) }
      return wanted ? "yes" : "no"
    case .hiddenCourses, .silencedCourses:
      let wanted = try await courses(typed)
      try await change(key, to: wanted)
      let settings = try await settings()
      let now = Set(
        CourseRole.allCases.flatMap { settings.choices(as: $0) ?? [] }
          .filter { key.value(of: $0) }.map(\.course))
      return now.sorted().map(\.rawValue).joined(separator: ",")
    }
  }

  /// Sends the courses that are to change, one by one; the service wants both choices of each.
  private func change(_ key: ServiceSettingKey, to wanted: Set<CourseCode>) async throws {
    let settings = try await settings()
    let roles = try await session.roles(in: semester).value
    for (role, own) in [
      (CourseRole.student, roles.studentCourses), (.teacher, roles.teacherCourses),
    ] {
      guard let choices = settings.choices(as: role) else {
        // The other choice of a course would have to be guessed.
        guard own.isEmpty else { throw Failure.serviceSettingsUnknown(key: key.rawValue) }
        continue
      }
      let known = Dictionary(choices.map { ($0.course, $0) }) { first, _ in first }
      for course in Set(own + choices.map(\.course)).sorted() {
        let old =
          known[course] ?? CourseChoice(course: course, isHidden: false, isSilenced: false)
        guard key.value(of: old) != wanted.contains(course) else { continue }
        var new = old
        key.set(wanted.contains(course), in: &new)
        try await api.settings.save(new, as: role, in: semester)
      }
    }
  }

  /// Codes separated by commas or blanks, each of them one of the user's courses.
  private func courses(_ typed: String) async throws -> Set<CourseCode> {
    var found: Set<CourseCode> = []
    let roles = try await session.roles(in: semester).value
    let own = roles.studentCourses + roles.teacherCourses
    for word in Setting.words([typed]) {
      switch CourseCodeMatcher(known: own).match(word) {
      case .course(let code): found.insert(code)
      case .ambiguous(let candidates):
        throw Failure.ambiguousCourse(typed: word, candidates: candidates)
      case .unknown(let suggestions):
        throw Failure.unknownCourse(
          typed: word, semester: semester, suggestions: suggestions)
      }
    }
    return found
  }
}

extension ServiceSettings {
  /// The choices about courses in a role; nil where they are not known.
  func choices(as role: CourseRole) -> [CourseChoice]? { role == .student ? studied : taught }
}

extension ServiceSettingKey {
  /// A choice's value of this setting.
  func value(of choice: CourseChoice) -> Bool {
    self == .hiddenCourses ? choice.isHidden : choice.isSilenced
  }

  fileprivate func set(_ value: Bool, in choice: inout CourseChoice) {
    if self == .hiddenCourses { choice.isHidden = value } else { choice.isSilenced = value }
  }
}
