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
  let api: GradesAPI
  let gradebook: Gradebook

  func definitions(in language: ServiceLanguage) async throws -> [Classification] {
    try await api.with(language: language).course(gradebook).definitions.all()
  }

  func rows(of group: GroupID) async throws -> [GroupRow] {
    try await api.course(gradebook).values.group(group)
  }

  func record(of student: Username) async throws -> StudentRecord {
    try await api.course(gradebook).values.student(student, showHidden: true)
  }
}
