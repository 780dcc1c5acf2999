import JSON

/// Endpoints 6–9 (Service contract, 6.7, 6.8, 6.10, 6.11).
extension HTTPGradesAPI {
  /// Endpoint 6.
  public func record(
    of username: Username, in course: CourseCode, semester: SemesterCode,
    language: ServiceLanguage, showHidden: Bool
  ) async throws -> StudentRecord {
    let address = ServiceAddress("courses").adding(course.rawValue)
      .adding(fixed: "student-classifications").adding(username.rawValue)
      .asking(semester, language).asking("showHidden", showHidden ? "true" : "false")
    return try await connection.document(address) { try StudentRecord(reading: $0, of: username) }
  }

  /// Endpoint 7.
  public func rows(
    of group: GroupID, in course: CourseCode, semester: SemesterCode, language: ServiceLanguage
  ) async throws -> [GroupRow] {
    let address = values(of: group, in: course).asking(semester, language)
    return try await connection.list(address, GroupRow.init(reading:))
  }

  /// Endpoint 8.
  public func column(
    _ item: ItemIdentifier, of group: GroupID, in course: CourseCode, semester: SemesterCode,
    language: ServiceLanguage
  ) async throws -> [ColumnCell] {
    let address = values(of: group, in: course).adding(item.rawValue).asking(semester, language)
    return try await connection.list(address) { try ColumnCell(reading: $0, of: item) }
  }

  /// Endpoint 9; sends no request without values.
  public func save(
    _ changes: [ValueChange], in course: CourseCode, semester: SemesterCode, notify: Bool
  ) async throws {
    guard !changes.isEmpty else { return }
    let address = ServiceAddress("courses").adding(course.rawValue)
      .adding(fixed: "student-classifications").asking(semester)
      .asking("notify", notify ? "true" : "false")
    try await connection.put(address, ValueChange.body(of: changes))
  }

  private func values(of group: GroupID, in course: CourseCode) -> ServiceAddress {
    ServiceAddress("courses").adding(course.rawValue).adding(fixed: "group")
      .adding(group.rawValue).adding(fixed: "student-classifications")
  }
}

extension ValueChange {
  /// The body of endpoint 9. The time is sent as null, because its meaning is unknown.
  fileprivate static func body(of changes: [ValueChange]) throws -> JSONWriter {
    try JSONWriter {
      try $0.array(of: changes) { writer, change in
        // JSON has no infinity, so nothing is sent.
        if case .number(let number) = change.value, !number.isFinite {
          throw GradesError.badRequest(detail: nil)
        }
        writer.object {
          $0.member("studentUsername", change.username.rawValue)
          $0.member("classificationIdentifier", change.identifier.rawValue)
          $0.member("value", change.value)
          $0.member("note", change.note)
          $0.member("timestamp", Int?.none)
        }
      }
    }
  }
}
