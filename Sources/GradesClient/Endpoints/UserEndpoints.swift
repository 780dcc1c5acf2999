/// Endpoints 1–3 (Service contract, 6.1–6.3).
extension HTTPGradesAPI {
  /// Endpoint 1.
  public func userInfo() async throws -> UserInfo {
    try await connection.document(ServiceAddress("user-info"), UserInfo.init(reading:))
  }

  /// Endpoint 2.
  public func userRoles(in semester: SemesterCode, language: ServiceLanguage) async throws
    -> UserRoles
  {
    let address = ServiceAddress("user-roles").asking(semester, language)
    return try await connection.document(address, UserRoles.init(reading:))
  }

  /// Endpoint 3, whose response is bare text.
  public func semesterCode(_ word: SemesterWord) async throws -> SemesterCode {
    let address = ServiceAddress("semester-code").asking("semester", word.rawValue)
    guard let code = SemesterCode(try await connection.text(address)) else {
      throw GradesError.unreadable(.text)
    }
    return code
  }
}
