/// Endpoints 4, 5 and 10 (Service contract, 6.4–6.6).
extension HTTPGradesAPI {
  /// Endpoint 4.
  public func overview(
    of username: Username, in semester: SemesterCode, language: ServiceLanguage
  ) async throws -> [CourseOverview] {
    let address = ServiceAddress("courses/classification-overview").adding(username.rawValue)
      .asking(semester, language)
    return try await connection.list(address, CourseOverview.init(reading:))
  }

  /// Endpoint 5.
  public func information(
    about course: CourseCode, in semester: SemesterCode, language: ServiceLanguage
  ) async throws -> CourseInformation {
    let address = ServiceAddress("courses").adding(course.rawValue).adding(fixed: "information")
      .asking(semester, language)
    return try await connection.document(address) {
      try CourseInformation(reading: $0, about: course)
    }
  }

  /// Endpoint 10, with the singular `course` in its path.
  public func groups(
    of course: CourseCode, in semester: SemesterCode, language: ServiceLanguage,
    teacher: Username?
  ) async throws -> [StudentGroup] {
    // `course` is singular in this path alone.
    let address = ServiceAddress("course").adding(course.rawValue).adding(fixed: "student-groups")
      .asking(semester, language).asking("teacherUsername", teacher?.rawValue)
    return try await connection.list(address, StudentGroup.init(reading:))
  }
}
