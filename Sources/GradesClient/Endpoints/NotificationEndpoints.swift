import JSON

extension GradesAPI {
  /// A user's notifications (Service contract, 6.14).
  public struct Notifications: Sendable {
    let api: GradesAPI
    let username: Username

    /// One page (endpoints 29 and 30).
    ///
    /// - Important: Unproven for ``NotificationSelection/all``: the shape of its response is assumed to be
    ///   that of the new ones.
    public func page(
      _ page: NotificationPage = NotificationPage(), _ selection: NotificationSelection = .all
    ) async throws -> [ServiceNotification] {
      let address = address.adding(fixed: selection.rawValue)
        .asking("count", page.count.map(String.init)).asking("page", page.number.map(String.init))
        .asking(api.language)
      return try await api.connection.document(address, ServiceNotification.list(reading:))
    }

    /// Marks all notifications as read or unread (endpoints 31 and 32).
    ///
    /// - Important: Unproven: one client of 2018 used it.
    public func markAll(asRead isRead: Bool) async throws {
      try await mark(address.adding(fixed: "read"), isRead)
    }

    /// Marks one notification as read (endpoint 33) or unread (endpoint 34).
    ///
    /// - Important: Unproven for unread: one client of 2018 used it.
    public func mark(_ id: NotificationID, asRead isRead: Bool) async throws {
      try await mark(address.adding(fixed: "read").adding(id.rawValue), isRead)
    }

    private func mark(_ address: ServiceAddress, _ isRead: Bool) async throws {
      // DELETE marks as unread; for PUT the iOS client sends an empty object.
      try await api.connection.set(
        isRead ? .put : .delete, address, isRead ? JSONWriter { $0.object { _ in } } : nil)
    }

    private var address: ServiceAddress {
      ServiceAddress("notifications").adding(username.rawValue)
    }
  }
}
