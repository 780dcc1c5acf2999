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
    return try StudentRecord(reading: await connection.document(address), of: username)
  }

  /// Endpoint 7.
  public func rows(
    of group: GroupID, in course: CourseCode, semester: SemesterCode, language: ServiceLanguage
  ) async throws -> [GroupRow] {
    try await connection.list(values(of: group, in: course).asking(semester, language))
      .map(GroupRow.init(reading:))
  }

  /// Endpoint 8.
  public func column(
    _ item: ItemIdentifier, of group: GroupID, in course: CourseCode, semester: SemesterCode,
    language: ServiceLanguage
  ) async throws -> [ColumnCell] {
    let address = values(of: group, in: course).adding(item.rawValue).asking(semester, language)
    return try await connection.list(address).map { try ColumnCell(reading: $0, of: item) }
  }

  /// Endpoint 9; sends no request without values.
  public func save(
    _ changes: [ValueChange], in course: CourseCode, semester: SemesterCode, notify: Bool
  ) async throws {
    guard !changes.isEmpty else { return }
    let address = ServiceAddress("courses").adding(course.rawValue)
      .adding(fixed: "student-classifications").asking(semester)
      .asking("notify", notify ? "true" : "false")
    try await connection.put(address, ValueChange.json(of: changes))
  }

  private func values(of group: GroupID, in course: CourseCode) -> ServiceAddress {
    ServiceAddress("courses").adding(course.rawValue).adding(fixed: "group")
      .adding(group.rawValue).adding(fixed: "student-classifications")
  }
}

extension ValueChange {
  /// The body of endpoint 9. The time is sent as null, because its meaning is unknown.
  fileprivate static func json(of changes: [ValueChange]) throws -> String {
    var writer = JSONWriter()
    for change in changes {
      writer.raw(writer.text.isEmpty ? "[" : ",")
      writer.raw("{\"studentUsername\":")
      writer.string(change.username.rawValue)
      writer.raw(",\"classificationIdentifier\":")
      writer.string(change.identifier.rawValue)
      writer.raw(",\"value\":")
      switch change.value {
      case nil: writer.raw("null")
      case .flag(let flag): writer.raw(flag ? "true" : "false")
      case .text(let text): writer.string(text)
      case .number(let number):
        // JSON has no infinity, so nothing is sent.
        guard number.isFinite else { throw GradesError.badRequest(detail: nil) }
        writer.number(number)
      }
      writer.raw(",\"note\":")
      writer.string(change.note)
      writer.raw(",\"timestamp\":null}")
    }
    writer.raw("]")
    return writer.text
  }
}
