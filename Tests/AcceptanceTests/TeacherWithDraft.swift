import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import Testing

extension Program {
  /// A teacher with stored courses, settings of their own, and one draft.
  static func teacherWithDraft(at service: TestService) async throws -> Program {
    let teacher = try await signedIn(
      to: service, as: DemoAccounts.teacher.username, now: { Date() })
    #expect(await teacher("courses").status == 0)
    #expect(await teacher("settings set semester current").status == 0)
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 --draft").status == 0)
    return teacher
  }
}
