extension GradesAPI {
  /// The signed-in user (Service contract, 6.1, 6.2).
  public struct User: Sendable {
    let api: GradesAPI

    /// Username and names (endpoint 1).
    public func info() async throws -> UserInfo {
      try await api.connection.document(ServiceAddress("user-info"), UserInfo.init(reading:))
    }

    /// The courses that the user studies and teaches in a semester (endpoint 2).
    public func roles(in semester: SemesterCode) async throws -> UserRoles {
      let address = ServiceAddress("user-roles").asking(semester, api.language)
      return try await api.connection.document(address, UserRoles.init(reading:))
    }
  }
}
