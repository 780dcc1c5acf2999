import GradesClient

/// A service in memory whose courses have no structure to change.
protocol StubStructure: CourseStructureAPI {}

extension StubStructure {
  func structure(of course: CourseCode, in semester: SemesterCode) async throws -> [ItemDefinition]
  { throw GradesError.notFound }

  func create(
    _ items: [Classification], in course: CourseCode, semester: SemesterCode
  ) async throws { throw GradesError.notFound }

  func update(
    _ items: [Classification], in course: CourseCode, semester: SemesterCode
  ) async throws { throw GradesError.notFound }

  func delete(
    _ item: ItemIdentifier, in course: CourseCode, semester: SemesterCode, keepingChildren: Bool
  ) async throws { throw GradesError.notFound }

  func editors(of course: CourseCode) async throws -> [Username] { throw GradesError.notFound }

  func addEditor(_ username: Username, to course: CourseCode) async throws {
    throw GradesError.notFound
  }

  func removeEditor(_ username: Username, from course: CourseCode) async throws {
    throw GradesError.notFound
  }
}
