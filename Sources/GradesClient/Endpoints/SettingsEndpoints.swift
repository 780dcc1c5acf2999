/// Endpoints 35–38 (Service contract, 6.15).
extension HTTPGradesAPI {
  /// Endpoint 35.
  public func serviceSettings(
    in semester: SemesterCode, language: ServiceLanguage
  ) async throws -> ServiceSettings {
    let address = ServiceAddress("settings/my").asking(semester, language)
    return try ServiceSettings(reading: await connection.document(address))
  }

  /// Endpoint 36.
  public func setUnsubscribed(fromEmails isUnsubscribed: Bool) async throws {
    try await connection.set(
      ServiceAddress("settings/my"), "{\"unsubscribeEmails\":\(isUnsubscribed)}")
  }

  /// Endpoints 37 and 38.
  public func save(
    _ choice: CourseChoice, as role: CourseRole, in semester: SemesterCode
  ) async throws {
    var writer = JSONWriter()
    writer.raw("{\"courseCode\":")
    writer.string(choice.course.rawValue)
    writer.raw(",\"hidden\":\(choice.isHidden),\"silencedNotifications\":\(choice.isSilenced)}")
    let address = ServiceAddress("settings/my").adding(fixed: role.rawValue)
      .adding(fixed: "courses").asking(semester)
    try await connection.set(address, writer.text)
  }
}
