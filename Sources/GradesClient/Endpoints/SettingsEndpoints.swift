import JSON

/// Endpoints 35–38 (Service contract, 6.15).
extension HTTPGradesAPI {
  /// Endpoint 35.
  public func serviceSettings(
    in semester: SemesterCode, language: ServiceLanguage
  ) async throws -> ServiceSettings {
    let address = ServiceAddress("settings/my").asking(semester, language)
    return try await connection.document(address, ServiceSettings.init(reading:))
  }

  /// Endpoint 36.
  public func setUnsubscribed(fromEmails isUnsubscribed: Bool) async throws {
    try await connection.set(
      ServiceAddress("settings/my"),
      JSONWriter { $0.object { $0.member("unsubscribeEmails", isUnsubscribed) } })
  }

  /// Endpoints 37 and 38.
  public func save(
    _ choice: CourseChoice, as role: CourseRole, in semester: SemesterCode
  ) async throws {
    let body = JSONWriter {
      $0.object {
        $0.member("courseCode", choice.course.rawValue)
        $0.member("hidden", choice.isHidden)
        $0.member("silencedNotifications", choice.isSilenced)
      }
    }
    let address = ServiceAddress("settings/my").adding(fixed: role.rawValue)
      .adding(fixed: "courses").asking(semester)
    try await connection.set(address, body)
  }
}
