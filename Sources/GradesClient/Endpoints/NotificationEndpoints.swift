import JSON

/// Endpoints 29–34 (Service contract, 6.14).
extension HTTPGradesAPI {
  /// Endpoints 29 and 30.
  public func notifications(
    _ selection: NotificationSelection, of username: Username, page: NotificationPage,
    language: ServiceLanguage
  ) async throws -> [ServiceNotification] {
    let address = address(of: username).adding(fixed: selection.rawValue)
      .asking("count", page.count.map(String.init)).asking("page", page.number.map(String.init))
      .asking("lang", language.rawValue)
    return try await connection.document(address, ServiceNotification.list(reading:))
  }

  /// Endpoints 31 and 32.
  public func markNotifications(asRead isRead: Bool, of username: Username) async throws {
    try await mark(address(of: username).adding(fixed: "read"), isRead)
  }

  /// Endpoints 33 and 34.
  public func markNotification(
    _ id: NotificationID, asRead isRead: Bool, of username: Username
  ) async throws {
    try await mark(address(of: username).adding(fixed: "read").adding(id.rawValue), isRead)
  }

  private func mark(_ address: ServiceAddress, _ isRead: Bool) async throws {
    // DELETE marks as unread; for PUT the iOS client sends an empty object.
    if isRead {
      try await connection.set(address, JSONWriter { $0.object { _ in } })
    } else {
      try await connection.delete(address)
    }
  }

  private func address(of username: Username) -> ServiceAddress {
    ServiceAddress("notifications").adding(username.rawValue)
  }
}
