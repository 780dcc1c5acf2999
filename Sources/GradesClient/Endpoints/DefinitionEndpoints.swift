/// Endpoints 11, 14 and 17–19 (Service contract, 6.9).
extension HTTPGradesAPI {
  /// Endpoint 17, or 11 where the service has no 17.
  public func definitions(
    of course: CourseCode, in semester: SemesterCode, language: ServiceLanguage
  ) async throws -> [Classification] {
    try await read(of: course, in: semester, language) {
      try await connection.list($0) { try Classification(reading: $0.object()) }
    }
  }

  /// Endpoint 18, or 14 where the service has no 18.
  public func definition(
    _ item: ItemIdentifier, of course: CourseCode, in semester: SemesterCode,
    language: ServiceLanguage
  ) async throws -> Classification {
    try await read(item, of: course, in: semester, language) {
      try await connection.document($0) { try Classification(reading: $0.object()) }
    }
  }

  /// Endpoint 19.
  public func definitionHierarchy(
    of course: CourseCode, in semester: SemesterCode, language: ServiceLanguage
  ) async throws -> [Classification] {
    let address = ServiceAddress("courses").adding(course.rawValue)
      .adding(fixed: "definition-hierarchy").asking(semester, language)
    return try await connection.document(address) { try Classification.flattened($0.elements()) }
  }

  /// Reads from the endpoints of 2021, and where they do not exist from those of 2018
  /// (Service contract, 5).
  func read<Answer>(
    _ item: ItemIdentifier? = nil, of course: CourseCode, in semester: SemesterCode,
    _ language: ServiceLanguage?, _ get: (ServiceAddress) async throws -> Answer
  ) async throws -> Answer {
    func address(_ collection: String) -> ServiceAddress {
      let whole = ServiceAddress("courses").adding(course.rawValue).adding(fixed: collection)
      return (item.map { whole.adding($0.rawValue) } ?? whole).asking(semester, language)
    }
    do {
      return try await get(address("definitions"))
    } catch GradesError.notFound {
      return try await get(address("classifications"))
    }
  }
}
