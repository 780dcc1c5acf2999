import JSON

extension GradesAPI {
  /// The signed-in user's settings at the service (Service contract, 6.15).
  ///
  /// - Important: Unproven: one client of 2018 used these endpoints, and the response to reading is unknown.
  public struct Settings: Sendable {
    let api: GradesAPI

    /// The settings (endpoint 35).
    public func all(in semester: SemesterCode) async throws -> ServiceSettings {
      let address = ServiceAddress("settings/my").asking(semester, api.language)
      return try await api.connection.document(address, ServiceSettings.init(reading:))
    }

    /// Stops or resumes the service's e-mails (endpoint 36).
    public func setUnsubscribed(fromEmails isUnsubscribed: Bool) async throws {
      try await api.connection.set(
        .put, ServiceAddress("settings/my"),
        JSONWriter { $0.object { $0.member("unsubscribeEmails", isUnsubscribed) } })
    }

    /// Hides or silences a course, or shows it again (endpoints 37 and 38).
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
      try await api.connection.set(.put, address, body)
    }
  }
}
