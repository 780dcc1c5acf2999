import GradesClient

/// Answers what a course's cells hold: the service, or what is stored of it.
protocol GridSource: Sendable {
  /// The course's items, with names in a language.
  func definitions(in language: ServiceLanguage) async throws -> [Classification]
  /// The students of a group with what they have.
  func rows(of group: GroupID) async throws -> [GroupRow]
  /// One student's results.
  func record(of student: Username) async throws -> StudentRecord
}

/// The service's answers about one gradebook.
struct LiveGrid: GridSource {
  let api: any GradesAPI
  let gradebook: Gradebook
  let language: ServiceLanguage

  func definitions(in language: ServiceLanguage) async throws -> [Classification] {
    try await api.definitions(of: gradebook.course, in: gradebook.semester, language: language)
  }

  func rows(of group: GroupID) async throws -> [GroupRow] {
    try await api.rows(
      of: group, in: gradebook.course, semester: gradebook.semester, language: language)
  }

  func record(of student: Username) async throws -> StudentRecord {
    try await api.record(
      of: student, in: gradebook.course, semester: gradebook.semester, language: language,
      showHidden: true)
  }
}
