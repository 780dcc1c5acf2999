import GradesClient

/// What the signed-in user is in a semester.
package struct SemesterRoles: Sendable, Equatable {
  package var semester: SemesterCode
  /// The user's courses; nil when they cannot be found out now.
  package var roles: UserRoles?
}

extension SessionRepository {
  /// What the user is in the semester that a choice means. Throws where the semester cannot be found
  /// out.
  package func roles(in choice: SemesterChoice) async throws -> SemesterRoles {
    let semester = try await semester(choice).value
    let roles = try? await roles(in: semester).value
    try Task.checkCancellation()
    return SemesterRoles(semester: semester, roles: roles)
  }
}
